/* api-words.ts - turns the descriptions of the HTTP API (OpenAPI) and of the
 * WebSocket messages (JSON Schema) into text for people: calls by subject, with
 * their fields and answers. */
import {asObject} from "./checks.js";

export interface ApiField {
    readonly name: string;
    /** "path", "query", "header" or "body"; "" for a WebSocket message. */
    readonly where: string;
    readonly type: string;
    readonly needed: boolean;
    readonly words: string;
}

export interface ApiCall {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly title: string;
    readonly words: string;
    readonly fields: readonly ApiField[];
    /** Fields of the answer. */
    readonly answerFields: readonly ApiField[];
    readonly answers: readonly {readonly status: string; readonly words: string}[];
    /** A shell command that makes the call. */
    readonly example: string;
    /** An example of the answer, as JSON; "" if there is none. */
    readonly answer: string;
}

export interface ApiSubject {
    readonly name: string;
    readonly words: string;
    readonly calls: readonly ApiCall[];
}

/** A message of the WebSocket. */
export interface SocketMessage {
    readonly name: string;
    readonly words: string;
    readonly fields: readonly ApiField[];
    /** JSON. */
    readonly example: string;
}

type Json = {readonly [key: string]: unknown};

const textOf = (value: unknown): string => typeof value === "string" ? value : "";
const listOf = (value: unknown): readonly unknown[] => Array.isArray(value) ? value : [];

class DescriptionReader {
    constructor(private readonly whole: Json) {}

    /** The value as an object, with a $ref replaced by what it refers to. Members
     * beside the $ref take precedence. */
    at(value: unknown): Json {
        const here = asObject(value) ?? {};
        const place = textOf(here["$ref"]);
        if (!place.startsWith("#/"))
            return here;
        const there = place.slice(2).split("/").reduce<unknown>((from, key) => asObject(from)?.[key], this.whole);
        return {...this.at(there), ...here, $ref: undefined};
    }

    subjects(): readonly ApiSubject[] {
        const calls = Object.entries(this.at(this.whole["paths"])).flatMap(([path, methods]) =>
            Object.entries(this.at(methods)).map(([method, call]) => ({path, method, call: this.at(call)})));
        return listOf(this.whole["tags"]).map((tag) => this.at(tag)).map((tag) => ({
            name: textOf(tag["name"]), words: textOf(tag["description"]),
            calls: calls.filter(({call}) => listOf(call["tags"]).includes(tag["name"]))
                .map(({path, method, call}) => this.call(path, method.toUpperCase(), call)),
        }));
    }

    private call(path: string, method: string, call: Json): ApiCall {
        const body = this.json(call["requestBody"]);
        const answers = Object.entries(this.at(call["responses"])).map(([status, answer]) => ({status, answer: this.at(answer)}));
        const good = answers.find(({status}) => status.startsWith("2"));
        const content = this.json(good?.answer);
        const example = content["example"];
        return {
            id: textOf(call["operationId"]) || `${method} ${path}`, method, path,
            title: textOf(call["summary"]), words: textOf(call["description"]),
            fields: [...listOf(call["parameters"]).map((one) => this.parameter(this.at(one))), ...this.members(this.at(body["schema"]), "body")],
            answerFields: this.members(this.at(content["schema"]), ""),
            answers: answers.map(({status, answer}) => ({status, words: textOf(answer["description"])})),
            example: this.example(path, method, call, body["example"]),
            answer: example === undefined ? "" : JSON.stringify(example, null, 2),
        };
    }

    /** The description of a request's or answer's JSON body. */
    private json(message: unknown): Json {
        return this.at(this.at(this.at(message)["content"])["application/json"]);
    }

    private parameter(one: Json): ApiField {
        return {
            name: textOf(one["name"]), where: textOf(one["in"]), type: this.type(one["schema"]),
            needed: one["required"] === true, words: textOf(one["description"]),
        };
    }

    /** All members except `type`, which names the message. */
    private members(schema: Json, where: string): readonly ApiField[] {
        const fields = Object.entries(this.at(schema["properties"])).filter(([name]) => name !== "type");
        return fields.map(([name, member]) => ({
            name, where, type: this.type(member), needed: listOf(schema["required"]).includes(name),
            words: textOf(this.at(member)["description"]),
        }));
    }

    /** The messages that clients or the server send. */
    messages(side: "client" | "server"): readonly SocketMessage[] {
        const places = listOf(this.at({$ref: `#/$defs/${side}`})["oneOf"]);
        return places.map((place) => {
            const message = this.at(place);
            return {
                name: textOf(asObject(place)?.["$ref"]).split("/").at(-1) ?? "",
                words: textOf(message["description"]),
                fields: this.members(message, ""),
                example: JSON.stringify(listOf(message["examples"])[0] ?? {}, null, 2),
            };
        });
    }

    /** A type in a few words. */
    type(value: unknown): string {
        const schema = this.at(value);
        const either = [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])];
        if (either.length > 0)
            return [...new Set(either.map((one) => this.type(one)))].join(" or ");
        if (Array.isArray(schema["enum"]))
            return schema["enum"].join(", ");
        if ("const" in schema)
            return String(schema["const"]);
        if (schema["type"] === "array")
            return `list of ${this.type(schema["items"])}`;
        const [least, most] = [schema["minimum"], schema["maximum"]];
        const range = least === undefined ? "" : most === undefined || Number(most) > 1e15 ? `, from ${String(least)}`
            : `, ${String(least)} to ${String(most)}`;
        return `${listOf(schema["type"]).join(" or ") || textOf(schema["type"]) || "anything"}${range}`;
    }

    private example(path: string, method: string, call: Json, body: unknown): string {
        const parameters = listOf(call["parameters"]).map((one) => this.at(one));
        const exampleOf = (one: Json): string => textOf(one["example"]) || textOf(this.at(one["schema"])["example"]);
        const filled = parameters.reduce((address, one) =>
            address.replace(`{${String(one["name"])}}`, exampleOf(one) || `{${String(one["name"])}}`), path);
        const query = new URLSearchParams(parameters.filter((one) => one["in"] === "query" && exampleOf(one))
            .map((one) => [textOf(one["name"]), exampleOf(one)]));
        const asked = query.size > 0 ? `${filled}?${query}` : filled;
        const said = body === undefined ? "" : ` \\\n  -d '${JSON.stringify(body)}'`;
        const how = method === "GET" || body !== undefined ? "" : `-X ${method} `;
        return `curl ${how}'{origin}${asked}'${said}`;
    }
}

/** The calls by subject; empty if `description` isn't an OpenAPI description.
 * `origin` is the address of the server. */
export function apiOf(description: unknown, origin: string): readonly ApiSubject[] {
    const reader = new DescriptionReader(asObject(description) ?? {});
    return reader.subjects().map((subject) => ({
        ...subject, calls: subject.calls.map((call) => ({...call, example: call.example.replace("{origin}", origin)})),
    }));
}

export interface SocketMessages {
    readonly says: readonly SocketMessage[];
    readonly hears: readonly SocketMessage[];
}

/** The WebSocket messages, as a client sends and receives them. */
export function messagesOf(schema: unknown): SocketMessages {
    const reader = new DescriptionReader(asObject(schema) ?? {});
    return {says: reader.messages("client"), hears: reader.messages("server")};
}
