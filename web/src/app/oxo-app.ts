/* oxo-app.ts - <oxo-app>: the shell around every screen. */
import {css, html, LitElement, nothing, type TemplateResult} from "lit";
import {html as staticHtml, unsafeStatic} from "lit/static-html.js";
import {followLinks, isCurrent, route} from "../browser/router.js";
import {setTitle} from "../browser/title.js";
import {retryCore, waitingForCore} from "../core/with-core.js";
import {codeOf} from "../state/room.js";
import {seats} from "../state/seats.js";
import {changeSettings, settings, THEMES} from "../state/settings.js";
import {shared} from "../style/shared.js";
import {icon, type IconName, logo} from "../ui/icons.js";
import "../ui/oxo-my-games.js";
import "../ui/oxo-toasts.js";
import {Watching} from "../ui/watching.js";
import {MISSING, type Screen, SCREENS} from "./screens.js";

const NAV: readonly {screen: string; name: string; icon: IconName}[] = [
    {screen: "", name: "Play", icon: "grid"},
    {screen: "rooms", name: "Watch", icon: "eye"},
    {screen: "analysis", name: "Analysis", icon: "chart"},
    {screen: "learn", name: "Learn", icon: "tree"},
    {screen: "statistics", name: "Statistics", icon: "people"},
];

export class OxoApp extends LitElement {
    static override styles = [shared, css`
        :host {
            display: flex;
            flex-direction: column;
            min-height: 100dvh;
        }

        header {
            display: flex;
            gap: var(--space-2);
            align-items: center;
            width: 100%;
            max-width: 1240px;
            margin: 0 auto;
            padding: var(--space-3) var(--space-4);
        }

        .home {
            display: flex;
            align-items: center;
            min-height: var(--target);
            margin-inline-end: auto;
        }

        nav {
            display: flex;
            gap: var(--space-1);
        }

        main {
            flex: 1;
            width: 100%;
            max-width: 1240px;
            margin: 0 auto;
            padding: var(--space-2) var(--space-4) var(--space-7);
            outline: none;
        }

        footer {
            display: flex;
            flex-wrap: wrap;
            gap: var(--space-2) var(--space-5);
            justify-content: center;
            padding: var(--space-4);
            color: var(--ink-soft);
            font-size: var(--text-s);
        }

        footer a {
            display: inline-flex;
            align-items: center;
            min-height: 32px;
        }

        oxo-my-games {
            position: sticky;
            inset-block-start: 0;
            z-index: 8;
            width: 100%;
            max-width: 1240px;
            margin: 0 auto;
            padding: 0 var(--space-4);
        }

        oxo-my-games[all] {
            position: static;
        }

        .skip {
            position: absolute;
            inset-block-start: -100px;
            z-index: 30;
        }

        .skip:focus {
            inset-block-start: var(--space-2);
            inset-inline-start: var(--space-2);
        }

        .notice {
            justify-content: space-between;
            margin-block-end: var(--space-4);
            border-color: var(--bad);
        }

        .trouble {
            max-width: 32rem;
            margin: var(--space-7) auto;
            text-align: center;
        }

        @media (max-width: 759px) {
            :host {
                --bar: 56px;
            }

            header {
                padding: var(--space-1) var(--space-3);
            }

            oxo-my-games {
                padding: 0 var(--space-3);
            }

            main {
                padding: var(--space-1) var(--space-3) var(--space-5);
            }

            footer {
                padding-block-end: 5.5rem;
            }

            nav {
                position: fixed;
                inset: auto 0 0 0;
                z-index: 10;
                box-sizing: content-box;
                height: calc(var(--bar) - 2 * var(--space-1) - 1px);
                justify-content: space-around;
                padding: var(--space-1) var(--space-1) calc(var(--space-1) + env(safe-area-inset-bottom));
                border-block-start: 1px solid var(--line);
                background: var(--card);
            }

            nav .button {
                flex: 1;
                flex-direction: column;
                gap: 1px;
                min-width: 0;
                padding: var(--space-1) 2px;
                font-size: 0.75rem;
            }
        }

        @media (min-width: 760px) {
            nav .icon {
                display: none;
            }
        }
    `];

    static override properties = {shown: {state: true}, failed: {state: true}};

    private declare shown: Screen | null;
    /** The route of the screen that is shown. */
    private place = route.value;
    private declare failed: boolean;

