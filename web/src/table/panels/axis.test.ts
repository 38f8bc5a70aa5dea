import { expect, test } from "vitest";

import { apart } from "./axis";

const at = (x: number): number => x;

test("names of turns keep clear of each other and of the edge", () => {
  expect(apart([34, 80, 130, 210, 230, 320], at, 640)).toEqual([34, 130, 230, 320]);
  expect(apart([34, 540, 560, 600], at, 640)).toEqual([34, 540]);
});

test("where there is room nothing is left out", () => {
  expect(apart([34, 150, 300], at, 640)).toEqual([34, 150, 300]);
  expect(apart([], at, 640)).toEqual([]);
});
