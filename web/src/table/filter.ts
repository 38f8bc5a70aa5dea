// The filter of the log: which lines pass, and what there is to choose from. Pure.
import type { LogLine } from "../wire";
import { namesUnit } from "./links";

export interface LogFilter {
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

export const ALL_LINES: LogFilter = { tone: "all", side: "", unit: "", kind: "", rule: "", text: "", open: false };

export interface Numbered {
  line: LogLine;
  n: number;
}

const TONES: Record<string, (line: LogLine) => boolean> = {
  fire: (line) => line.tone === "fire" || !!line.check,
  go: (line) => line.tone === "go" || (!!line.from && !!line.to && line.tone !== "fire"),
  dice: (line) => !!line.dice?.length,
};

export const isNarrowed = (filter: LogFilter): boolean =>
  filter.tone !== "all" || !!(filter.side || filter.unit || filter.kind || filter.rule || filter.text.trim());

function passes(line: LogLine, filter: LogFilter, words: string[]): boolean {
  if (TONES[filter.tone] && !TONES[filter.tone]!(line)) return false;
  if (filter.side && line.side !== filter.side) return false;
  if (filter.unit && !namesUnit(line, filter.unit)) return false;
  if (filter.kind && line.kind !== filter.kind) return false;
  if (filter.rule && !rulesOf(line).includes(filter.rule)) return false;
  const hay = `${line.text} ${placesOf(line).join(" ")} ${rulesOf(line).join(" ")}`.toLowerCase();
  return words.every((word) => hay.includes(word));
}

/** Lines that pass, and of the headings those with something under them. */
export function filtered(lines: LogLine[], filter: LogFilter): Numbered[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const strict = isNarrowed(filter);
  const out: Numbered[] = [];
  let heads: Numbered[] = [];
  lines.forEach((line, n) => {
    if (line.head) {
      heads = [{ line, n }];
    } else if (!line.quiet && passes(line, filter, words)) {
      out.push(...heads, { line, n });
      heads = [];
    }
  });
  return strict ? out : [...out, ...heads];
}

/** Every rule a line cites, its check's included. */
export function rulesOf(line: LogLine): string[] {
  const sums = [line.check?.tally, ...(line.check?.tallies ?? [])];
  const parts = sums.flatMap((sum) => sum?.parts ?? []).map((part) => part.rule);
  return [...new Set([...(line.rules ?? []), ...parts].filter((id): id is string => !!id))];
}

export const placesOf = (line: LogLine): string[] => [
  ...new Set([line.from, line.to, ...(line.hexes ?? [])].filter((hex): hex is string => !!hex)),
];

/** What the lines hold of a field, each once, in order. */
export function values(lines: LogLine[], field: "side" | "unit" | "kind" | "rule"): string[] {
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
