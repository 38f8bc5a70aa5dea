// The rule book as it comes from the server, and small words about it. Pure.
import { say } from "../texts/say";

/** Where a rule stands in the book. */
export const ruleUrl = (game: string, id: string): string => `/rules/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;

/** A chapter or section by number is called so; any other has a name. */
export const chapterName = (name: string): string =>
  /^\d+$/.test(name) ? say("book.chapter", { name }) : /^\d/.test(name) ? say("book.section", { name }) : name;

/** The number of a chapter or section; nothing where it has only a title. */
export const numberOf = (name: string): string => (/^\d[\d.]*$/.test(name) ? name : "");

/** A text cut where searched words stand: pieces, and whether each is a hit. */
export function marked(text: string, words: string): [string, boolean][] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return [[text, false]];
  const bare = wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text
    .split(new RegExp(`(${bare.join("|")})`, "gi"))
    .filter(Boolean)
    .map((piece) => [piece, wanted.includes(piece.toLowerCase())]);
}
