import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scene } from "../art/types";
import { asFile, readFile } from "./sharing";

const SCENE = { board: "sos-courier", title: "The Courier", turn: { label: "Round 1" }, sides: [], stacks: [] } as unknown as Scene;

test("a position comes back from its file", () => {
  assert.deepEqual(readFile(asFile(SCENE)), { kind: "position", scene: SCENE });
});

test("a record is known by its first line", () => {
  assert.equal(readFile("balka record 1\ngame: sos\n").kind, "record");
});

test("anything else is refused with a reason", () => {
  const bad = ["", "  ", "hello", "{", "[]", "null", "7", '{"balka": "position 1"}', JSON.stringify({ balka: "position 1", scene: { ...SCENE, stacks: [7] } }), "x".repeat(5_000_000)];
  for (const text of bad) {
    const opened = readFile(text);
    assert.equal(opened.kind, "refused", text.slice(0, 40));
    assert.ok(opened.kind === "refused" && opened.why.endsWith("."));
  }
});
