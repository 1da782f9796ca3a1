/* oxo-invite.ts - <oxo-invite>: the link to a room, to copy or share. */
import {css, html, LitElement, nothing, svg, type TemplateResult} from "lit";
import {copyText} from "../browser/clipboard.js";
import {isLoopback} from "../state/loopback.js";
import {toast} from "../state/toasts.js";
import {shared} from "../style/shared.js";
import {icon} from "./icons.js";
import {qrOf} from "./qr.js";

export class OxoInvite extends LitElement {
    static override styles = [shared, css`
        :host {
            display: grid;
            gap: var(--space-3);
        }

        .link {
            font-family: var(--font-mono);
            font-size: var(--text-s);
            text-overflow: ellipsis;
        }

        .row .button {
            flex: 1;
        }

        .code {
            display: flex;
            gap: var(--space-4);
            align-items: center;
        }

        .here {
            display: grid;
            gap: var(--space-2);
            padding: var(--space-3);
            border: 2px solid var(--bad);
            border-radius: var(--round-s);
            font-size: var(--text-s);
        }

        .here code {
            font: 500 1em var(--font-mono);
            overflow-wrap: anywhere;
        }

        /* QR code readers expect dark on light, in any theme. */
        .code svg {
            flex: none;
            width: 136px;
            padding: 12px;
            border-radius: var(--round-s);
            color-scheme: light;
            background: var(--card);
            fill: var(--ink);
            forced-color-adjust: none;
            shape-rendering: crispEdges;
        }
    `];

    static override properties = {link: {type: String}};

    declare link: string;

    constructor() {
        super();
        this.link = "";
    }

    protected override render(): TemplateResult {
        return html`
            <label class="hidden-text" for="link">Link to this room</label>
            <input id="link" class="field link" readonly .value=${this.link}
                @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()}>
            <div class="row">
                <button class="button primary" @click=${this.copyLink}>${icon("copy")}Copy the link</button>
                ${"share" in navigator ? html`
                    <button class="button" @click=${this.shareLink}>${icon("link")}Share</button>` : nothing}
            </div>
            ${isLoopback(new URL(this.link, location.href).hostname) ? this.loopbackWarning() : this.code()}`;
    }

    /** Others can't open a link to a server that only this machine reaches. */
    private loopbackWarning(): TemplateResult {
        const {hostname, port} = location;
        return html`<div class="here">
            <p><b>This link works on this computer only.</b> ${hostname} is, for everybody, their own.</p>
            <p>To play with others, start the server for the network,
                <code>oxo serve --listen 0.0.0.0:${port || 8080}</code>, and open this page by this computer’s name or
                address in place of ${hostname}.</p>
        </div>`;
    }

    private code(): TemplateResult | typeof nothing {
        const modules = qrOf(this.link);
        if (!modules)
            return nothing;
        const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => isDark ? [`M${x} ${y}h1v1h-1z`] : []));
        return html`<div class="code">
            <svg viewBox="0 0 ${modules.length} ${modules.length}" role="img" aria-label="QR code of the link"
                >${svg`<path d=${dark.join("")} />`}</svg>
            <p class="soft small">Or let them point a camera at this.</p>
        </div>`;
    }

    private async copyLink(): Promise<void> {
        const copied = await copyText(this.link, "The link is copied.",
            "The browser does not let us copy. The link is marked: copy it yourself.");
        if (!copied)
            this.renderRoot.querySelector("input")?.select();
    }

    /** Cancelling the share dialog is no failure. */
    private async shareLink(): Promise<void> {
        try {
            await navigator.share({title: "Noughts and crosses", text: "Play noughts and crosses with me", url: this.link});
        } catch (error) {
            if ((error as DOMException).name !== "AbortError")
                toast("The link could not be shared. Copy it in place of that.");
        }
    }
}

customElements.define("oxo-invite", OxoInvite);
