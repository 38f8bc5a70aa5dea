import { expect, test } from "vitest";
import type { LogLine } from "../wire";
import { markAt, marksOf, nextMark, previousMark, stepFrom, stepOfLine } from "./steps";

const head = (text: string): LogLine => ({ kind: "h", text, head: true });
const plain = (text: string): LogLine => ({ kind: "p", text });
const LOG = [head("Round 1"), plain("a"), plain("b"), head("Round 2"), head("Day"), plain("c")];
const LINES = [0, 1, 2, 2, 3, 5, 6];

test("turns begin at the headings of the log", () => {
  expect(marksOf(LINES, LOG, [])).toStrictEqual([
    { step: 1, text: "Round 1" },
    { step: 5, text: "Day" },
  ]);
});

test("without headings the number of the turn tells", () => {
  expect(marksOf([0, 1, 2, 3], [plain("a"), plain("b"), plain("c")], [0, 0, 1, 2])).toStrictEqual([
    { step: 2, text: "Turn 1" },
    { step: 3, text: "Turn 2" },
  ]);
});

test("one goes from turn to turn and no further than the ends", () => {
  const marks = marksOf(LINES, LOG, []);
  expect(nextMark(marks, 0, 6)).toBe(1);
  expect(nextMark(marks, 1, 6)).toBe(5);
  expect(nextMark(marks, 5, 6)).toBe(6);
  expect(previousMark(marks, 6)).toBe(5);
  expect(previousMark(marks, 5)).toBe(1);
  expect(previousMark(marks, 1)).toBe(0);
  expect(markAt(marks, 3)?.text).toBe("Round 1");
  expect(markAt(marks, 0)).toBeNull();
});

test("an address names a step, a line leads to one", () => {
  expect(stepFrom("#4", 6)).toBe(4);
  expect(stepFrom("#99", 6)).toBe(6);
  expect(stepFrom("#x", 6)).toBeNull();
  expect(stepOfLine(LINES, 2)).toBe(4);
});
