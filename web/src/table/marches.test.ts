import { expect, test } from "vitest";
import type { LogLine } from "../wire";
import { joined } from "./marches";

const march = (units: string[], ...way: string[]): LogLine => ({ kind: "Marched", text: way.join("-"), deed: { kind: "march", side: "red", units, way } }) as LogLine;
const told = (...lines: LogLine[]): { line: LogLine; n: number }[] => lines.map((line, n) => ({ line, n }));

test("a way told piece by piece is one march, with what was seen on it beside", () => {
  const seen = { kind: "Sighted", text: "In view", aside: true } as LogLine;
  const read = joined(told(march(["a"], "01"), march(["a"], "01", "02"), seen, march(["a"], "02", "03", "04")));
  expect(read.map(({ line, via }) => [line.text, via])).toStrictEqual([
    ["In view", []],
    ["02-03-04", ["01", "02"]],
  ]);
});

test("other units, other places and what happens between begin a new march", () => {
  const shot = { kind: "ShotRolled", text: "missed", deed: { kind: "fire" } } as LogLine;
  expect(joined(told(march(["a"], "01", "02"), march(["b"], "02", "03"))).length).toBe(2);
  expect(joined(told(march(["a"], "01", "02"), march(["a"], "05", "06"))).length).toBe(2);
  expect(joined(told(march(["a"], "01", "02"), shot, march(["a"], "02", "03"))).length).toBe(3);
  expect(joined(told(march([], "01", "02"), march([], "02", "03"))).length, "nobody knows whether a nameless stack is the same").toBe(2);
});
