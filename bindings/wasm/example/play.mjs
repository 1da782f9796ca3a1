/* play.mjs [LEVEL LEVEL] - two levels of the engine play a game of Ultimate. The
 * level `full` is full strength: with the neural network, 200 ms per move.
 *
 *     npm install @oxo/core && node play.mjs 8 full */
import {load} from "@oxo/core";
import {Thinker} from "@oxo/core/thinker";

const levels = {X: process.argv[2] ?? "3", O: process.argv[3] ?? "8"};
const oxo = await load();
const thinker = new Thinker(new URL(import.meta.resolve("@oxo/core/worker")));
const net = import.meta.resolve("@oxo/core/ultimate.net");

function choose(game, level) {
    return level === "full" ? thinker.search(game, {moveTime: 200}, {net})
        : thinker.search(game, {}, {level: Number(level), seed: Date.now()});
}

let game = {variant: "ultimate", moves: []};
let view = oxo.view(game);
while (view.outcome === "ongoing") {
    const {lines} = await choose(game, levels[view.turn]);
    game = {...game, moves: [...game.moves, lines[0].moves[0]]};
    view = oxo.view(game);
}

const review = await thinker.review(game, {nodes: 2000, net});
thinker.close();
console.log(oxo.writeRecord({
    game,
    result: {X: "1-0", O: "0-1", draw: "1/2-1/2"}[view.outcome],
    tags: {X: `Level ${levels.X}`, O: `Level ${levels.O}`},
    notes: review.moves.map(({key, sentence}) => (key ? {comment: sentence} : null)),
}));
console.log(`accuracy: X ${review.accuracy.X} %, O ${review.accuracy.O} %`);
