// A page for builders: every counter, state, mark and kind of ground at once. Open /art-sheet.html under `npm run dev`.
import "../styles/fonts.css";
import "../styles/tokens.css";
import type { Board, Counter } from "../wire";
import { counterMarkup, facingMarkup, fanMarkup, stackMarkup } from "./counter";
import { FIGURE_NAMES } from "./counter/figures";
import { SIGN_NAMES } from "./counter/nato";
import { areaMark } from "./area";
import { boxArt } from "./boxart";
import { hexagon } from "./lattice";
import * as marks from "./marks";
import type { Theme } from "./palette";
import { num } from "./shape";
import { append, escaped, fill, group, path, tag, words } from "./svg";
import { GroundView } from "./view";
import { WORK_NAMES, smokeMark, workMark } from "./works";
import { OPERATIONAL, STATES, operational, tactical } from "./samples";
import map7 from "./fixtures/sos-7.json";
import belgorod from "./fixtures/kursk-belgorod.json";

const BOARD7 = map7 as unknown as Board;
const BELGOROD = belgorod as unknown as Board;
const host = document.getElementById("sheet")!;
const themeNow = (): Theme => (document.documentElement.dataset["theme"] === "dark" ? "dark" : "light");

function section(title: string, body: string): HTMLElement {
  const made = document.createElement("section");
  fill(made, words("h2", title) + tag("div", { class: "row" }, body));
  host.append(made);
  return made;
}

const figure = (body: string, width: number, height: number, viewBox: string, caption: string): string =>
  tag("figure", {}, tag("svg", { width, height, viewBox }, body) + escaped(caption));

function cell(body: string, pixels: number, caption = "", pad = 24): string {
  const full = 100 + pad * 2;
  const wide = (pixels * full) / 100;
  return figure(body, wide, wide, `${-pad} ${-pad} ${full} ${full}`, caption);
}

function hexCell(body: string, caption = "", grid: "flat" | "pointy" = "flat"): string {
  const d = `M${hexagon(grid, { x: 0, y: 0 }, 48)
    .map((p) => `${num(p.x)} ${num(p.y)}`)
    .join("L")}Z`;
  const ground = path(d, { fill: "var(--steppe)", stroke: "var(--grid)", "stroke-opacity": 0.4 });
  return figure(ground + body, 118, 126, "-59 -66 118 126", caption);
}

/** A counter of a hundred units with its middle at a point, as wide as told. */
const placed = (body: string, x: number, y: number, wide: number): string =>
  group(body, { transform: `translate(${num(x - wide / 2)} ${num(y - wide / 2)}) scale(${wide / 100})` });

const SPOT = { x: 0, y: 0, side: 48 };
const onHex = (counter: Counter) => group(counterMarkup(counter, { size: 56 }), { transform: "translate(-28 -28) scale(.5616)" });

function counters(): void {
  for (const [symbol, style] of [
    ["squad", "ger"],
    ["tank", "sov"],
  ] as const) {
    section(
      symbol === "squad" ? "A squad" : "A tank",
      STATES.map(([name, states, badges]) => cell(counterMarkup(tactical(symbol, style, states, badges), { size: 92 }), 92, name)).join(
        "",
      ) + cell(counterMarkup({ id: "x", style, form: "tactical", anonymous: true }, { size: 92 }), 92, "hidden, theirs"),
    );
  }
  section(
    "Figures",
    (["ger", "sov"] as const)
      .flatMap((style) => FIGURE_NAMES.map((name) => cell(counterMarkup(tactical(name, style), { size: 150 }), 150, "", 6)))
      .join(""),
  );
  section(
    "Figures at 52 and spent",
    [
      ...FIGURE_NAMES.map((n) => cell(counterMarkup(tactical(n, "ger"), { size: 52 }), 52, "", 6)),
      ...FIGURE_NAMES.map((n) => cell(counterMarkup(tactical(n, "sov", ["spent"]), { size: 80 }), 80, "", 6)),
    ].join(""),
  );
  section("Operational", OPERATIONAL.map(([name, counter]) => cell(counterMarkup(counter, { size: 88 }), 88, name)).join(""));
  section(
    "Symbols",
    SIGN_NAMES.map((name, i) => cell(counterMarkup(operational(name, i % 2 ? "sov" : "ger"), { size: 60 }), 60, name, 6)).join(""),
  );
  section(
    "Sizes",
    [14, 18, 21, 25, 31, 36, 44, 54, 80, 120]
      .map(
        (px) =>
          cell(counterMarkup(tactical("squad", "ger"), { size: px }), px, "", 8) +
          cell(counterMarkup(tactical("tank", "sov"), { size: px }), px, "", 8) +
          cell(counterMarkup(operational("armour", "ger"), { size: px }), px, String(px), 8),
      )
      .join(""),
  );
}

