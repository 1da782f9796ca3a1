/* oxo-open.ts - <oxo-open>: a dialog that opens a pasted position or game, or a
 * file, and sends `oxo-opened`. If a text is invalid, the dialog shows where. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import type {Notation, Oxo, Variant} from "@oxo/core";
import {type Fault, isFault, type Opened, openText} from "../state/study-text.js";
import {VARIANT_OPTIONS} from "../state/variants.js";
import {shared} from "../style/shared.js";
import {sendEvent} from "./events.js";
import {icon} from "./icons.js";
import type {OxoDialog} from "./oxo-dialog.js";
import "./oxo-dialog.js";

declare global {
    interface HTMLElementTagNameMap {
        "oxo-open": OxoOpen;
    }
    interface HTMLElementEventMap {
        "oxo-opened": CustomEvent<Opened>;
    }
}

const NOTATIONS: readonly {readonly notation: Notation; readonly name: string}[] = [
    {notation: "native", name: "oxo's own"},
    {notation: "ultimattt", name: "nelhage/ultimattt"},
    {notation: "utttai", name: "uttt.ai"},
];

/** Bytes. Larger files are refused without reading them. */
const LARGEST_FILE = 1 << 20;

export class OxoOpen extends LitElement {
    static override styles = [shared, css`
        oxo-dialog {
            --dialog-width: 40rem;
        }

        label {
            display: grid;
            gap: var(--space-1);
            flex: 1 1 12rem;
            font-size: var(--text-s);
        }

        .fault {
            padding: var(--space-3);
            border: 2px solid var(--bad);
            border-radius: var(--round-s);
            overflow-x: auto;
        }

        .fault pre {
            margin: var(--space-2) 0 0;
            font: 400 var(--text-s) / 1.3 var(--font-mono);
        }

        .fault i {
            color: var(--bad);
            font-style: normal;
            font-weight: 700;
        }

        .file {
            position: relative;
        }

        .file input {
            position: absolute;
            inset: 0;
            width: 100%;
            opacity: 0;
            cursor: pointer;
        }

        .file:focus-within {
            outline: 3px solid var(--focus);
            outline-offset: 2px;
        }
    `];

    static override properties = {
        oxo: {attribute: false},
        variant: {type: String},
        notation: {state: true},
        fault: {state: true},
        trouble: {state: true},
    };

    declare oxo: Oxo | null;
    /** The variant of a text that names none. */
    declare variant: Variant;
    private declare notation: Notation;
    private declare fault: Fault | null;
    private declare trouble: string;

    constructor() {
        super();
        this.oxo = null;
        this.variant = "ultimate";
        this.notation = "native";
        this.fault = null;
        this.trouble = "";
    }

    show(): void {
        this.dialog.show();
        this.area.focus();
    }

    private get dialog(): OxoDialog {
        return this.renderRoot.querySelector("oxo-dialog")!;
    }

    private get area(): HTMLTextAreaElement {
        return this.renderRoot.querySelector("textarea")!;
    }

    protected override render(): TemplateResult {
        return html`<oxo-dialog heading="Open a game or a position">
            <div class="stack">
                <label for="text">Paste a game file (.tpgn), moves such as ee ea ae, or a position string</label>
                <textarea id="text" class="field" rows="7" spellcheck="false" autocapitalize="off"
                    aria-describedby="fault" aria-invalid=${this.fault ? "true" : "false"}
                    @input=${() => this.clearFault()}></textarea>
                <div id="fault" role="alert">${this.faultText()}</div>
                <div class="row">${this.choices()}</div>
                <div class="row">
                    <button class="button primary" @click=${() => this.openText(this.area.value)}>Open</button>
                    <span class="button file">${icon("download")}Choose a file
                        <input type="file" accept=".tpgn,.txt,text/plain" aria-label="Choose a file" @change=${this.onFileChosen}></span>
                    <span class="soft small">or drop one on the page</span>
                </div>
            </div>
        </oxo-dialog>`;
    }

    private choices(): TemplateResult {
        return html`
            <label>Rules, where the text has none
                <select class="field" @change=${(event: Event) => { this.variant = (event.target as HTMLSelectElement).value as Variant; }}>
                    ${VARIANT_OPTIONS.map(([variant, name]) => html`<option value=${variant} ?selected=${variant === this.variant}>${name}</option>`)}
                </select></label>
            <label>Notation of positions
                <select class="field" @change=${(event: Event) => { this.notation = (event.target as HTMLSelectElement).value as Notation; }}>
                    ${NOTATIONS.map((n) => html`<option value=${n.notation} ?selected=${n.notation === this.notation}>${n.name}</option>`)}
                </select></label>`;
    }

    private faultText(): TemplateResult | typeof nothing {
        if (this.trouble)
            return html`<p class="fault">${this.trouble}</p>`;
        if (!this.fault)
            return nothing;
        const {line, column, reason, text} = this.fault;
        const from = Math.max(0, column - 30);
        return html`<div class="fault">
            <p><b>Line ${line}, column ${column}:</b> ${reason}</p>
            <pre aria-hidden="true">${from > 0 ? "…" : ""}${text.slice(from, column - 1)}<i>${
                text[column - 1] ?? "␣"}</i>${text.slice(column, column + 30)}
${" ".repeat(column - 1 - from + (from > 0 ? 1 : 0))}<i>^</i></pre>
        </div>`;
    }

    private clearFault(): void {
        this.fault = null;
        this.trouble = "";
    }

    /** Opens a text, or shows in the dialog what is wrong with it. */
    openText(text: string): void {
        if (!this.oxo)
            return;
        this.clearFault();
        if (text.trim() === "") {
            this.trouble = "There is nothing to open yet: paste a text first.";
            return;
        }
        const opened = openText(this.oxo, text, {variant: this.variant, notation: this.notation});
        if (isFault(opened)) {
            this.showFault(text, opened);
            return;
        }
        this.dialog.close();
        sendEvent(this, "oxo-opened", opened);
    }

    private showFault(text: string, fault: Fault): void {
        this.fault = fault;
        this.area.value = text;
        this.dialog.show();
    }

    async openFile(file: File): Promise<void> {
        if (file.size > LARGEST_FILE) {
            this.clearFault();
            this.trouble = `${file.name} is too large for a game.`;
            this.dialog.show();
            return;
        }
        this.openText(await file.text());
    }

    private onFileChosen(event: Event): void {
        const input = event.target as HTMLInputElement;
        const file = input.files?.[0];
        input.value = "";
        if (file)
            void this.openFile(file);
    }
}

customElements.define("oxo-open", OxoOpen);
