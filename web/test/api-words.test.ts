/* api-words.test.ts - the descriptions of the API as text, and the HTML of an
 * embedded board. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {boardTag, chosenAttributes} from "../src/embed/demo.js";
import {apiOf, messagesOf} from "../src/state/api-words.js";

const CODE = {name: "code", in: "path", required: true, description: "The room's.", schema: {type: "string"}, example: "K7Q2MX"};
const DESCRIPTION = {
    tags: [{name: "rooms", description: "Playing."}, {name: "engine"}],
    paths: {
        "/rooms/{code}/join": {
            post: {
                operationId: "join", tags: ["rooms"], summary: "Join", description: "Of several one gets it.",
                parameters: [{$ref: "#/components/parameters/code"}],
                requestBody: {content: {"application/json": {
                    schema: {properties: {name: {$ref: "#/components/schemas/Name"}, level: {oneOf: [{type: "integer", minimum: 1, maximum: 10}, {type: "null"}]}}, required: ["name"]},
                    example: {name: "Bo"},
                }}},
                responses: {201: {$ref: "#/components/responses/Seated"}, default: {description: "Refused."}},
            },
        },
        "/analysis": {
            get: {
                tags: ["engine"], summary: "Think",
                parameters: [{name: "position", in: "query", schema: {enum: ["a", "b"]}, example: "3/1x1/3 o"}],
                responses: {200: {description: "Lines."}},
            },
        },
    },
    components: {
        parameters: {code: CODE},
        schemas: {Name: {type: "string", description: "at most 48 bytes"}},
        responses: {Seated: {description: "The seat.", content: {"application/json": {example: {seat: 1}}}}},
    },
};

test("calls are grouped by subject, and references are resolved", () => {
    const [rooms, engine] = apiOf(DESCRIPTION, "https://oxo.example");
    assert.deepEqual([rooms?.name, rooms?.words, engine?.name, engine?.words], ["rooms", "Playing.", "engine", ""]);
    const join = rooms!.calls[0]!;
    assert.deepEqual([join.method, join.path, join.title], ["POST", "/rooms/{code}/join", "Join"]);
    assert.deepEqual(join.fields.map(({name, where, type, needed}) => [name, where, type, needed]), [
        ["code", "path", "string", true], ["name", "body", "string", true], ["level", "body", "integer, 1 to 10 or null", false]]);
    assert.equal(join.fields[1]?.words, "at most 48 bytes");
    assert.deepEqual(join.answers, [{status: "201", words: "The seat."}, {status: "default", words: "Refused."}]);
    assert.equal(join.answer, '{\n  "seat": 1\n}');
});

test("an example is a shell command for this server", () => {
    const [rooms, engine] = apiOf(DESCRIPTION, "https://oxo.example");
    assert.equal(rooms!.calls[0]!.example, "curl 'https://oxo.example/rooms/K7Q2MX/join' \\\n  -d '{\"name\":\"Bo\"}'");
    assert.equal(engine!.calls[0]!.example, "curl 'https://oxo.example/analysis?position=3%2F1x1%2F3+o'");
    assert.equal(engine!.calls[0]!.fields[0]!.type, "a, b");
});

test("an invalid description has no calls", () => {
    for (const nothing of [null, 7, [], {}, {tags: 3}, {tags: [{name: "a"}], paths: []}])
        assert.deepEqual(apiOf(nothing, "").flatMap((subject) => subject.calls), []);
});

test("the HTML of an embedded board has the chosen attributes", () => {
    const tag = (...chosen: [string, string][]): string => boardTag(chosenAttributes(new Map(chosen)));
    assert.equal(tag(["variant", "classic"], ["who", "nobody"]), '<oxo-board variant="classic"></oxo-board>');
    assert.equal(tag(["variant", "ultimate"], ["who", "two"]), '<oxo-board variant="ultimate" playable></oxo-board>');
    assert.equal(tag(["variant", "ultimate"], ["who", "computer"], ["level", "4"]),
        '<oxo-board variant="ultimate" playable computer="4"></oxo-board>');
});

test("messages are grouped by sender, each with its fields and an example", () => {
    const {says, hears} = messagesOf({$defs: {
        client: {oneOf: [{$ref: "#/$defs/leave"}]}, server: {oneOf: [{$ref: "#/$defs/ok"}]},
        leave: {description: "Goes.", examples: [{type: "leave"}], properties: {type: {const: "leave"}, ref: {$ref: "#/$defs/Ref"}},
            required: ["type"]},
        ok: {description: "Done.", properties: {type: {const: "ok"}, left: {const: true, description: "For good."}},
            required: ["left"]},
        Ref: {type: "integer", minimum: 0, description: "Comes back."},
    }});
    assert.deepEqual(says, [{name: "leave", words: "Goes.", example: '{\n  "type": "leave"\n}',
        fields: [{name: "ref", where: "", type: "integer, from 0", needed: false, words: "Comes back."}]}]);
    assert.deepEqual(hears[0]?.fields, [{name: "left", where: "", type: "true", needed: true, words: "For good."}]);
    assert.deepEqual(messagesOf(null), {says: [], hears: []});
});
