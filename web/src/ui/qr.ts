/* qr.ts - encodes a short text as a QR code (ISO/IEC 18004) in byte mode, with
 * error correction level L, as version 1 to 5, which have a single block. That is
 * enough for the address of a room. */

export type Modules = readonly (readonly boolean[])[];

/** Data and error correction codewords by version. */
const SIZES = [[19, 7], [34, 10], [55, 15], [80, 20], [108, 26]] as const;

// ---- Reed-Solomon error correction over GF(256) --------------------------------------

function times(a: number, b: number): number {
    let product = 0;
    for (let bit = 7; bit >= 0; bit--)
        product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ ((b >>> bit & 1) * a);
    return product;
}

/** The generator polynomial, the product of all x - 2^i: its coefficients without
 * the leading 1, highest power first. */
function generatorOf(degree: number): readonly number[] {
    let product = [1];
    for (let i = 0, root = 1; i < degree; i++, root = times(root, 2))
        product = [...product, 0].map((c, k) => c ^ times(product[k - 1] ?? 0, root));
    return product.slice(1);
}

export function correctionOf(data: readonly number[], count: number): readonly number[] {
    const generator = generatorOf(count);
    let rest = generator.map(() => 0);
    for (const byte of data) {
        const factor = byte ^ rest[0]!;
        rest = [...rest.slice(1), 0].map((c, i) => c ^ times(generator[i]!, factor));
    }
    return rest;
}

// ---- Bytes ---------------------------------------------------------------------------

const FOUR_BITS = [8, 4, 2, 1];

/** The data codewords: mode (4 bits), length (8 bits), text, padding. */
function codewordsOf(text: Uint8Array, size: number): readonly number[] {
    const nibbles = [4, text.length >> 4, text.length & 15, ...[...text].flatMap((byte) => [byte >> 4, byte & 15]), 0];
    const bytes = Array.from({length: nibbles.length >> 1}, (_, i) => nibbles[2 * i]! << 4 | nibbles[2 * i + 1]!);
    while (bytes.length < size)
        bytes.push((bytes.length - text.length) % 2 === 0 ? 0xec : 0x11);
    return bytes;
}

// ---- The picture ---------------------------------------------------------------------

class Picture {
    readonly dark: boolean[][];
    private readonly fixed: boolean[][];

    constructor(readonly size: number) {
        this.dark = Array.from({length: size}, () => Array<boolean>(size).fill(false));
        this.fixed = Array.from({length: size}, () => Array<boolean>(size).fill(false));
    }

    fix(x: number, y: number, dark: boolean): void {
        if (x < 0 || y < 0 || x >= this.size || y >= this.size)
            return;
        this.dark[y]![x] = dark;
        this.fixed[y]![x] = true;
    }

    /** Concentric square rings; `light` lists the radii of the light ones. */
    rings(x: number, y: number, outermost: number, light: readonly number[]): void {
        for (let dy = -outermost; dy <= outermost; dy++)
            for (let dx = -outermost; dx <= outermost; dx++)
                this.fix(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }

    /** Places the bits in pairs of columns from the right, upwards and downwards in
     * turn, and applies mask 0. */
    fill(bytes: readonly number[]): void {
        const bits = bytes.flatMap((byte) => [byte >> 4, byte & 15]).flatMap((n) => FOUR_BITS.map((bit) => (n & bit) > 0));
        let next = 0;
        for (let pair = 0; pair < (this.size - 1) / 2; pair++)
            for (let step = 0; step < 2 * this.size; step++) {
                const right = this.size - 1 - 2 * pair;
                const x = (right > 6 ? right : right - 1) - step % 2;
                const along = step >> 1;
                const y = pair % 2 === 0 ? this.size - 1 - along : along;
                if (!this.fixed[y]![x])
                    this.dark[y]![x] = (bits[next++] ?? false) !== ((x + y) % 2 === 0);
            }
    }
}

/** The format information of level L and mask 0, from the standard. */
const FORMAT = 0b111011111000100;

function drawFormat(picture: Picture): void {
    const {size} = picture;
    for (let i = 0; i < 15; i++) {
        const dark = (FORMAT >> i & 1) === 1;
        if (i < 8) {
            picture.fix(8, i < 6 ? i : i + 1, dark);
            picture.fix(size - 1 - i, 8, dark);
        } else {
            picture.fix(i === 8 ? 7 : 14 - i, 8, dark);
            picture.fix(8, size - 15 + i, dark);
        }
    }
    picture.fix(8, size - 8, true);
}

function frame(version: number): Picture {
    const picture = new Picture(17 + 4 * version);
    const far = picture.size - 4;
    for (let i = 0; i < picture.size; i++) {
        picture.fix(6, i, i % 2 === 0);
        picture.fix(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [far, 3], [3, far]] as const)
        picture.rings(x, y, 4, [2, 4]);
    if (version > 1)
        picture.rings(picture.size - 7, picture.size - 7, 2, [1]);
    drawFormat(picture);
    return picture;
}

/** The modules row by row, true for dark; null if the text is too long. */
export function qrOf(text: string): Modules | null {
    const bytes = new TextEncoder().encode(text);
    const version = 1 + SIZES.findIndex(([size]) => bytes.length + 2 <= size);
    const sizes = SIZES[version - 1];
    if (!sizes)
        return null;
    const data = codewordsOf(bytes, sizes[0]);
    const picture = frame(version);
    picture.fill([...data, ...correctionOf(data, sizes[1])]);
    return picture.dark;
}