function stacks(): void {
  const few = [tactical("squad", "ger"), tactical("mg", "ger", ["stressed"]), tactical("squad", "ger", ["spent"])];
  const fan = figure(fanMarkup(few, { size: 80 }), 420, 180, "-200 -80 400 176", "fan");
  section(
    "Stacks",
    [2, 3, 5]
      .map((n) =>
        cell(
          stackMarkup(
            Array.from({ length: n }, (_, i) => few[i % 3]!),
            { size: 80 },
          ),
          80,
          `${n}`,
        ),
      )
      .join("") +
      fan +
      ["N", "SE"].map((f) => hexCell(onHex(tactical("tank", "sov")) + facingMarkup(f as "N", "sov", 48), `facing ${f}`)).join("") +
      ["E", "NW"]
        .map((f) => hexCell(onHex(tactical("tank", "ger")) + facingMarkup(f as "E", "ger", 48, "pointy"), `facing ${f}, pointy`, "pointy"))
        .join(""),
  );
}

function glow(): void {
  const squad = onHex(tactical("squad", "sov"));
  section(
    "Marks",
    [
      hexCell(marks.goMark(SPOT, "2"), "may move"),
      hexCell(marks.goMark(SPOT) + squad + marks.costMark(SPOT, "1"), "occupied"),
      hexCell(marks.fireMark(SPOT) + squad + marks.aimMark(SPOT, "42%"), "may fire"),
      hexCell(marks.pickMark(SPOT) + squad, "selected"),
      hexCell(marks.hoverMark(SPOT), "hover"),
      hexCell(marks.hoverMark(SPOT, true), "keyboard"),
      hexCell(marks.mayActMark(SPOT) + squad, "can act"),
      hexCell(marks.objectiveMark(SPOT, "satchel"), "objective"),
      hexCell(marks.objectiveRing(SPOT) + squad + marks.objectiveSign(SPOT, "satchel", "gold", true), "occupied"),
      hexCell(marks.controlMark(SPOT, "ger") + squad, "control"),
      hexCell(marks.controlMark(SPOT, "sov"), "control"),
      ...["yes", "part", "no", "fire"].map((tone) => hexCell(marks.tintMark(SPOT, tone), `overlay: ${tone}`)),
      hexCell([-90, -30, 30, 90, 150, 210].map((a) => marks.turnMark(SPOT, a, a === -30)).join("") + squad, "turn"),
    ].join(""),
  );
  section(
    "Works and smoke",
    WORK_NAMES.map((name) => hexCell(workMark(SPOT, name, { facing: "NE", text: name === "trench" ? "+2" : null }) + squad, name)).join(
      "",
    ) +
      hexCell(squad + smokeMark(SPOT, "light", "a"), "light smoke") +
      hexCell(squad + smokeMark(SPOT, "heavy", "a"), "heavy smoke"),
  );
}

const HEX = new Map(BOARD7.hexes.map((h) => [h.id, h]));
const spotAt = (id: string, side: number) => ({ x: HEX.get(id)!.x * side, y: HEX.get(id)!.y * side, side });

/** The decision of the first picture of the design. */
function staged(side: number): string {
  const at = (id: string) => spotAt(id, side);
  const reach = [
    ["M04", "2"],
    ["N05", "2"],
    ["N06", "2"],
    ["M06", "1"],
    ["L06", "1"],
    ["L05", "1"],
  ] as const;
  const units = [
    ["H08", "squad", "sov", "NE"],
    ["J06", "squad", "sov", "NE"],
    ["K08", "squad", "sov", "NE"],
    ["K10", "mg", "sov", "NE"],
    ["M05", "squad", "ger", "SW"],
    ["N04", "squad", "ger", "SW"],
    ["O06", "tank", "ger", "SW"],
    ["P06", "mg", "ger", "NW"],
  ] as const;
  const standing = units.map(([hex, symbol, style, facing]) => {
    const p = at(hex);
    const wide = side * 1.17;
    const counter = tactical(symbol, style, hex === "N04" ? ["spent", "stressed"] : [], hex === "K08" ? [{ kind: "hit" }] : []);
    const bar = group(facingMarkup(facing, style, side), { transform: `translate(${num(p.x)} ${num(p.y)})` });
    return bar + placed(counterMarkup(counter, { size: wide }), p.x, p.y, wide);
  });
  return [
    ...reach.map(([hex, cost]) => marks.goMark(at(hex), cost)),
    marks.objectiveMark(at("H07"), "satchel"),
    marks.objectiveRing(at("H08")),
    marks.fireMark(at("J06")),
    marks.pickMark(at("M05")),
    marks.fireLine(at("M05"), at("J06"), side),
    ...standing,
    marks.objectiveSign(at("H08"), "satchel", "gold", true),
    marks.aimMark(at("J06"), "42%"),
    marks.sightMark(at("P06"), at("K08"), side, at("M07")),
  ].join("");
}

