/* developers.ts - the documentation for programs: the HTTP API and the WebSocket
 * messages, from the server's own descriptions. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import {copyText} from "../browser/clipboard.js";
import {requestJson} from "../online/request.js";
import {type     SocketMessages, type ApiCall, type ApiField, apiOf, type ApiSubject, messagesOf, type
    SocketMessage} from "../state/api-words.js";
import {capitalized} from "../state/text.js";
import {shared} from "../style/shared.js";
import {icon} from "../ui/icons.js";

const DESCRIPTION = "/api/openapi.json";
const PROTOCOL = "/api/protocol.schema.json";

class ScreenDevelopers extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-6);
            max-width: 60rem;
            margin-inline: auto;
        }

        header,
        section {
            display: grid;
            gap: var(--space-3);
        }

        .ways {
            display: grid;
            grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr));
            gap: var(--space-3);
        }

        .ways .card {
            display: grid;
            gap: var(--space-2);
            align-content: start;
        }

        code,
        pre {
            font: 500 0.92em / 1.5 var(--font-mono);
        }

        summary code,
        .ways code {
            overflow-wrap: anywhere;
        }

        details {
            border: 1px solid var(--line);
            border-radius: var(--round-m);
            background: var(--card);
        }

        summary {
            display: grid;
            grid-template-columns: 4.2rem minmax(0, 1fr);
            gap: var(--space-1) var(--space-3);
            align-items: center;
            min-height: var(--target);
            padding: var(--space-2) var(--space-4);
            border-radius: var(--round-m);
            cursor: pointer;
            list-style: none;
        }

        summary::-webkit-details-marker {
            display: none;
        }

        summary:hover {
            background: var(--sunk);
        }

        .method {
            padding: 3px 0;
            border-radius: 6px;
            background: var(--o-soft);
            color: var(--ink);
            font: 650 var(--text-xs) var(--font-mono);
            text-align: center;
        }

        .method.POST {
            background: var(--x-soft);
        }

        .title {
            grid-column: 2;
        }

        .inside {
            display: grid;
            gap: var(--space-3);
            padding: var(--space-2) var(--space-4) var(--space-4);
        }

        .said {
            display: grid;
            grid-template-columns: minmax(0, 1fr) auto;
            align-items: start;
            border-radius: var(--round-s);
            background: var(--sunk);
        }

        pre {
            max-height: 20rem;
            margin: 0;
            padding: var(--space-3);
            overflow: auto;
            overflow-wrap: anywhere;
            white-space: pre-wrap;
        }

        table {
            width: 100%;
            border-collapse: collapse;
            font-size: var(--text-s);
        }

        th,
        td {
            padding: var(--space-2) var(--space-3) var(--space-2) 0;
            border-block-end: 1px solid var(--line);
            text-align: start;
            vertical-align: top;
            overflow-wrap: anywhere;
        }

        th {
            overflow-wrap: normal;
        }

        tr:last-child > * {
            border: 0;
        }

        @media (min-width: 700px) {
            summary {
                grid-template-columns: 4.2rem minmax(0, 1fr) auto;
            }

            .title {
                grid-column: auto;
            }
        }

        @media (max-width: 559px) {
            .fields,
            .fields tbody,
            .fields tr,
            .fields th,
            .fields td {
                display: block;
                padding-inline: 0;
                border: 0;
            }

            .fields tr {
                padding-block: var(--space-2);
                border-block-end: 1px solid var(--line);
            }

            .fields :is(th, td) {
                padding-block: 0;
            }

            .fields thead {
                display: none;
            }
        }
    `];

    static override properties = {subjects: {state: true}, messages: {state: true}, broken: {state: true}};

    private declare subjects: readonly ApiSubject[];
    private declare messages: SocketMessages;
    private declare broken: string;

    constructor() {
        super();
        this.subjects = [];
        this.messages = {says: [], hears: []};
        this.broken = "";
        void this.loadDescriptions();
    }

    private async loadDescriptions(): Promise<void> {
        this.broken = "";
        try {
            const [api, protocol] = await Promise.all([requestJson(DESCRIPTION), requestJson(PROTOCOL)]);
            this.subjects = apiOf(api, location.origin);
            this.messages = messagesOf(protocol);
        } catch {
            this.broken = "The server cannot be asked what it offers. Is the network away?";
        }
    }

    protected override render(): TemplateResult {
        return html`
            <header>
                <h1>For programs</h1>
                <p class="soft">Whatever people do here, programs can do: no account, no key to apply for. Answers are
                    JSON; what is refused says why, as problem+json with a code.</p>
            </header>
            ${this.ways()}
            ${this.broken ? html`<div class="card row" role="alert"><p>${this.broken}</p>
                <button class="button" @click=${this.loadDescriptions}>${icon("again")}Try again</button></div>` : nothing}
            ${this.subjects.map((subject) => this.subject(subject))}
            ${this.messages.says.length > 0 ? this.socket() : nothing}`;
    }

    private ways(): TemplateResult {
        return html`<div class="ways">
            <div class="card"><h2>HTTP</h2><p class="small">All below.
                <a href=${DESCRIPTION}>Its description</a> is OpenAPI 3.1, for programs that write programs.</p></div>
            <div class="card"><h2>WebSocket</h2><p class="small">Rooms as they happen:
                <a href="#socket" @click=${this.showSocket}>all messages</a>, at the end of this page, or as
                <a href=${PROTOCOL}>JSON Schema</a>, for programs.</p></div>
            <div class="card"><h2>On your site</h2><p class="small">One script tag brings a board:
                <a href="/embed/">how</a>.</p></div>
        </div>`;
    }

    /** Fragments of an address don't reach into shadow trees. */
    private showSocket(event: Event): void {
        event.preventDefault();
        const heading = this.renderRoot.querySelector<HTMLElement>("#socket");
        heading?.scrollIntoView();
        heading?.focus();
    }

    private socket(): TemplateResult {
        const {says, hears} = this.messages;
        const address = `${location.origin.replace(/^http/, "ws")}/ws`;
        return html`<section aria-labelledby="socket">
            <h2 id="socket" tabindex="-1">WebSocket</h2>
            <p>Open it and send the first message: create, join, rejoin or watch a room. From then on the server sends
                everything that happens there; each message is one JSON object. A message that changes the room is
                answered by its event, a message that changes nothing by <code>ok</code>, and a refused message by
                <code>error</code>.</p>
            ${this.copyableText("How to open it", `new WebSocket("${address}", "oxo.v1")`)}
            <h3>What a client says</h3>
            ${says.map((message) => this.message(message, "says"))}
            <h3>What a client hears</h3>
            ${hears.map((message) => this.message(message, "hears"))}
        </section>`;
    }

    private message({name, words, fields, example}: SocketMessage, side: "says" | "hears"): TemplateResult {
        return html`<details>
            <summary><span class="method ${side === "says" ? "POST" : ""}">${side}</span> <code>${name}</code></summary>
            <div class="inside">
                <p>${words}</p>
                ${this.members("Fields", fields)}
                ${this.copyableText("An example", example)}
            </div>
        </details>`;
    }

    private subject({name, words, calls}: ApiSubject): TemplateResult {
        return html`<section aria-labelledby=${name}>
            <div><h2 id=${name}>${capitalized(name)}</h2><p class="soft small">${words}</p></div>
            ${calls.map((call) => this.call(call))}
        </section>`;
    }

    private call(call: ApiCall): TemplateResult {
        return html`<details>
            <summary><span class="method ${call.method}">${call.method}</span> <code>${call.path}</code>
                <span class="title soft small">${call.title}</span></summary>
            <div class="inside">
                ${call.words ? html`<p>${call.words}</p>` : nothing}
                ${call.fields.length > 0 ? this.fields(call) : nothing}
                ${this.copyableText("The command", call.example)}
                ${call.answer ? this.copyableText("The answer", call.answer) : nothing}
                ${call.answerFields.length > 0 ? this.members("What is in the answer", call.answerFields) : nothing}
                <table><caption class="hidden-text">Answers</caption><tbody>${call.answers.map(({status, words}) => html`
                    <tr><th scope="row" class="number">${status === "default" ? "other" : status}</th><td>${words}</td></tr>`)}
                </tbody></table>
            </div>
        </details>`;
    }

    private fields({fields}: ApiCall): TemplateResult {
        return html`<table class="fields"><caption class="hidden-text">What it is told</caption>
            <thead><tr><th scope="col">Field</th><th scope="col">In</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
            <tbody>${fields.map((field) => this.field(field))}</tbody></table>`;
    }

    private members(caption: string, fields: readonly ApiField[]): TemplateResult {
        return html`<table class="fields"><caption class="hidden-text">${caption}</caption>
            <thead><tr><th scope="col">Field</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
            <tbody>${fields.map(({name, type, needed, words}) => html`<tr>
                <th scope="row"><code>${name}</code></th><td>${type}${needed ? "" : ", not always"}</td><td>${words}</td></tr>`)}
            </tbody></table>`;
    }

    private field({name, where, type, needed, words}: ApiField): TemplateResult {
        return html`<tr><th scope="row"><code>${name}</code></th><td>${where}${needed ? ", needed" : ""}</td>
            <td>${type}</td><td>${words}</td></tr>`;
    }

    private copyableText(what: string, text: string): TemplateResult {
        return html`<div class="said"><pre tabindex="0" role="group" aria-label=${what}>${text}</pre>
            <button class="button quiet icon" aria-label="Copy: ${what.toLowerCase()}" title="Copy"
                @click=${() => copyText(text, "Copied.")}>${icon("copy")}</button></div>`;
    }
}

customElements.define("screen-developers", ScreenDevelopers);
