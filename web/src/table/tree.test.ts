import { expect, test } from "vitest";
import type { Node } from "../wire";
import { advance, canRetreat, grown, leafOf, leaves, missing, offersAt, retreat, someLeaf } from "./tree";

const leaf = (token: string, text: string, anchor: Node["anchor"] = { kind: "button" }): Node => ({
  token,
  label: token,
  text,
  anchor,
  tone: "plain",
  final: "no",
});
const hex = (id: string, children: Node[]): Node => ({ token: id, label: id, anchor: { kind: "hex", id }, tone: "plain", children });
const facings = (hexId: string): Node[] =>
  ["N", "SE"].map((side) => leaf(side, `move a ${hexId} ${side}`, { kind: "facing", id: side }));
const verb = (token: string, children: Node[]): Node => ({ token, label: token, anchor: { kind: "button" }, tone: "plain", children });
const unit = (id: string, children: Node[]): Node => ({ token: id, label: id, anchor: { kind: "counter", id }, tone: "plain", children });

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
  expect(advance(TURN, [])).toStrictEqual([]);
});

test("a unit shows its hexes and targets through its verbs", () => {
  const keys = offersAt(TURN, ["a"]).map((offer) => `${offer.role} ${offer.key}`);
  expect(keys).toStrictEqual(["verb a/move", "target a/move/H06", "target a/move/H07", "verb a/fire", "target a/fire/K08"]);
});

test("what follows a folded word is shown once the word is picked", () => {
  const bomb = { ...verb("bomb", [leaf("K08", "bomb K08", { kind: "hex", id: "K08" })]), fold: true };
  const roots = [bomb, leaf("pass", "pass")];
  expect(offersAt(roots, []).map((offer) => offer.key)).toStrictEqual(["bomb", "pass"]);
  expect(offersAt(roots, ["bomb"])[0]?.leaf?.text).toBe("bomb K08");
});

test("a verb narrows and never speaks for its only object", () => {
  const fire = offersAt(TURN, ["a"]).find((offer) => offer.key === "a/fire");
  expect(fire?.leaf).toBeNull();
  expect(offersAt(TURN, ["a", "fire"])[0]?.leaf?.text).toBe("fire a K08");
});

test("a single way is followed to the next question", () => {
  expect(advance(TURN, ["b"])).toStrictEqual(["b", "move", "J05"]);
  expect(offersAt(TURN, ["b", "move", "J05"]).map((offer) => offer.leaf?.text)).toStrictEqual(["move a J05 N", "move a J05 SE"]);
});

test("stepping back never lands where it started", () => {
  expect(retreat(TURN, ["b", "move", "J05"])).toStrictEqual([]);
  expect(retreat(TURN, ["a", "move", "H06"])).toStrictEqual(["a", "move"]);
  expect(canRetreat(TURN, [])).toBe(false);
  expect(canRetreat(TURN, ["a"])).toBe(true);
});

test("amounts stand as a row, and a lone card without its verb", () => {
  expect(offersAt(CAPS, []).map((offer) => `${offer.role} ${offer.leaf?.text}`)).toStrictEqual(["number caps 0", "number caps 1", "target play 11"]);
});

test("a whole sentence is found only where there is one", () => {
  expect(leafOf(TURN[2]!)?.text).toBe("pass");
  expect(leafOf(TURN[0]!)).toBeNull();
  expect(someLeaf(TURN[0]!, "SE")?.text).toBe("move a H06 SE");
  expect(leaves(TURN)).toHaveLength(8);
});

test("what the server kept back is asked for and put in its place", () => {
  const bare: Node[] = [{ ...unit("a", []), children: undefined, more: true }, leaf("pass", "pass")];
  expect(missing(bare, ["a"])).toStrictEqual([["a"]]);
  const full = grown(bare, ["a"], [{ ...verb("move", []), children: undefined, more: true }]);
  expect(missing(full, ["a"])).toStrictEqual([["a", "move"]]);
  const fuller = grown(full, ["a", "move"], [hex("H06", facings("H06"))]);
  expect(missing(fuller, ["a"])).toStrictEqual([]);
  expect(offersAt(fuller, ["a", "move"])[0]?.key).toBe("a/move/H06");
});
