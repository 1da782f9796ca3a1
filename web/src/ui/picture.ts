/* picture.ts - draws a position as a self-contained SVG file. */
import type {BoardView, Mark, View} from "@oxo/core";
import {partsOf} from "../state/cells.js";

export interface Palette {
    readonly paper: string;
    readonly card: string;
    readonly ink: string;
    readonly line: string;
    readonly strong: string;
    readonly draw: string;
    readonly sunk: string;
    readonly x: string;
    readonly xSoft: string;
    readonly o: string;
    readonly oSoft: string;
}

/** Width and height of the picture. */
export const SIZE = 720;
const MARGIN = 24;
const GAP = 18;

interface Square {
    readonly x: number;
    readonly y: number;
    readonly side: number;
}

const num = (n: number): string => String(Math.round(n * 100) / 100);

function cellIn({x, y, side}: Square, index: number, gap = 0): Square {
    const part = (side - 2 * gap) / 3;
    return {x: x + (index % 3) * (part + gap), y: y + Math.floor(index / 3) * (part + gap), side: part};
}

function mark(owner: Mark | "draw", {x, y, side}: Square, colours: Palette, faded = false): string {
    const at = (dx: number, dy: number): string => `${num(x + dx * side)} ${num(y + dy * side)}`;
    const colour = owner === "X" ? colours.x : owner === "O" ? colours.o : colours.draw;
    const style = `fill="none" stroke="${colour}" stroke-width="${num(side * 0.13)}" stroke-linecap="round"${
        faded ? ` opacity="0.32"` : ""}`;
    if (owner === "O")
        return `<circle cx="${num(x + side / 2)}" cy="${num(y + side / 2)}" r="${num(side * 0.26)}" ${style}/>`;
    const path = owner === "X" ? `M${at(0.26, 0.26)}L${at(0.74, 0.74)}M${at(0.74, 0.26)}L${at(0.26, 0.74)}`
        : `M${at(0.3, 0.5)}H${num(x + 0.7 * side)}`;
    return `<path d="${path}" ${style}/>`;
}

function grid({x, y, side}: Square, width: number, colour: string): string {
    const lines = [1, 2].map((i) => {
        const [dx, dy] = [num(x + i * side / 3), num(y + i * side / 3)];
        return `M${dx} ${num(y + side * 0.03)}V${num(y + side * 0.97)}M${num(x + side * 0.03)} ${dy}H${num(x + side * 0.97)}`;
    });
    return `<path d="${lines.join("")}" fill="none" stroke="${colour}" stroke-width="${num(width)}" stroke-linecap="round"/>`;
}

function panel({x, y, side}: Square, board: BoardView, view: View, colours: Palette): string {
    const open = board.playable && view.outcome === "ongoing";
    const mover = view.turn === "X" ? colours.x : colours.o;
    const fill = board.owner === "X" ? colours.xSoft : board.owner === "O" ? colours.oSoft
        : board.owner === "draw" ? colours.sunk : colours.card;
    const edge = open && view.boards.length > 1 ? mover : colours.line;
    return `<rect x="${num(x - 5)}" y="${num(y - 5)}" width="${num(side + 10)}" height="${num(side + 10)}" rx="${
        num(side * 0.06)}" fill="${fill}" stroke="${edge}" stroke-width="${open && view.boards.length > 1 ? 4 : 2}"/>`;
}

function boardOf(view: View, index: number, square: Square, colours: Palette): string {
    const board = view.boards[index]!;
    const alone = view.boards.length === 1;
    const last = view.last === null ? null : partsOf(view.last);
    const parts = [panel(square, board, view, colours),
        grid(square, alone ? 6 : 1.5, alone ? colours.strong : colours.line)];
    [...board.cells].forEach((sign, i) => {
        const cell = cellIn(square, i);
        if (last?.board === index && last.cell === i)
            parts.push(`<rect x="${num(cell.x + cell.side * 0.08)}" y="${num(cell.y + cell.side * 0.08)}" width="${
                num(cell.side * 0.84)}" height="${num(cell.side * 0.84)}" rx="${num(cell.side * 0.16)}" fill="${
                colours.ink}" fill-opacity="0.12"/>`);
        if (sign !== ".")
            parts.push(mark(sign === "x" ? "X" : "O", cell, colours, !alone && board.owner !== null));
    });
    if (!alone && board.owner)
        parts.push(mark(board.owner, square, colours));
    return parts.join("");
}

function winningLine(view: View, whole: Square, gap: number, colours: Palette): string {
    if (!view.line || view.outcome === "draw")
        return "";
    const middle = (index: number): readonly [number, number] => {
        const {x, y, side} = cellIn(whole, index, gap);
        return [x + side / 2, y + side / 2];
    };
    const [[x1, y1], [x2, y2]] = [middle(view.line[0]!), middle(view.line[2]!)];
    const [dx, dy] = [(x2 - x1) * 0.16, (y2 - y1) * 0.16];
    return `<path d="M${num(x1 - dx)} ${num(y1 - dy)}L${num(x2 + dx)} ${num(y2 + dy)}" stroke="${
        colours.ink}" stroke-width="12" stroke-linecap="round" opacity="0.85"/>`;
}

/** The position as SVG; its title is the position string. */
export function pictureOf(view: View, colours: Palette): string {
    const whole = {x: MARGIN, y: MARGIN, side: SIZE - 2 * MARGIN};
    const gap = view.boards.length === 1 ? 0 : GAP;
    const boards = view.boards.map((_, i) =>
        boardOf(view, i, view.boards.length === 1 ? whole : cellIn(whole, i, gap), colours));
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">`
        + `<title>${view.variant} ${view.position}</title>`
        + `<rect width="${SIZE}" height="${SIZE}" fill="${colours.paper}"/>`
        + boards.join("") + winningLine(view, whole, gap, colours) + `</svg>\n`;
}

// ---- In a browser -----------------------------------------------------------------

/** The colours of the page's light or dark theme, as the browser computes them. */
export function paletteOf(scheme: "light" | "dark"): Palette {
    const probe = document.createElement("span");
    probe.style.colorScheme = scheme;
    document.body.append(probe);
    const colour = (name: string): string => {
        probe.style.color = `var(--${name})`;
        return getComputedStyle(probe).color;
    };
    const palette = {
        paper: colour("paper"), card: colour("card"), ink: colour("ink"), line: colour("line"),
        strong: colour("line-strong"), draw: colour("draw"), sunk: colour("sunk"), x: colour("x"),
        xSoft: colour("x-soft"), o: colour("o"), oSoft: colour("o-soft"),
    };
    probe.remove();
    return palette;
}

/** The picture as PNG, at twice its size. */
export async function pixelsOf(svg: string): Promise<Blob> {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
    try {
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 2 * SIZE;
        canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
        return await new Promise((resolve, reject) => canvas.toBlob((blob) =>
            blob ? resolve(blob) : reject(new Error("this browser draws no PNG")), "image/png"));
    } finally {
        URL.revokeObjectURL(image.src);
    }
}
