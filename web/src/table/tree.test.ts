import assert from "node:assert/strict";
import { test } from "node:test";
import type { Node } from "../art/types";
import { advance, canRetreat, grown, leafOf, leaves, missing, offersAt, retreat, someLeaf } from "./tree";

const leaf = (token: string, text: string, anchor: Node["anchor"] = { kind: "button" }): Node => ({
  token,
  label: token,
  text,
  anchor,
  final: "no",
});
const hex = (id: string, children: Node[]): Node => ({ token: id, label: id, anchor: { kind: "hex", id }, children });
const facings = (hexId: string): Node[] =>
  ["N", "SE"].map((side) => leaf(side, `move a ${hexId} ${side}`, { kind: "facing", id: side }));
const verb = (token: string, children: Node[]): Node => ({ token, label: token, anchor: { kind: "button" }, children });
const unit = (id: string, children: Node[]): Node => ({ token: id, label: id, anchor: { kind: "counter", id }, children });

const TURN: Node[] = [
  unit("a", [
    verb("move", [hex("H06", facings("H06")), hex("H07", facings("H07"))]),
    verb("fire", [leaf("K08", "fire a K08", { kind: "hex", id: "K08" })]),
  ]),
  unit("b", [verb("move", [hex("J05", facings("J05"))])]),
  leaf("pass", "pass"),
];
const CAPS: Node[] = [
  verb("caps", [leaf("0", "caps 0"), leaf("1", "caps 1")]),
  verb("play", [leaf("11", "play 11", { kind: "card", id: "11" })]),
];

test("nothing is chosen for the player while there are two ways", () => {
  assert.deepEqual(advance(TURN, []), []);
});

test("a unit shows its hexes and targets through its verbs", () => {
  const keys = offersAt(TURN, ["a"]).map((offer) => `${offer.role} ${offer.key}`);
  assert.deepEqual(keys, ["verb a/move", "target a/move/H06", "target a/move/H07", "verb a/fire", "target a/fire/K08"]);
});

test("what follows a folded word is shown once the word is picked", () => {
  const bomb = { ...verb("bomb", [leaf("K08", "bomb K08", { kind: "hex", id: "K08" })]), fold: true };
  const roots = [bomb, leaf("pass", "pass")];
  assert.deepEqual(
    offersAt(roots, []).map((offer) => offer.key),
    ["bomb", "pass"],
  );
  assert.equal(offersAt(roots, ["bomb"])[0]?.leaf?.text, "bomb K08");
});

test("a verb narrows and never speaks for its only object", () => {
  const fire = offersAt(TURN, ["a"]).find((offer) => offer.key === "a/fire");
  assert.equal(fire?.leaf, null);
  assert.equal(offersAt(TURN, ["a", "fire"])[0]?.leaf?.text, "fire a K08");
});

test("a single way is followed to the next question", () => {
  assert.deepEqual(advance(TURN, ["b"]), ["b", "move", "J05"]);
  assert.deepEqual(
    offersAt(TURN, ["b", "move", "J05"]).map((offer) => offer.leaf?.text),
    ["move a J05 N", "move a J05 SE"],
  );
});

test("stepping back never lands where it started", () => {
  assert.deepEqual(retreat(TURN, ["b", "move", "J05"]), []);
  assert.deepEqual(retreat(TURN, ["a", "move", "H06"]), ["a", "move"]);
  assert.equal(canRetreat(TURN, []), false);
  assert.equal(canRetreat(TURN, ["a"]), true);
});

test("amounts stand as a row, and a lone card without its verb", () => {
  assert.deepEqual(
    offersAt(CAPS, []).map((offer) => `${offer.role} ${offer.leaf?.text}`),
    ["number caps 0", "number caps 1", "target play 11"],
  );
});

test("a whole sentence is found only where there is one", () => {
  assert.equal(leafOf(TURN[2]!)?.text, "pass");
  assert.equal(leafOf(TURN[0]!), null);
  assert.equal(someLeaf(TURN[0]!, "SE")?.text, "move a H06 SE");
  assert.equal(leaves(TURN).length, 8);
});

test("what the server kept back is asked for and put in its place", () => {
  const bare: Node[] = [{ ...unit("a", []), children: null, more: true }, leaf("pass", "pass")];
  assert.deepEqual(missing(bare, ["a"]), [["a"]]);
  const full = grown(bare, ["a"], [{ ...verb("move", []), children: null, more: true }]);
  assert.deepEqual(missing(full, ["a"]), [["a", "move"]]);
  const fuller = grown(full, ["a", "move"], [hex("H06", facings("H06"))]);
  assert.deepEqual(missing(fuller, ["a"]), []);
  assert.equal(offersAt(fuller, ["a", "move"])[0]?.key, "a/move/H06");
});
