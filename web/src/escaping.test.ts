// @vitest-environment jsdom
import "./testing/page";
import { html, render } from "lit-html";
import { describe, expect, test, vi } from "vitest";
import { fill, group } from "./art/svg";
import { tactical } from "./art/samples";
import type { Board, Counter, LogLine, Scene, TableInfo } from "./wire";
import { openLobby } from "./lobby/page";
import { Field } from "./table/map/field";
import * as marks from "./table/map/marks";
import { counterSvg } from "./table/map/paint";
import type { Stage } from "./table/map/stage";
import { drawNotes } from "./table/notes";
import { logFilters, logList } from "./table/panels/log";
import { smallCounter } from "./table/panels/parts";
import { talkPane } from "./table/panels/talk";
import { unitCard } from "./table/panels/unit";
import type { Player } from "./table/player";
import { Viewer } from "./table/viewer";

const RUDE = '<img src=x onerror="alert(1)">';
const SVG = "http://www.w3.org/2000/svg";
const BOARD = {
  key: "toy",
  grid: "flat",
  style: "tactical",
  hexes: [{ id: "A1", col: 1, row: 1, x: 0, y: 0, terrain: "open" }],
} as Board;
const COUNTER: Counter = {
  ...tactical("squad", "ger"),
  id: "rude",
  name: RUDE,
  badges: [{ kind: RUDE, text: RUDE, tip: RUDE }],
  states: [RUDE],
  side: "german",
};

/** A picture of a page with markup in it. */
function drawn(markup: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  fill(svg, markup);
  return svg;
}

function shown(body: unknown): HTMLElement {
  const root = document.createElement("div");
  render(html`${body}`, root);
  return root;
}

/** No element and no attribute came of a text. */
function expectOnlyText(root: Element): void {
  expect(root.querySelector("img")).toBeNull();
  const handlers = [...root.querySelectorAll("*")].flatMap((each) => each.getAttributeNames()).filter((name) => name.startsWith("on"));
  expect(handlers).toStrictEqual([]);
}

/** A seat at a board with one counter and one line of the log, all with names of the rude kind. */
function viewer(): Viewer {
  const made = new Viewer("toy", "german", { ready: false, values: () => Promise.reject(new Error()), why: () => Promise.reject(new Error()) }, () => undefined);
  const line: LogLine = { kind: "Said", text: `${RUDE} rude goes to A1`, side: "german", unit: "rude", to: "A1", hexes: ["A1"] };
  const sides = [{ key: "german", name: RUDE, style: "ger" }];
  const stacks = [{ place: { kind: "hex", id: "A1" }, counters: [COUNTER] }];
  made.seen.scene = { seat: "german", game: "toy", sides, stacks, brief: [{ text: RUDE }], turn: { label: RUDE } } as unknown as Scene;
  made.seen.log = [line, { ...line, text: RUDE, head: true }];
  return made;
}

describe("a name or a text with markup in it comes out as text", () => {
  test("on the map: a counter, a lasting mark, an arrow", () => {
    const field = new Field(BOARD);
    const counter = drawn(counterSvg(COUNTER, 150));
    expectOnlyText(counter);
    expect([...counter.querySelectorAll("text")].map((each) => each.textContent).join(" ")).toContain("onerror");
    const lasting = drawn(marks.lasting(field, { kind: RUDE, hex: "A1", label: RUDE, text: RUDE }, false));
    expectOnlyText(lasting);
    expect(lasting.querySelector(".lasting")?.getAttribute("data-layer")).toBe(RUDE);
    const arrow = drawn(marks.arrow(field, "A1", RUDE, { "data-choice": RUDE }, "plain"));
    expectOnlyText(arrow);
    expect(arrow.querySelector("[data-choice]")?.getAttribute("data-choice")).toBe(RUDE);
  });

  test("in a tooltip: of a badge, of a mark, of a note, of a counter in small", () => {
    expect(drawn(counterSvg(COUNTER, 150)).querySelector("title")?.textContent).toBe(RUDE);
    expect(drawn(marks.lasting(new Field(BOARD), { kind: "fort", hex: "A1", label: RUDE }, false)).querySelector("title")?.textContent).toBe(RUDE);
    const noted = drawn(group("", { class: "layer-fx" }));
    const made = viewer();
    made.papers.notes = [{ number: 1, turn: 1, label: RUDE, hex: "A1", text: RUDE, written: 0 }];
    made.map = { field: new Field(BOARD), layers: { fx: noted.firstElementChild } } as unknown as Stage;
    drawNotes(made);
    expect(noted.querySelector(".noted title")?.textContent).toBe(RUDE);
    const small = shown(smallCounter(COUNTER));
    expect(small.querySelector(".small-counter")?.getAttribute("title")).toBe(RUDE);
    for (const root of [noted, small]) expectOnlyText(root);
  });

  test("in the log, its filter and the card of a unit", () => {
    const made = viewer();
    made.look.chosen = "rude";
    made.papers.filter = { ...made.papers.filter, open: true };
    const log = shown(html`${logFilters(made)}${logList(made)}`);
    expectOnlyText(log);
    expect(log.querySelector("#log .what")?.textContent).toContain(`${RUDE} rude goes to A1`);
    expect(log.querySelector("#log .head")?.textContent).toBe(RUDE);
    expect(log.querySelector('[data-narrow="side"] option[value="german"]')?.textContent).toBe(RUDE);
    const card = shown(unitCard(made));
    expectOnlyText(card);
    expect(card.querySelector("h2")?.textContent).toBe(RUDE);
  });

  test("in the lobby: a game, a table to resume and who sits at it", async () => {
    const table: TableInfo = { id: RUDE, scenario: "toy/one", title: RUDE, turn: RUDE, seats: { [RUDE]: RUDE }, over: false, touched: "2026-01-01" };
    const scenario = { key: "toy/one", title: RUDE, teaches: RUDE, length: RUDE, sides: [{ key: RUDE, name: RUDE, style: "ger" }], board: RUDE, situation: RUDE, options: [] };
    const game = { key: RUDE, title: RUDE, scenarios: [scenario], bots: [{ key: RUDE, title: RUDE, about: RUDE }], lessons: [] };
    vi.stubGlobal("fetch", (path: string) => Promise.resolve(Response.json(path === "/api/games" ? [game] : path === "/api/tables" ? [table] : {})));
    const root = document.createElement("div");
    openLobby(root);
    await vi.waitFor(() => expect(root.querySelector("#resume li")).not.toBeNull());
    expectOnlyText(root);
    const row = root.querySelector("#resume li")!;
    expect(row.querySelector("b")?.textContent).toBe(RUDE);
    expect(row.querySelector(".quiet")?.textContent).toContain(`${RUDE}: ${RUDE}`);
  });
});

test("what people say is text, and so are their signs", () => {
  const t = {
    id: "t1",
    seat: "german",
    seen: { scene: null },
    line: { talk: { lines: [{ room: "watchers", who: RUDE, text: RUDE, at: 0 }], unread: 0, muted: new Set([`${RUDE}2`]) } },
    changed: () => undefined,
  } as unknown as Player;
  const root = shown(talkPane(t));
  expectOnlyText(root);
  expect(root.querySelector("[data-said] p")?.textContent).toBe(RUDE);
});
