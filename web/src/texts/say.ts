// Texts of the interface in the language of the person; what the engine says is not among them.
import { ACCOUNTS } from "./accounts";
import { FILM } from "./film";
import { FINDING } from "./finding";
import { LESSONS } from "./lessons";
import { LOBBY } from "./lobby";
import { NOTICES } from "./notices";
import { PAGES } from "./pages";
import { PANELS } from "./panels";
import { PEOPLE } from "./people";
import { RATINGS } from "./ratings";
import { TABLE } from "./table";
import type { Form, Pair, Slots } from "./types";

export const TEXTS = { ...LOBBY, ...TABLE, ...PANELS, ...PAGES, ...LESSONS, ...FILM, ...PEOPLE, ...ACCOUNTS, ...RATINGS, ...FINDING, ...NOTICES };
export const LANGUAGES = ["en", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Key = keyof typeof TEXTS;
/** Texts without slots. */
export type Plain = { [K in Key]: Slots<(typeof TEXTS)[K][0]> extends never ? K : never }[Key];

/** Which of its forms a language counts with, by the names of Intl.PluralRules. */
const FORMS: Record<Language, string[]> = { en: ["one", "other"], pl: ["one", "few", "many"] };

let language: Language = "en";
export const spoken = (): Language => language;
export function speak(other: Language): void {
  language = other;
}

/** Games whose own words the server has in every language; the others speak English. */
const SPEAKING = ["kursk"];
let about = "";
/** The language in which the server speaks of a game. */
export const toldOf = (game: string): Language => (SPEAKING.includes(game) ? language : "en");
/** The same for the game this page is about. */
export const heardIn = (): Language => toldOf(about);
export function hearOf(game: string): void {
  about = game;
}

/** The language the person's browser asks for first among ours. */
export function preferred(wanted: readonly string[]): Language {
  const ours = wanted.map((name) => name.toLowerCase().split("-")[0]).find((name) => name === "en" || name === "pl");
  return ours === "pl" ? "pl" : "en";
}

type Params<K extends Key, V> = Record<Slots<(typeof TEXTS)[K][0]>, V>;
type More<K extends Key, V> = Slots<(typeof TEXTS)[K][0]> extends never ? [] : [params: Params<K, V>];

function formOf(key: Key, params: Record<string, unknown>): string {
  const form: Form = (TEXTS[key] as Pair)[LANGUAGES.indexOf(language)]!;
  if (typeof form === "string") return form;
  const rule = new Intl.PluralRules(language).select(Number(params.n));
  return form[Math.max(0, FORMS[language].indexOf(rule))] ?? form.at(-1)!;
}

/** A text by its key, its slots filled; where it counts, the form that fits `n`. */
export function say<K extends Key>(key: K, ...more: More<K, string | number>): string {
  const params: Record<string, string | number> = more[0] ?? {};
  return formOf(key, params).replace(/\{(\w+)\}/g, (_, slot: string) => String(params[slot] ?? ""));
}

/** The same in pieces, where a slot holds more than words. */
export function pieces<K extends Key, V>(key: K, ...more: More<K, V | string | number>): (V | string | number)[] {
  const params: Record<string, V | string | number> = more[0] ?? {};
  return formOf(key, params)
    .split(/\{(\w+)\}/)
    .map((piece, n) => (n % 2 ? (params[piece] ?? "") : piece));
}

/** Several words as one enumeration. */
export const enumerated = (words: string[], kind: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: kind }).format(words);
