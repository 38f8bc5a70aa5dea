import assert from "node:assert/strict";
import { test } from "node:test";
import type { Band, Check } from "../art/types";
import { atLeast, chartOf, percent, percentRange, success, throwsOf } from "./odds";

const band = (name: string, low: number, high = low): Band => ({ name, label: name, low, high });
const check = (bands: Band[], need: number | null, dice = "2d6"): Check => ({ type: "check", name: "Attack", dice, need, bands });

test("two dice fall in thirty-six ways", () => {
  const throws = throwsOf("2d6")!;
  assert.equal(
    [...throws.values()].reduce((a, b) => a + b),
    36,
  );
  assert.equal(throws.get(7), 6);
  assert.equal(throwsOf("2d6=")!.get(12), 1);
  assert.equal(throwsOf("d10"), null, "the faces of other dice are the game's own");
});

test("eight or more on two dice is fifteen in thirty-six", () => {
  assert.equal(atLeast("2d6", 8), 15 / 36);
  assert.equal(atLeast("d10", 3), null);
});

test("every sum gets the band its chance says", () => {
  const drawn = chartOf(check([band("miss", 21 / 36), band("hit", 14 / 36), band("destroyed", 1 / 36)], 8))!;
  assert.deepEqual(
    drawn.bars.map((bar) => bar.band),
    [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2],
  );
  assert.equal(drawn.up, true);
});

test("bands that count from the top down are found too", () => {
  const drawn = chartOf(check([band("no", 10 / 36), band("yes", 26 / 36)], 8))!; // eight or less
  assert.equal(drawn.up, false);
  assert.equal(drawn.bars.at(-1)!.band, 0);
});

test("a range of odds has no chart", () => {
  assert.equal(chartOf(check([band("miss", 0.5, 0.6), band("hit", 0.4, 0.5)], 8)), null);
});

test("success is all that is not plain", () => {
  const found = success([band("miss", 0.5, 0.6), band("hit", 0.3, 0.4), band("destroyed", 0.1)]);
  assert.ok(Math.abs(found.low - 0.4) < 1e-9 && Math.abs(found.high - 0.5) < 1e-9);
});

test("a chance is never called none or certain unless it is", () => {
  assert.equal(percent(0), "0");
  assert.equal(percent(0.002), "<1");
  assert.equal(percent(0.998), ">99");
  assert.equal(percent(1), "100");
  assert.equal(percentRange(0.278, 0.389), "28–39");
});
