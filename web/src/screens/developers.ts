/* developers.ts - what programs can ask of this server: the HTTP API as its
 * own description tells it, and the ways beside it. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import {apiOf, type Call, type Field, type Subject} from "../state/api-words.js";
import {shared} from "../style/shared.js";
import {copy} from "../ui/copy.js";
import {icon} from "../ui/icons.js";

const DESCRIPTION = "/api/openapi.json";

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

    static override properties = {subjects: {state: true}, broken: {state: true}};

    private declare subjects: readonly Subject[];
    private declare broken: string;

    constructor() {
        super();
        this.subjects = [];
        this.broken = "";
        void this.load();
    }

    private async load(): Promise<void> {
        this.broken = "";
        try {
            const answer = await fetch(DESCRIPTION);
            if (!answer.ok)
                throw new Error(String(answer.status));
            this.subjects = apiOf(await answer.json(), location.origin);
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
                <button class="button" @click=${this.load}>${icon("again")}Try again</button></div>` : nothing}
            ${this.subjects.map((subject) => this.subject(subject))}`;
    }

    private ways(): TemplateResult {
        const socket = `${location.origin.replace(/^http/, "ws")}/ws`;
        return html`<div class="ways">
            <div class="card"><h2>HTTP</h2><p class="small">All below.
                <a href=${DESCRIPTION}>Its description</a> is OpenAPI 3.1, for programs that write programs.</p></div>
            <div class="card"><h2>WebSocket</h2><p class="small"><code>${socket}</code>, subprotocol
                <code>oxo.v1</code>: rooms as they happen.</p></div>
            <div class="card"><h2>On your site</h2><p class="small">One script tag brings a board:
                <a href="/embed/">how</a>.</p></div>
        </div>`;
    }

    private subject({name, words, calls}: Subject): TemplateResult {
        return html`<section aria-labelledby=${name}>
            <div><h2 id=${name}>${name.charAt(0).toUpperCase()}${name.slice(1)}</h2><p class="soft small">${words}</p></div>
            ${calls.map((call) => this.call(call))}
        </section>`;
    }

    private call(call: Call): TemplateResult {
        return html`<details>
            <summary><span class="method ${call.method}">${call.method}</span> <code>${call.path}</code>
                <span class="title soft small">${call.title}</span></summary>
            <div class="inside">
                ${call.words ? html`<p>${call.words}</p>` : nothing}
                ${call.fields.length > 0 ? this.fields(call) : nothing}
                ${this.said("The command", call.example)}
                ${call.answer ? this.said("The answer", call.answer) : nothing}
                <table><caption class="hidden-text">Answers</caption><tbody>${call.answers.map(({status, words}) => html`
                    <tr><th scope="row" class="number">${status === "default" ? "other" : status}</th><td>${words}</td></tr>`)}
                </tbody></table>
            </div>
        </details>`;
    }

    private fields({fields}: Call): TemplateResult {
        return html`<table class="fields"><caption class="hidden-text">What it is told</caption>
            <thead><tr><th scope="col">Field</th><th scope="col">In</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
            <tbody>${fields.map((field) => this.field(field))}</tbody></table>`;
    }

    private field({name, where, type, needed, words}: Field): TemplateResult {
        return html`<tr><th scope="row"><code>${name}</code></th><td>${where}${needed ? ", needed" : ""}</td>
            <td>${type}</td><td>${words}</td></tr>`;
    }

    private said(what: string, text: string): TemplateResult {
        return html`<div class="said"><pre tabindex="0" role="group" aria-label=${what}>${text}</pre>
            <button class="button quiet icon" aria-label="Copy: ${what.toLowerCase()}" title="Copy"
                @click=${() => copy(text, "Copied.")}>${icon("copy")}</button></div>`;
    }
}

customElements.define("screen-developers", ScreenDevelopers);
