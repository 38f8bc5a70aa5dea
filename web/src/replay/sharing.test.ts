import { expect, test } from "vitest";
import type { Scene } from "../wire";
import { asFile, readFile } from "./sharing";

const SCENE = { board: "sos-courier", title: "The Courier", turn: { label: "Round 1" }, sides: [], stacks: [] } as unknown as Scene;

test("a position comes back from its file", () => {
  expect(readFile(asFile(SCENE))).toStrictEqual({ kind: "position", scene: SCENE });
});

test("a record is known by its first line", () => {
  expect(readFile("balka record 1\ngame: sos\n").kind).toBe("record");
});

test("anything else is refused with a reason", () => {
  const damaged = JSON.stringify({ balka: "position 1", scene: { ...SCENE, stacks: [7] } });
  const bad = ["", "  ", "hello", "{", "[]", "null", "7", '{"balka": "position 1"}', damaged, "x".repeat(5_000_000)];
  for (const text of bad)
    expect(readFile(text), text.slice(0, 40)).toStrictEqual({ kind: "refused", why: expect.stringMatching(/\.$/) as string });
});
