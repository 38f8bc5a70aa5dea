// The steps of a judged game that are worth a look. Pure.
import type { JudgedMistake, JudgedMoment, Judgement } from "../wire";

/** A step worth looking at: a mistake, or a roll that changed much. */
export interface Stop {
  step: number;
  mistake: JudgedMistake | null;
  roll: JudgedMoment | null;
}

/** Mistakes, and the rolls among the turning points, in the order in which they happened. */
export function stopsOf(found: Judgement): Stop[] {
  const mistakes = found.mistakes.map((mistake) => ({ step: mistake.step, mistake, roll: null }));
  const rolls = found.moments.filter((each) => each.who === "luck").map((roll) => ({ step: roll.step, mistake: null, roll }));
  return [...mistakes, ...rolls].sort((a, b) => a.step - b.step);
}
