// @vitest-environment jsdom
import "../testing/page";
import { beforeEach, describe, expect, test } from "vitest";
import { back } from "./choosing";
import { closeLower, closeUpper, putAway } from "./closing";
import { Link } from "./link";
import { Player } from "./player";
import type { Offer } from "./tree";

const OFFER = { key: "fire", path: ["fire"], trail: [], leaf: null, role: "target", node: { token: "fire", label: "Fire", tone: "fire", anchor: { kind: "button" } } } as Offer;
const slip = (id: number, hex: string | null) => ({ id, hex, title: "", why: null, problem: null });
const NOBODY = { scene: () => undefined, curtain: () => undefined, notice: () => undefined, thinking: () => undefined, waiting: () => undefined, talk: () => undefined, company: () => undefined, seating: () => undefined, noHints: () => undefined, error: () => undefined, state: () => undefined };

let t: Player;

/** A table on which everything lies open at once. */
beforeEach(() => {
  t = new Player("toy", "german", new Link("ws://nowhere", () => ({}), NOBODY), () => undefined);
  t.papers.rule = { id: "toy-1", rule: null, problem: null, x: 0, y: 0 };
  t.papers.slips = [slip(1, "A1"), slip(2, null)];
  t.panels.drawer = "keys";
  t.look.fan = "A1";
  t.look.chosen = "rifles";
  t.line.sent = { text: "fire", version: 1 };
  Object.assign(t.pick, { pending: OFFER, hover: OFFER, last: OFFER, focus: "fire", chooser: { hex: "A1", offers: [] } });
  t.pick.overlay = { kind: "sight", hex: "A1", unit: null, to: null, answer: null };
  t.pick.quotes.set("fire", null);
});

describe("what is put away", () => {
  test("by a click: the chooser and the slips on the map, not those in the corner", () => {
    putAway(t, "click");
    expect(t.pick.chooser).toBeNull();
    expect(t.papers.slips.map((each) => each.id)).toStrictEqual([2]);
    expect(t.pick.pending).toBe(OFFER);
  });

  test("by a step in the tree: everything about the place left, but no paper and no overlay", () => {
    putAway(t, "step");
    const { pending, hover, last, focus, chooser } = t.pick;
    expect([pending, hover, last, focus, chooser, t.look.fan]).toStrictEqual([null, null, null, null, null, null]);
    expect([t.papers.slips.length, t.papers.rule?.id, t.pick.overlay?.kind]).toStrictEqual([2, "toy-1", "sight"]);
  });

  test("by sending a sentence: all slips and the overlay too; what was sent stays in mind", () => {
    putAway(t, "sending");
    expect([t.pick.pending, t.pick.chooser, t.pick.overlay, t.papers.slips.length]).toStrictEqual([null, null, null, 0]);
    expect(t.line.sent?.text).toBe("fire");
  });

  test("by another scene: the answer has come, and what was asked about the old one is void", () => {
    putAway(t, "scene");
    expect([t.line.sent, t.pick.overlay, t.pick.quotes.size]).toStrictEqual([null, null, 0]);
    expect(t.papers.slips, "a slip about the old scene is read first").toHaveLength(2);
  });
});

test("back closes one thing at a time, papers first, what is merely looked at last", () => {
  const open = (): string[] =>
    Object.entries({
      rule: t.papers.rule,
      drawer: t.panels.drawer,
      chooser: t.pick.chooser,
      fan: t.look.fan,
      slips: t.papers.slips.length,
      pending: t.pick.pending,
      overlay: t.pick.overlay,
      chosen: t.look.chosen,
    }).flatMap(([name, held]) => (held ? [name] : []));
  const closed: string[] = [];
  while (open().length) {
    const before = open();
    back(t);
    closed.push(...before.filter((name) => !open().includes(name)));
  }
  expect(closed).toStrictEqual(["rule", "drawer", "chooser", "fan", "slips", "pending", "overlay", "chosen"]);
  expect([closeUpper(t), closeLower(t)]).toStrictEqual([false, false]);
});
