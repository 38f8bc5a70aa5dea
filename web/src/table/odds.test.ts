import { expect, test } from "vitest";
import type { Band, Check } from "../wire";
import { chartOf, percent, percentRange, success } from "./odds";

const band = (name: string, low: number, high = low): Band => ({ name, label: name, low, high, exact: "" });
const check = (bands: Band[], sums: Check["sums"]): Check => ({
  type: "check",
  name: "Attack",
  dice: "2d6",
  tally: { type: "tally", name: "", value: 8, low: 8, high: 8, parts: [] },
  tallies: [],
  need: 8,
  need_high: 8,
  need_text: "8+",
  reader: "meets",
  bands,
  sums,
});

test("every sum that is sent gets a bar of its band", () => {
  const drawn = chartOf(check([band("no", 2 / 3), band("yes", 1 / 3)], [[2, 1, "no"], [3, 2, "no"], [4, 3, "yes"]]))!;
  expect(drawn).toStrictEqual({ bars: [{ sum: 2, weight: 1, band: 0 }, { sum: 3, weight: 2, band: 0 }, { sum: 4, weight: 3, band: 1 }], total: 6 });
});

test("without sums there is no chart", () => {
  expect(chartOf(check([band("miss", 0.5, 0.6), band("hit", 0.4, 0.5)], undefined))).toBeNull();
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
