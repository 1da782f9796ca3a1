/* oxo-export.ts - <oxo-export>: exports a study as a link, a game file, a
 * position string or a picture. */
import {css, html, LitElement, type TemplateResult} from "lit";
import type {View} from "@oxo/core";
import {copyText} from "../browser/clipboard.js";
import {saveFile} from "../browser/save-file.js";
import {toast} from "../state/toasts.js";
import {shared} from "../style/shared.js";
import {icon} from "./icons.js";
import {paletteOf, pictureOf, pixelsOf} from "./picture.js";

export class OxoExport extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-3);
        }

        label {
            display: grid;
            gap: var(--space-1);
            font-size: var(--text-s);
        }

        .line {
            display: grid;
            grid-template-columns: minmax(0, 1fr) auto;
            gap: var(--space-2);
            align-items: end;
        }

        input {
            font-family: var(--font-mono);
            font-size: var(--text-s);
        }

        select.field {
            width: auto;
        }
    `];

    static override properties = {
        view: {attribute: false},
        link: {type: String},
        fileOf: {attribute: false},
        name: {type: String},
        scheme: {state: true},
    };

    declare view: View | null;
    /** The address of the current line and ply. */
    declare link: string;
    /** Makes the game file, on demand. */
    declare fileOf: () => string;
    /** The name of files, without extension. */
    declare name: string;
    private declare scheme: "light" | "dark";

    constructor() {
        super();
        this.view = null;
        this.link = "";
        this.fileOf = () => "";
        this.name = "oxo";
        this.scheme = "light";
    }

    protected override render(): TemplateResult {
        return html`
            ${this.text("Link to this moment", this.link, "The link is copied.")}
            ${this.text("Position", this.view?.position ?? "", "The position is copied.")}
            <div class="row">
                <button class="button" @click=${this.saveGame}>${icon("download")}Game, .tpgn</button>
                <button class="button" @click=${() => this.savePicture("svg")}>${icon("download")}SVG</button>
                <button class="button" @click=${() => this.savePicture("png")}>${icon("download")}PNG</button>
                <select class="field" aria-label="Colours of the picture"
                    @change=${(event: Event) => { this.scheme = (event.target as HTMLSelectElement).value as "light" | "dark"; }}>
                    <option value="light">light</option>
                    <option value="dark">dark</option>
                </select>
            </div>`;
    }

    private text(label: string, value: string, said: string): TemplateResult {
        return html`<div class="line">
            <label>${label}<input class="field" readonly .value=${value}
                @focus=${(event: Event) => (event.target as HTMLInputElement).select()}></label>
            <button class="button icon" aria-label="Copy: ${label}" title="Copy"
                @click=${() => copyText(value, said)}>${icon("copy")}</button>
        </div>`;
    }

    private saveGame(): void {
        try {
            saveFile(`${this.name}.tpgn`, this.fileOf());
        } catch (error) {
            toast(`The game cannot be written: ${(error as Error).message}`);
        }
    }

    private async savePicture(kind: "svg" | "png"): Promise<void> {
        if (!this.view)
            return;
        const svg = pictureOf(this.view, paletteOf(this.scheme));
        try {
            if (kind === "svg")
                saveFile(`${this.name}.svg`, svg, "image/svg+xml");
            else
                saveFile(`${this.name}.png`, await pixelsOf(svg), "image/png");
        } catch (error) {
            toast(`The picture cannot be made: ${(error as Error).message}`);
        }
    }
}

customElements.define("oxo-export", OxoExport);

declare global {
    interface HTMLElementTagNameMap {
        "oxo-export": OxoExport;
    }
}
