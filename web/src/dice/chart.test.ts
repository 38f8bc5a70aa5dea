import { expect, test } from "vitest";
import type { DiceRow } from "../wire";
import { outside, verdict } from "./chart";

const row = (some: Partial<DiceRow>): DiceRow => ({
  dice: "d6", rolls: 60, seen: {}, expected: {}, chance: { "1": 1 / 6, "2": 1 / 6 }, low: { "1": 0.1, "2": 0.2 },
  high: { "1": 0.3, "2": 0.4 }, stray: null, ...some,
});

test("a true chance outside the interval is told", () => {
  expect(outside(row({}), "1")).toBe(false);
  expect(outside(row({}), "2")).toBe(true);
  expect(outside(row({ rolls: 0 }), "2")).toBe(false);
});

test("the judgement says how often honest dice stray as far", () => {
  expect(verdict(row({}))).toBe("too few to judge");
  expect(verdict(row({ stray: { chi: 5, free: 5, p: 0.42 } }))).toBe("Fair dice look at least this uneven 42 times in 100");
  expect(verdict(row({ stray: { chi: 50, free: 5, p: 0.0001 } }))).toBe("Fair dice look at least this uneven fewer than 1 times in 100");
});
