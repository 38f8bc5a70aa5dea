// How a side is drawn: two armies with an emblem, two plain colours, and a neutral one for every other word.
import type { Token } from "./palette";

export const STYLES = ["ger", "sov", "red", "blu", "neu"] as const;
export type Style = (typeof STYLES)[number];

/** The style a word of the server names; a word nobody knows is drawn neutral. */
export const styleOf = (word: string | null | undefined): Style => STYLES.find((style) => style === word) ?? "neu";

export type Shade = "" | "-2" | "-ink" | "-deep" | "-mark";
export const tint = (word: string | null | undefined, shade: Shade = ""): Token => `${styleOf(word)}${shade}`;
