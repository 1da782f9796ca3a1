/* study-source.ts - opens the study that an address of the analysis screen names:
 * a game on the server, or the legal part of the moves in the address. Throws an
 * Error with a sentence for the reader if the server has no such game. */
import type {Oxo} from "@oxo/core";
import type {Route} from "../browser/router.js";
import {fetchGame} from "../online/api.js";
import type {ApiError} from "../online/request.js";
import {type About, aboutServer, UNKNOWN_GAME} from "../state/game-about.js";
import {playablePart, readAddress, splitMoves} from "../state/study-address.js";
import {addLine, gameAt, goToPly, type Path, type Study, studyOf} from "../state/study.js";
import {toast} from "../state/toasts.js";

export interface Source {
    readonly study: Study;
    readonly about: About;
    /** What is wrong with the address, as a sentence, or "". */
    readonly trouble: string;
}

export async function openStudy(oxo: Oxo, route: Route): Promise<Source> {
    return route.screen === "g" ? openServerGame(oxo, route) : openLink(oxo, route);
}

function openLink(oxo: Oxo, route: Route): Source {
    const {game, ply, trouble} = playablePart(oxo, readAddress(route.query));
    return {study: studyOf(game, ply), about: UNKNOWN_GAME, trouble};
}

async function openServerGame(oxo: Oxo, route: Route): Promise<Source> {
    const game = await fetchGame(route.rest[0] ?? "").catch((error: ApiError) => {
        throw error.code === "not-found"
            ? new Error("There is no such game. It may be unfinished, or the link mistyped.") : error;
    });
    const study = studyOf({variant: game.variant, moves: game.moves});
    return {study: withBranch(oxo, study, route), about: aboutServer(game), trouble: ""};
}

/** Adds the moves of the address as a branch of the game. */
function withBranch(oxo: Oxo, study: Study, route: Route): Study {
    const line = splitMoves(route.query.get("moves") ?? "", study.variant);
    const ply = route.query.get("ply");
    return goToPly(line.length > 0 && isLegal(oxo, study, line) ? addLine(study, line) : study,
        ply === null ? Infinity : Number(ply));
}

function isLegal(oxo: Oxo, study: Study, line: Path): boolean {
    try {
        oxo.view(gameAt(study, line));
        return true;
    } catch {
        toast("The branch of this link cannot be played, so here is the game without it.");
        return false;
    }
}
