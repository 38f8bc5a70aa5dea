// What happened since somebody last decided: which lines, remembered for each seat. Pure but for the browser's store.
import type { LogLine, Scene } from "../wire";

/** The part of the log that a recap tells: from the line after the last decision to the one before this. */
export interface Span {
  from: number;
  to: number;
}

/** The side a seat plays for. */
export function ownSide(scene: Scene): string {
  const hand = scene.hands?.find((each) => each.yours)?.side;
  const named = scene.sides.find((side) => side.key === scene.seat || scene.seat.startsWith(`${side.key}_`))?.key;
  return named ?? hand ?? "";
}

/** Whose eyes: the seat and the side it plays for. */
export interface Self {
  seat: string;
  side: string;
}

/** One's own doing needs no telling: by the seat that did it, else by the side of the line or of its unit. */
function isOwn(line: LogLine, self: Self, sideOf: (unit: string) => string | null): boolean {
  if (line.by && line.by !== "chance") return line.by === self.seat;
  return (line.side || (line.unit ? sideOf(line.unit) : null)) === self.side;
}

/** Lines of others worth telling, by their place in the log. */
export function othersLines(log: LogLine[], span: Span, self: Self, sideOf: (unit: string) => string | null): number[] {
  const told: number[] = [];
  for (let n = span.from; n < Math.min(span.to, log.length); n += 1) {
    const line = log[n]!;
    if (!line.quiet && (line.head || !isOwn(line, self, sideOf))) told.push(n);
  }
  return told.some((n) => !log[n]!.head) ? told : [];
}

/** The span after a scene in which somebody is to decide: a new one if others did something, else the old one. */
export function nextSpan(old: Span | undefined, length: number, others: (span: Span) => boolean): { span: Span; fresh: boolean } {
  const known = old ?? { from: 0, to: 0 };
  if (length > known.to && others({ from: known.to, to: length }))
    return { span: { from: known.to, to: length }, fresh: true };
  return { span: { from: Math.min(known.from, length), to: length }, fresh: false };
}

const key = (table: string): string => `balka.since.${table}`;

export function loadSpans(table: string): Record<string, Span> {
  try {
    return JSON.parse(localStorage.getItem(key(table)) ?? "{}") as Record<string, Span>;
  } catch {
    return {};
  }
}

export function saveSpan(table: string, seat: string, span: Span): void {
  try {
    localStorage.setItem(key(table), JSON.stringify({ ...loadSpans(table), [seat]: span }));
  } catch {
    /* a browser without a store forgets */
  }
}
