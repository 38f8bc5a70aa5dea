import { expect, test } from "vitest";
import type { LogLine, Scene } from "../wire";
import { nextSpan, othersLines, ownSide } from "./spans";

const LOG: LogLine[] = [
  { kind: "a", text: "mine", side: "soviet" },
  { kind: "b", text: "Round 2", head: true },
  { kind: "c", text: "theirs", side: "german" },
  { kind: "d", text: "said twice", side: "german", quiet: true },
  { kind: "e", text: "a unit of theirs", unit: "gre-01" },
  { kind: "f", text: "a unit of mine", unit: "rif-01" },
];
const SELF = { seat: "soviet", side: "soviet" };
const sideOf = (unit: string): string | null => (unit.startsWith("rif") ? "soviet" : "german");

test("a recap tells what others did, and what stands over it", () => {
  expect(othersLines(LOG, { from: 0, to: 6 }, SELF, sideOf)).toStrictEqual([1, 2, 4]);
  expect(othersLines(LOG, { from: 0, to: 2 }, SELF, sideOf), "a heading alone is no news").toStrictEqual([]);
  expect(othersLines(LOG, { from: 4, to: 99 }, SELF, sideOf)).toStrictEqual([4]);
});

test("who did it counts more than whose unit it was", () => {
  const log: LogLine[] = [
    { kind: "a", text: "my shot at them", unit: "gre-01", by: "soviet" },
    { kind: "b", text: "their shot at me", unit: "rif-01", by: "german" },
    { kind: "c", text: "the weather", by: "chance" },
  ];
  expect(othersLines(log, { from: 0, to: 3 }, SELF, sideOf)).toStrictEqual([1, 2]);
});

test("a recap is new when others acted, and stays while one decides on", () => {
  const others = (span: { from: number; to: number }): boolean => span.from < 3 && span.to >= 3;
  const first = nextSpan(undefined, 3, others);
  expect(first).toStrictEqual({ span: { from: 0, to: 3 }, fresh: true });
  const second = nextSpan(first.span, 5, others);
  expect(second).toStrictEqual({ span: { from: 0, to: 5 }, fresh: false });
  expect(nextSpan(second.span, 2, others), "what was taken back is not told").toStrictEqual({ span: { from: 0, to: 2 }, fresh: false });
});

test("a seat of a team plays for its side", () => {
  const sides = [
    { key: "german", name: "German", style: "ger" },
    { key: "soviet", name: "Soviet", style: "sov" },
  ];
  expect(ownSide({ sides, seat: "soviet" } as Scene)).toBe("soviet");
  expect(ownSide({ sides, seat: "german_2" } as Scene)).toBe("german");
  expect(ownSide({ sides, seat: "watcher" } as Scene)).toBe("");
});
