// Steps of a replay: where turns begin, and which step comes next. Pure.
import type { LogLine } from "../wire";
import { say } from "../texts/say";

export interface Mark {
  step: number;
  text: string;
}

/** Where turns begin: at the headings of the log, or where there are none, where the number of the turn changes. */
export function marksOf(lines: number[], log: LogLine[], turns: number[]): Mark[] {
  const marks: Mark[] = [];
  log.forEach((line, n) => {
    if (!line.head) return;
    const step = lines.findIndex((heard) => heard > n);
    if (step >= 0) put(marks, { step, text: line.text });
  });
  if (marks.length) return marks;
  turns.forEach((turn, step) => {
    if (step > 0 && turn !== turns[step - 1]) put(marks, { step, text: say("replay.turnName", { n: turn }) });
  });
  return marks;
}

/** Of two turns that begin at one step the later one counts. */
function put(marks: Mark[], mark: Mark): void {
  if (marks.at(-1)?.step === mark.step) marks.pop();
  marks.push(mark);
}

export const nextMark = (marks: Mark[], at: number, last: number): number => marks.find((mark) => mark.step > at)?.step ?? last;

export const previousMark = (marks: Mark[], at: number): number => marks.findLast((mark) => mark.step < at)?.step ?? 0;

export const markAt = (marks: Mark[], at: number): Mark | null => marks.findLast((mark) => mark.step <= at) ?? null;

/** A step named in the address, kept inside the replay. */
export function stepFrom(hash: string, last: number): number | null {
  const found = /^#(\d+)$/.exec(hash);
  return found ? Math.min(Number(found[1]), last) : null;
}

/** The step at which a line of the log was first heard. */
export const stepOfLine = (lines: number[], n: number): number => Math.max(0, lines.findIndex((heard) => heard > n));
