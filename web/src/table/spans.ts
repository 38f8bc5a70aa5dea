// What others did since somebody's own phase or turn: which lines of the log. Pure.
import type { LogLine, Scene } from "../wire";

/** A part of the log: from a line up to the one before another. */
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
    if (!line.quiet && !line.aside && (line.head || !isOwn(line, self, sideOf))) told.push(n);
  }
  const full = told.filter((n, i) => !log[n]!.head || (i + 1 < told.length && !log[told[i + 1]!]!.head));
  return full.some((n) => !log[n]!.head) ? full : [];
}

/** What others did last in a time that was not one's own, and whether nothing was done in one's own time since. */
export interface Told {
  span: Span;
  fresh: boolean;
}

/** Counted from the last thing one did in a phase or turn of one's own: an answer given in another's does not count. Where
 *  the log knows no turns of one side, it is counted from one's last decision, `since`. */
export function othersSpan(log: LogLine[], self: Self, sideOf: (unit: string) => string | null, since = 0): Told {
  if (!log.some((line) => line.opens)) return sinceDecision(log, self, sideOf, since);
  let turn = "";
  let mine = 0;
  let span: Span = { from: 0, to: 0 };
  for (const [n, line] of log.entries()) {
    turn = line.opens || (line.head ? "" : turn);
    const ownTime = !turn || turn === self.side;
    if (line.by === self.seat && ownTime) mine = n + 1;
    else if (!line.quiet && !line.head && turn !== self.side && !isOwn(line, self, sideOf)) span = { from: mine, to: n + 1 };
  }
  return { span, fresh: span.to > span.from && mine <= span.from };
}

function sinceDecision(log: LogLine[], self: Self, sideOf: (unit: string) => string | null, since: number): Told {
  const span = { from: Math.min(since, log.length), to: log.length };
  return { span, fresh: othersLines(log, span, self, sideOf).length > 0 };
}

/** The side whose phase or turn it is, as the log tells; nobody's where both decide or games know no such thing. */
export function turnNow(log: LogLine[]): string {
  const last = log.findLast((line) => line.opens || line.head);
  return last?.opens ?? "";
}
