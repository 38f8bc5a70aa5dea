// What a line of the log names, as the server marks it: pieces of its text, some of which are a counter or a hex. Pure.
import type { LogLine } from "../wire";

export interface Piece {
  text: string;
  unit?: string;
  hex?: string;
}

/** The text of a line, cut where it names something. */
export function piecesOf(line: LogLine): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { at, to, unit, hex } of line.links ?? []) {
    if (at > end) pieces.push({ text: line.text.slice(end, at) });
    pieces.push({ text: line.text.slice(at, to), ...(unit && { unit }), ...(hex && { hex }) });
    end = to;
  }
  if (end < line.text.length) pieces.push({ text: line.text.slice(end) });
  return pieces;
}

/** The name of a counter, parted from the short name that may follow it. */
export function parted({ text, unit }: Piece): [string, string] {
  return unit && text.endsWith(` ${unit}`) ? [text.slice(0, -unit.length), unit] : [text, ""];
}

export const namesUnit = (line: LogLine, unit: string): boolean =>
  line.unit === unit || !!line.links?.some((link) => link.unit === unit);
