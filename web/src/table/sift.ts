// Sifting the log: which lines pass, and what there is to choose from. Pure.
import type { Line } from "../art/types";

export interface Sift {
  /** all, fire, go, dice. */
  tone: string;
  side: string;
  unit: string;
  kind: string;
  rule: string;
  text: string;
  /** Whether the finer choices are laid out. */
  open: boolean;
}

export const NO_SIFT: Sift = { tone: "all", side: "", unit: "", kind: "", rule: "", text: "", open: false };

export interface Numbered {
  line: Line;
  n: number;
}

const TONES: Record<string, (line: Line) => boolean> = {
  fire: (line) => line.tone === "fire" || !!line.check,
  go: (line) => line.tone === "go" || (!!line.from && !!line.to && line.tone !== "fire"),
  dice: (line) => !!line.dice?.length,
};

export const isSifted = (sift: Sift): boolean =>
  sift.tone !== "all" || !!(sift.side || sift.unit || sift.kind || sift.rule || sift.text.trim());

function passes(line: Line, sift: Sift, words: string[]): boolean {
  if (TONES[sift.tone] && !TONES[sift.tone]!(line)) return false;
  if (sift.side && line.side !== sift.side) return false;
  if (sift.unit && line.unit !== sift.unit && !line.text.includes(sift.unit)) return false;
  if (sift.kind && line.kind !== sift.kind) return false;
  if (sift.rule && !rulesOf(line).includes(sift.rule)) return false;
  const hay = `${line.text} ${placesOf(line).join(" ")} ${rulesOf(line).join(" ")}`.toLowerCase();
  return words.every((word) => hay.includes(word));
}

/** Lines that pass, and of the headings those with something under them. */
export function sifted(lines: Line[], sift: Sift): Numbered[] {
  const words = sift.text.toLowerCase().split(/\s+/).filter(Boolean);
  const strict = isSifted(sift);
  const out: Numbered[] = [];
  let heads: Numbered[] = [];
  lines.forEach((line, n) => {
    if (line.head) {
      if (strict) heads = [{ line, n }];
      else out.push({ line, n });
    } else if (!line.quiet && passes(line, sift, words)) {
      out.push(...heads, { line, n });
      heads = [];
    }
  });
  return out;
}

/** Every rule a line cites, its check's included. */
export function rulesOf(line: Line): string[] {
  const sums = [line.check?.tally, ...(line.check?.tallies ?? [])];
  const parts = sums.flatMap((sum) => sum?.parts ?? []).map((part) => part.rule);
  return [...new Set([...(line.rules ?? []), ...parts].filter((id): id is string => !!id))];
}

export const placesOf = (line: Line): string[] => [
  ...new Set([line.from, line.to, ...(line.hexes ?? [])].filter((hex): hex is string => !!hex)),
];

/** What the lines hold of a field, each once, in order. */
export function values(lines: Line[], field: "side" | "unit" | "kind" | "rule"): string[] {
  const found = new Set<string>();
  for (const line of lines)
    for (const value of field === "rule" ? rulesOf(line) : [line[field]]) if (value && !line.head) found.add(value);
  return [...found].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** `ShotFired` is read Shot fired. */
export function kindName(kind: string): string {
  const words = kind.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
