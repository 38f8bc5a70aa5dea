import { expect, test } from "vitest";
import type { JudgedMistake, JudgedMoment, Judgement } from "../wire";
import { stopsOf } from "./stops";

const choice = { words: ["Pass"], units: [], hexes: [] };
const mistake = (step: number): JudgedMistake => ({ step, side: "german", label: "Round 1", played: choice, better: choice, choice: "pass", loss: 0.1, error: 0.01, reasons: [] });
const moment = (step: number, who: string): JudgedMoment => ({ step, who, amount: -0.1, text: "", label: "Round 1", units: [], hexes: [] });
const judged = (mistakes: JudgedMistake[], moments: JudgedMoment[]): Judgement => ({ side: "german", chances: [], changes: [], sums: {}, errors: {}, moments, mistakes });

test("the steps worth a look are mistakes and rolls, in the order in which they happened", () => {
  const stops = stopsOf(judged([mistake(40), mistake(7)], [moment(12, "luck")]));
  expect(stops.map((stop) => stop.step)).toEqual([7, 12, 40]);
  expect(stops.map((stop) => Boolean(stop.mistake))).toEqual([true, false, true]);
  expect(stops[1]!.roll?.step).toBe(12);
});

test("a mistake that is a turning point too is one step", () => {
  expect(stopsOf(judged([mistake(7)], [moment(7, "german")]))).toHaveLength(1);
});

test("where nothing stands out there is no step", () => {
  expect(stopsOf(judged([], []))).toEqual([]);
});
