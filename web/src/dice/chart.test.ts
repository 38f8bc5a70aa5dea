import assert from "node:assert/strict";
import { test } from "node:test";
import type { DiceRow } from "../api";
import { outside, verdict } from "./chart";

const row = (some: Partial<DiceRow>): DiceRow => ({
  dice: "d6", rolls: 60, seen: {}, expected: {}, chance: { "1": 1 / 6, "2": 1 / 6 }, low: { "1": 0.1, "2": 0.2 },
  high: { "1": 0.3, "2": 0.4 }, stray: null, ...some,
});

test("a true chance outside the interval is told", () => {
  assert.equal(outside(row({}), "1"), false);
  assert.equal(outside(row({}), "2"), true);
  assert.equal(outside(row({ rolls: 0 }), "2"), false);
});

test("the judgement says how often honest dice stray as far", () => {
  assert.equal(verdict(row({})), "too few to judge");
  assert.equal(verdict(row({ stray: { chi: 5, free: 5, p: 0.42 } })), "42 of 100 honest sets stray at least this far");
  assert.equal(verdict(row({ stray: { chi: 50, free: 5, p: 0.0001 } })), "fewer than 1 of 100 honest sets stray at least this far");
});
