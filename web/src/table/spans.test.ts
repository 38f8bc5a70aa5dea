import { expect, test } from "vitest";
import type { LogLine, Scene } from "../wire";
import { othersLines, othersSpan, ownSide, turnNow } from "./spans";

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

test("a recap counts from one's own phase, not from an answer given in another's", () => {
  const log: LogLine[] = [
    { kind: "a", text: "Soviet Combat", head: true, opens: "soviet", by: "german" },
    { kind: "b", text: "my attack", by: "soviet" },
    { kind: "c", text: "German Movement", head: true, opens: "german", by: "soviet" },
    { kind: "d", text: "their march", side: "german", by: "german" },
    { kind: "e", text: "my retreat", side: "soviet", by: "soviet" },
    { kind: "f", text: "they follow", side: "german", by: "german" },
    { kind: "g", text: "Soviet Movement", head: true, opens: "soviet", by: "german" },
  ];
  expect(othersSpan(log, SELF, sideOf)).toStrictEqual({ span: { from: 2, to: 6 }, fresh: true });
  const on: LogLine[] = [...log, { kind: "h", text: "my march", by: "soviet" }, { kind: "i", text: "their fire at it", by: "german" }];
  expect(othersSpan(on, SELF, sideOf), "it stays at hand while one goes on").toStrictEqual({ span: { from: 2, to: 6 }, fresh: false });
  expect(turnNow(on)).toBe("soviet");
});

test("where turns alternate, it counts from one's last decision", () => {
  const log: LogLine[] = [
    { kind: "a", text: "mine", by: "soviet" },
    { kind: "b", text: "theirs", by: "german" },
    { kind: "c", text: "mine again", by: "soviet" },
    { kind: "d", text: "theirs again", by: "german" },
  ];
  expect(othersSpan(log, SELF, sideOf, 2)).toStrictEqual({ span: { from: 2, to: 4 }, fresh: true });
  expect(othersSpan(log.slice(0, 3), SELF, sideOf, 2)).toStrictEqual({ span: { from: 2, to: 3 }, fresh: false });
  expect(othersSpan([], SELF, sideOf, 5).fresh).toBe(false);
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
