/* statistics.ts - the reader's results by variant and opponent, and the latest
 * games, on this device and online. Without a network it shows the games on this
 * device. */
import {html, LitElement, nothing, type TemplateResult} from "lit";
import {createRef, ref} from "lit/directives/ref.js";
import type {Variant} from "@oxo/core";
import {fetchRivalGames, fetchStatistics, type OnlineStatistics} from "../online/statistics.js";
import {levelName} from "../state/levels.js";
import {settings} from "../state/settings.js";
import {deviceStatistics, gamesOf, mergeTallies, NO_STATISTICS, type Played, sumTallies, type Tally,
    tallyGames} from "../state/statistics.js";
import {toast} from "../state/toasts.js";
import {variantName} from "../state/variants.js";
import {shared} from "../style/shared.js";
import {icon} from "../ui/icons.js";
import type {OxoDialog} from "../ui/oxo-dialog.js";
import "../ui/oxo-dialog.js";
import "../ui/oxo-tally.js";
import {Watching} from "../ui/watching.js";
import {statisticsStyle} from "./statistics-style.js";

const GAMES_SHOWN = 30;
const RESULTS = {win: "Won", draw: "Drawn", loss: "Lost"} as const;

/** The games against one person. */
interface Rival {
    readonly name: string;
    readonly games: readonly Played[];
}

type Counts = Pick<Tally, "wins" | "draws" | "losses">;

const scorePercent = (counts: Counts): string =>
    `${Math.round(100 * (counts.wins + counts.draws / 2) / Math.max(1, gamesOf(counts)))} %`;

class ScreenStatistics extends LitElement {
    static override styles = [shared, statisticsStyle];

    static override properties = {online: {state: true}, rival: {state: true}};

    /** Null until the server has answered; "away" if it can't be reached. */
    private declare online: OnlineStatistics | "away" | null;
    private declare rival: Rival | null;

    private readonly reset = createRef<OxoDialog>();
    private readonly versus = createRef<OxoDialog>();

    constructor() {
        super();
        this.online = null;
        this.rival = null;
        new Watching(this, [deviceStatistics]);
        void this.fetchOnline();
    }

    private async fetchOnline(): Promise<void> {
        try {
            this.online = await fetchStatistics(settings.value.key);
        } catch {
            this.online = "away";
        }
    }

    private get onlineOrNone(): OnlineStatistics {
        return this.online === "away" || this.online === null ? NO_STATISTICS : this.online;
    }

    private get games(): readonly Played[] {
        return [...deviceStatistics.value.games, ...this.onlineOrNone.games].sort((a, b) => b.ended - a.ended).slice(0, GAMES_SHOWN);
    }

    // ---- Drawing ---------------------------------------------------------------

    protected override render(): TemplateResult {
        const tallies = mergeTallies(deviceStatistics.value.tallies, this.onlineOrNone.tallies);
        const all = sumTallies(tallies);
        return html`
            <h1>Statistics</h1>
            ${this.online === "away" ? html`<p class="card row away" role="status">
                <span>The server cannot be asked just now: these are the games of this device.</span>
                <button class="button" @click=${this.fetchOnline}>${icon("again")}Try again</button></p>` : nothing}
            ${gamesOf(all) === 0 ? this.noGames() : html`
                ${this.summary(all)}
                ${[...new Set(tallies.map((tally) => tally.variant))].map((variant) =>
                    this.table(variant, tallies.filter((tally) => tally.variant === variant)))}
                ${this.recent()}
                ${this.forgetSection()}`}
            ${this.headToHead()}`;
    }

    private noGames(): TemplateResult {
        return html`<div class="none stack">
            <p>${this.online === null ? "Asking the server …" : "You have not finished a game yet."}</p>
            <p><a class="button primary" href="/">Play a game</a></p>
        </div>`;
    }

    private summary(all: Counts): TemplateResult {
        const number = (name: string, value: string | number): TemplateResult =>
            html`<div><dt>${name}</dt><dd class="number">${value}</dd></div>`;
        return html`<section class="card summary" aria-label="All games">
            <dl>
                ${number("Games", gamesOf(all))}
                ${number("Won", all.wins)}
                ${number("Drawn", all.draws)}
                ${number("Lost", all.losses)}
                ${number("Score", scorePercent(all))}
            </dl>
            ${this.bar(all)}
        </section>`;
    }

    private bar(counts: Counts): TemplateResult {
        return html`<oxo-tally aria-hidden="true" .wins=${counts.wins} .draws=${counts.draws}
            .losses=${counts.losses}></oxo-tally>`;
    }