async function ground(): Promise<void> {
  const views: [Board, number, number, number, Theme | null][] = [
    [BOARD7, 44, 1188, 916, null],
    [BOARD7, 20, 540, 416, "light"],
    [BOARD7, 20, 540, 416, "dark"],
    [BELGOROD, 40, 1240, 1120, null],
  ];
  for (const [board, side, width, height, theme] of views) {
    const made = section(`${board.key}, ${side} pixels a side`, tag("div", { class: "board", style: `width:${width}px;height:${height}px` }, ""));
    const box = made.querySelector<HTMLElement>(".board")!;
    if (theme) box.dataset["theme"] = theme;
    const view = new GroundView(board, { theme: theme ?? themeNow(), side });
    box.append(view.element, view.names);
    view.resize(width, height);
    view.move({ x: 0, y: 0, k: 1 });
    view.rest();
    await view.ready;
    if (board === BOARD7 && side === 44)
      append(box, tag("svg", { style: "position:absolute;inset:0", width, height }, staged(side)));
    if (board === BELGOROD)
      append(box, tag("svg", { style: "position:absolute;inset:0", width, height }, belgorodPieces(side)));
  }
}

function belgorodPieces(side: number): string {
  const at = (id: string) => BELGOROD.hexes.find((h) => h.id === id)!;
  const west = BELGOROD.hexes.filter((h) => h.col <= 49 && h.row >= 25).map((h) => h.id);
  const pieces = OPERATIONAL.map(
    ([, counter], i) => [["4924", "4925", "4825", "5026", "5129", "4723", "5328", "5627"][i % 8]!, counter] as const,
  );
  return (
    areaMark(BELGOROD, west, "supply", side) +
    pieces
      .map(([hex, counter]) => {
        const p = at(hex);
        const wide = side * 1.12;
        return placed(stackMarkup([counter, counter, counter], { size: wide }), p.x * side, p.y * side, wide);
      })
      .join("") +
    marks.attackArrow({ x: at("4925").x * side, y: at("4925").y * side }, { x: at("4924").x * side, y: at("4924").y * side }, side) +
    marks.routeMark(
      ["4825", "4826", "4827", "4928", "5028"].map((id) => ({ x: at(id).x * side, y: at(id).y * side })),
      "supply",
      side,
    )
  );
}

function lobby(): void {
  const pieces = [
    { hex: "K06", counters: [{ ...tactical("tank", "ger"), facing: "SW" as const }] },
    { hex: "H08", counters: [{ ...tactical("squad", "sov"), facing: "NE" as const }] },
  ];
  section(
    "On the box",
    boxArt(BOARD7, { theme: themeNow(), width: 318, height: 330, side: 26, centre: "J06", pieces }) +
      boxArt(BELGOROD, { theme: themeNow(), width: 318, height: 330, side: 17, centre: "5026" }),
  );
}

async function draw(): Promise<void> {
  host.replaceChildren();
  const from = performance.now();
  counters();
  stacks();
  glow();
  lobby();
  const to = performance.now();
  await ground();
  document.getElementById("times")!.textContent =
    `counters and marks ${Math.round(to - from)} ms, grounds ${Math.round(performance.now() - to)} ms`;
  document.body.dataset["drawn"] = themeNow();
}

document.getElementById("theme")!.addEventListener("click", () => {
  document.documentElement.dataset["theme"] = themeNow() === "dark" ? "light" : "dark";
  void draw();
});
if (location.hash === "#dark") document.documentElement.dataset["theme"] = "dark";
void draw();
