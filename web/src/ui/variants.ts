/* variants.ts - the rule sets, as people call them. */
import type {Variant} from "@oxo/core";

export const VARIANTS: readonly {variant: Variant; name: string; about: string}[] = [
    {variant: "ultimate", name: "Ultimate", about: "Nine boards in one. Your cell chooses the board of the reply."},
    {variant: "classic", name: "Classic", about: "Three in a row. Two who know how always draw."},
    {variant: "ultimate-cg", name: "Most boards", about: "Ultimate, but without a line the side with more boards wins."},
    {variant: "ultimate-continue", name: "Play on", about: "Ultimate, but a board that is won stays open until it is full."},
];

export function variantName(variant: Variant): string {
    return VARIANTS.find((v) => v.variant === variant)?.name ?? variant;
}
