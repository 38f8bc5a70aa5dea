import assert from "node:assert/strict";
import { test } from "node:test";
import type { Line } from "../art/types";
import { markAt, marksOf, nextMark, previousMark, stepFrom, stepOfLine } from "./steps";

const head = (text: string): Line => ({ kind: "h", text, head: true });
const plain = (text: string): Line => ({ kind: "p", text });
const LOG = [head("Round 1"), plain("a"), plain("b"), head("Round 2"), head("Day"), plain("c")];
const LINES = [0, 1, 2, 2, 3, 5, 6];

test("turns begin at the headings of the log", () => {
  assert.deepEqual(marksOf(LINES, LOG, []), [
    { step: 1, text: "Round 1" },
    { step: 5, text: "Day" },
  ]);
});

test("without headings the number of the turn tells", () => {
  assert.deepEqual(marksOf([0, 1, 2, 3], [plain("a"), plain("b"), plain("c")], [0, 0, 1, 2]), [
    { step: 2, text: "Turn 1" },
    { step: 3, text: "Turn 2" },
  ]);
});

test("one goes from turn to turn and no further than the ends", () => {
  const marks = marksOf(LINES, LOG, []);
  assert.equal(nextMark(marks, 0, 6), 1);
  assert.equal(nextMark(marks, 1, 6), 5);
  assert.equal(nextMark(marks, 5, 6), 6);
  assert.equal(previousMark(marks, 6), 5);
  assert.equal(previousMark(marks, 5), 1);
  assert.equal(previousMark(marks, 1), 0);
  assert.equal(markAt(marks, 3)?.text, "Round 1");
  assert.equal(markAt(marks, 0), null);
});

test("an address names a step, a line leads to one", () => {
  assert.equal(stepFrom("#4", 6), 4);
  assert.equal(stepFrom("#99", 6), 6);
  assert.equal(stepFrom("#x", 6), null);
  assert.equal(stepOfLine(LINES, 2), 4);
});