    constructor() {
        super();
        this.shown = null;
        this.failed = false;
        new Watching(this, [settings, waitingForCore]);
        this.followGames();
        followLinks(document);
        route.watch(() => void this.showRoute());
        void this.showRoute();
    }

    /** Loads the screen's code first; until then the old screen stays. */
    private async showRoute(): Promise<void> {
        const place = route.value;
        const screen = SCREENS[place.screen] ?? MISSING;
        const there = await screen.load().then(() => true, () => false);
        if (!isCurrent(place))
            return;
        if (!there) {
            this.failed = true;
            return;
        }
        const another = this.shown !== null && this.shown !== screen;
        this.failed = false;
        if (another)
            waitingForCore.value = []; // the screen that waited is gone
        this.shown = screen;
        this.place = place;
        this.requestUpdate(); // perhaps the same screen at another address
        setTitle(screen.title);
        await this.updateComplete;
        if (another)
            this.renderRoot.querySelector("main")?.focus();
    }

    protected override render(): TemplateResult {
        return html`
            <header>
                <button class="button skip" @click=${this.skipToMain}>Skip to the content</button>
                <a class="home" href="/" aria-label="oxo, home">${logo()}</a>
                <nav aria-label="Main">${NAV.map((item) => html`
                    <a class="button quiet" href="/${item.screen}"
                        aria-current=${this.shown === SCREENS[item.screen] ? "page" : nothing}
                        >${icon(item.icon)}${item.name}</a>`)}
                </nav>
                ${this.switches()}
            </header>
            <oxo-my-games ?all=${this.place.screen === ""} except=${this.roomOnScreen()}></oxo-my-games>
            <main id="main" tabindex="-1">
                ${waitingForCore.value.length > 0 ? this.coreNotice() : nothing}
                ${this.failed ? this.loadFailure() : this.screen()}
            </main>
            <footer>
                <a href="/rules">Rules</a>
                <a href="/embed/">Put a board on your site</a>
                <a href="/developers">API</a>
            </footer>
            <oxo-toasts></oxo-toasts>`;
    }

    /** Most readers have no seat and do not need this code. */
    private followGames(): void {
        const follow = (): void => {
            if (Object.keys(seats.value).length > 0)
                void import("./attention.js").catch(() => {}); // asked again with the next seat
        };
        seats.watch(follow);
        follow();
    }

    private roomOnScreen(): string {
        return this.place.screen === "r" ? codeOf(this.place.rest[0] ?? "") : "";
    }

    private skipToMain(): void {
        this.renderRoot.querySelector("main")?.focus();
    }

    private switches(): TemplateResult {
        const theme = THEMES[settings.value.theme];
        const {sound, avatar, name} = settings.value;
        return html`
            <button class="button quiet icon" aria-label="You${name ? `: ${name}` : ""}" title="Name and picture"
                aria-haspopup="dialog" @click=${this.openProfile}>${
                    avatar ? html`<span aria-hidden="true">${avatar}</span>` : icon("person")}</button>
            <button class="button quiet icon" aria-label="Sound" aria-pressed=${sound}
                title=${sound ? "Sound is on" : "Sound is off"}
                @click=${() => changeSettings({sound: !sound})}>${icon(sound ? "sound" : "mute")}</button>
            <button class="button quiet icon" aria-label=${theme.label} title=${theme.label}
                @click=${() => changeSettings({theme: theme.next})}>${icon(theme.icon)}</button>`;
    }

    private async openProfile(): Promise<void> {
        (await import("../ui/oxo-profile.js")).openProfile();
    }

    private screen(): TemplateResult | typeof nothing {
        if (!this.shown)
            return nothing;
        const tag = unsafeStatic(this.shown.tag);
        return staticHtml`<${tag} .route=${this.place}></${tag}>`;
    }

    private coreNotice(): TemplateResult {
        return html`<div class="card row notice" role="alert">
            <p>The rules and the boards could not be loaded. The network may be away.</p>
            <button class="button" @click=${retryCore}>Try again</button>
        </div>`;
    }

    private loadFailure(): TemplateResult {
        return html`<div class="trouble stack">
            <h1>This part could not be loaded</h1>
            <p>The network may be away, or oxo was updated meanwhile.</p>
            <p><button class="button primary" @click=${() => location.reload()}>Load again</button></p>
        </div>`;
    }
}

customElements.define("oxo-app", OxoApp);
