/* page.js - plays classic against the engine. All rules come from the core. */
import {load} from "../oxo.js";

const oxo = await load();
const engine = oxo.engine();
const board = document.getElementById("board");
const said = document.getElementById("said");
let game;

function say(view) {
    const results = {X: "You win.", O: "The computer wins.", draw: "A draw."};
    return results[view.outcome] ?? "Your move.";
}

function draw() {
    const view = oxo.view(game);
    said.textContent = say(view);
    board.replaceChildren(...[...view.boards[0].cells].map((mark, cell) => {
        const button = document.createElement("button");
        const move = "abcdefghi"[cell];
        button.textContent = mark === "." ? "" : mark.toUpperCase();
        button.ariaLabel = `${move}: ${mark === "." ? "empty" : mark}`;
        button.disabled = !view.legal.includes(move);
        button.onclick = () => play(move);
        return button;
    }));
}

function play(move) {
    game = {...game, moves: [...game.moves, move]};
    if (oxo.view(game).outcome === "ongoing")
        game = {...game, moves: [...game.moves, engine.search(game, {}).lines[0].moves[0]]};
    draw();
}

function begin() {
    game = {variant: "classic", moves: []};
    draw();
}

document.getElementById("again").onclick = begin;
begin();