    private table(variant: Variant, tallies: readonly Tally[]): TemplateResult {
        return html`<section aria-labelledby=${variant}>
            <h2 id=${variant}>${variantName(variant)}</h2>
            <table aria-labelledby=${variant}>
                <thead><tr><th scope="col">Against</th><th scope="col">Won</th><th scope="col">Drawn</th>
                    <th scope="col">Lost</th><th scope="col">Score</th><td class="wide"></td></tr></thead>
                <tbody>${tallies.map((tally) => html`<tr>
                    <th scope="row">${tally.level === null ? "People"
                        : html`Level ${tally.level}<small class="soft">, ${levelName(tally.level)}</small>`}</th>
                    <td>${tally.wins}</td><td>${tally.draws}</td><td>${tally.losses}</td>
                    <td>${scorePercent(tally)}</td><td class="wide">${this.bar(tally)}</td></tr>`)}</tbody>
            </table>
        </section>`;
    }

    private recent(): TemplateResult {
        return html`<section aria-labelledby="recent">
            <h2 id="recent">Recent games</h2>
            <ul>${this.games.map((game) => this.game(game))}</ul>
        </section>`;
    }

    private game(game: Played): TemplateResult {
        const when = new Date(game.ended);
        const person = game.online && game.level === null;
        const address = game.online ? `/g/${encodeURIComponent(game.id)}`
            : `/analysis?variant=${game.variant}&moves=${game.moves.join(".")}`;
        return html`<li>
            <span class="result ${game.result}">${RESULTS[game.result]}</span>
            <span class="what">
                <span>${variantName(game.variant)}, ${game.me} against ${this.opponent(game)}</span>
                <small class="soft"><time datetime=${when.toISOString()}>${when.toLocaleString(undefined,
                    {dateStyle: "medium", timeStyle: "short"})}</time>, ${game.moves.length} ${
                    game.moves.length === 1 ? "move" : "moves"}, ${game.online ? "online"
                    : "on this device"}</small>
            </span>
            <span class="row">
                ${person ? html`<button class="button" @click=${() => this.showHeadToHead(game)}>${icon("people")}Head to head</button>`
                    : nothing}
                <a class="button" href=${address} aria-label="Analyse the game of ${when.toLocaleString()}"
                    >${icon("chart")}Analyse</a>
            </span>
        </li>`;
    }

    private opponent(game: Played): string {
        if (game.level !== null)
            return `level ${game.level}`;
        return game.opponent || (game.online ? "somebody" : "a friend here");
    }

    private forgetSection(): TemplateResult {
        return html`<section aria-labelledby="reset">
            <h2 id="reset">Begin anew</h2>
            <p class="soft">Games on this device are counted here only, and can be forgotten.</p>
            <p><button class="button" ?disabled=${deviceStatistics.value.tallies.length === 0}
                @click=${() => this.reset.value?.show()}>Forget the games of this device</button></p>
            <oxo-dialog ${ref(this.reset)} heading="Forget them all?"
                @oxo-close=${(event: CustomEvent<string>) => {
                    if (event.detail === "yes")
                        deviceStatistics.value = NO_STATISTICS;
                }}>
                <p>${gamesOf(sumTallies(deviceStatistics.value.tallies))} games on this device will be forgotten. This cannot be undone.
                    Games that were played online stay.</p>
                <p class="row answers">
                    <button class="button" data-close="">Keep them</button>
                    <button class="button primary" data-close="yes">Forget them</button>
                </p>
            </oxo-dialog>
        </section>`;
    }

    // ---- Head to head ------------------------------------------------------------

    private async showHeadToHead(game: Played): Promise<void> {
        try {
            const games = await fetchRivalGames(settings.value.key, game.id);
            this.rival = {name: game.opponent || "somebody", games};
            await this.updateComplete;
            this.versus.value?.show();
        } catch {
            toast("There is nothing to compare: the server cannot be asked, or they play without a key of their own.");
        }
    }

    private headToHead(): TemplateResult {
        const {name, games} = this.rival ?? {name: "", games: []};
        const counts = tallyGames(games);
        return html`<oxo-dialog ${ref(this.versus)} heading="You and ${name}">
            <p class="score number">${counts.wins + counts.draws / 2} – ${counts.losses + counts.draws / 2}</p>
            ${this.bar(counts)}
            <p class="soft tally">${counts.wins} won, ${counts.draws} drawn, ${counts.losses} lost</p>
            <ul>${games.slice(0, GAMES_SHOWN).map((game) => html`<li>
                <span class="result ${game.result}">${RESULTS[game.result]}</span>
                <span class="what"><a href="/g/${encodeURIComponent(game.id)}">${variantName(game.variant)}, ${
                    new Date(game.ended).toLocaleDateString(undefined, {dateStyle: "medium"})}</a></span>
            </li>`)}</ul>
        </oxo-dialog>`;
    }
}

customElements.define("screen-statistics", ScreenStatistics);
