import { expect, test } from "vitest";
import type { Band, Check } from "../art/types";
import { atLeast, chartOf, percent, percentRange, success, throwsOf } from "./odds";

const band = (name: string, low: number, high = low): Band => ({ name, label: name, low, high });
const check = (bands: Band[], need: number | null, dice = "2d6"): Check => ({ type: "check", name: "Attack", dice, need, bands });

test("two dice fall in thirty-six ways", () => {
  const throws = throwsOf("2d6")!;
  expect([...throws.values()].reduce((a, b) => a + b)).toBe(36);
  expect(throws.get(7)).toBe(6);
  expect(throwsOf("2d6=")!.get(12)).toBe(1);
  expect(throwsOf("d10"), "the faces of other dice are the game's own").toBeNull();
});

test("eight or more on two dice is fifteen in thirty-six", () => {
  expect(atLeast("2d6", 8)).toBe(15 / 36);
  expect(atLeast("d10", 3)).toBeNull();
});

test("every sum gets the band its chance says", () => {
  const drawn = chartOf(check([band("miss", 21 / 36), band("hit", 14 / 36), band("destroyed", 1 / 36)], 8))!;
  expect(drawn.bars.map((bar) => bar.band)).toStrictEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2]);
  expect(drawn.up).toBe(true);
});

test("bands that count from the top down are found too", () => {
  const drawn = chartOf(check([band("no", 10 / 36), band("yes", 26 / 36)], 8))!; // eight or less
  expect(drawn.up).toBe(false);
  expect(drawn.bars.at(-1)!.band).toBe(0);
});

test("a range of odds has no chart", () => {
  expect(chartOf(check([band("miss", 0.5, 0.6), band("hit", 0.4, 0.5)], 8))).toBeNull();
});

test("success is all that is not plain", () => {
  const found = success([band("miss", 0.5, 0.6), band("hit", 0.3, 0.4), band("destroyed", 0.1)]);
  expect(found.low).toBeCloseTo(0.4, 9);
  expect(found.high).toBeCloseTo(0.5, 9);
});

test("a chance is never called none or certain unless it is", () => {
  expect(percent(0)).toBe("0");
  expect(percent(0.002)).toBe("<1");
  expect(percent(0.998)).toBe(">99");
  expect(percent(1)).toBe("100");
  expect(percentRange(0.278, 0.389)).toBe("28–39");
});
