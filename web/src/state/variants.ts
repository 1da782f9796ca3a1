/* variants.ts - the rule sets, their names and descriptions. */
import type {Variant} from "@oxo/core";

export const VARIANTS: readonly Variant[] = ["classic", "ultimate", "ultimate-cg", "ultimate-continue"];

export const isVariant = (value: unknown): value is Variant => VARIANTS.includes(value as Variant);

const TEXTS: {readonly [variant in Variant]: {readonly name: string; readonly about: string}} = {
    ultimate: {name: "Ultimate", about: "Nine boards in one. Your cell chooses the board of the reply."},
    classic: {name: "Classic", about: "Three in a row. Two who know how always draw."},
    "ultimate-cg": {name: "Most boards", about: "Ultimate, but without a line the side with more boards wins."},
    "ultimate-continue": {name: "Play on", about: "Ultimate, but a board that is won stays open until it is full."},
};

export const variantName = (variant: Variant): string => TEXTS[variant]?.name ?? variant;

export const aboutVariant = (variant: Variant): string => TEXTS[variant].about;

/** The variants with their names, in the order of the menus. */
export const VARIANT_OPTIONS: readonly (readonly [Variant, string])[] =
    (Object.keys(TEXTS) as Variant[]).map((variant) => [variant, variantName(variant)]);
