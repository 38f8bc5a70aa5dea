// Badges hang outside the counter, each with a silhouette of its own, so that no figure is ever covered.
import { GLYPHS } from "../marks";
import type { Badge, Counter } from "../../wire";
import type { Ink } from "../palette";
import { circle, group, letters, path, tip } from "../svg";
import { has } from "./body";

const DARK = "#1d1a14";
const BURST = "M-17-20l7 5 5-9 5 9 9-7-1 11 11 0-7 9 8 8-11 2 2 11-10-4-5 9-6-8-9 5 1-10-11-2 7-8-8-9 11 0Z";

type Draw = (badge: Badge, ink: Ink) => string;

/** The middle of each badge, in the counter's hundred units. */
const DRAW: Record<string, Draw> = {
  stress: (b, ink) =>
    placed(
      50,
      -3,
      1.05,
      path("M-20 13L-14-13h28l6 26Z", {
        fill: ink("mark-stress"),
        stroke: ink("counter-edge"),
        "stroke-width": 2.5,
        "stroke-linejoin": "round",
      }) + word(b.text || "+1", 8.2, 20, DARK),
    ),
  hit: (b, ink) =>
    placed(
      113,
      38,
      0.84,
      group(path(BURST, { fill: ink("mark-hit"), stroke: "#fff", "stroke-width": 2.4, "stroke-linejoin": "round" }), {
        transform: "rotate(12)",
      }) + word(b.text || "?", 6.5, 22, "#fff"),
    ),
  hidden: (_, ink) =>
    placed(
      -8,
      40,
      0.95,
      circle(0, 0, 17, { fill: ink("mark-hidden"), stroke: "#fff", "stroke-width": 2.4 }) +
        path("M-11 0Q0-10 11 0Q0 10-11 0Z", { fill: "none", stroke: "#fff", "stroke-width": 2.6 }) +
        path("M-10 10L10-10", { fill: "none", stroke: "#fff", "stroke-width": 3 }),
    ),
  carry: (b, ink) =>
    placed(
      22,
      108,
      0.9,
      path("M-17-12h34v19l-5 5h-24l-5-5Z", {
        fill: ink("mark-neutral"),
        stroke: ink("counter-edge"),
        "stroke-width": 2.4,
        "stroke-linejoin": "round",
      }) + (b.text ? word(b.text, 7, 19, DARK) : path("M-8-3h16M-8 3h16", { fill: "none", stroke: DARK, "stroke-width": 3 })),
    ),
  disorganised: (_, ink) =>
    placed(
      4,
      8,
      1,
      circle(0, 0, 16, { fill: ink("mark-stress"), stroke: ink("counter-edge"), "stroke-width": 2.4 }) +
        path("M-9-5l5 11 5-11 7 11", { fill: "none", stroke: DARK, "stroke-width": 3, "stroke-linejoin": "round" }),
    ),
  supply: (b, ink) =>
    placed(
      96,
      8,
      1,
      path("M0-20L20 0 0 20-20 0Z", { fill: ink("mark-hit"), stroke: "#fff", "stroke-width": 2.6, "stroke-linejoin": "round" }) +
        word(b.text || "!", 7, 20, "#fff"),
    ),
  vp: (b, ink) =>
    placed(
      78,
      108,
      0.9,
      path("M0-18l17 6v10c0 9-7 15-17 19-10-4-17-10-17-19v-10Z", {
        fill: ink("gold-wash"),
        stroke: ink("gold"),
        "stroke-width": 2.6,
        "stroke-linejoin": "round",
      }) + (b.glyph && GLYPHS[b.glyph] ? glyph(GLYPHS[b.glyph]!, ink("ink")) : word(b.text || "1", 6.5, 19, ink("ink"))),
    ),
  mark: (b, ink) =>
    placed(
      112,
      66,
      0.9,
      path("M-15-13h30v26h-30Z", {
        fill: ink("mark-neutral"),
        stroke: ink("counter-edge"),
        "stroke-width": 2.2,
        "stroke-linejoin": "round",
      }) + word(b.text || "•", 7, 18, DARK),
    ),
};

const glyph = (d: string, stroke: string): string =>
  path(d, { transform: "translate(0 -2) scale(1.25)", fill: "none", stroke, "stroke-width": 1.9, "stroke-linejoin": "round" });

function placed(x: number, y: number, scale: number, body: string): string {
  return group(body, { transform: `translate(${x} ${y}) scale(${scale})` });
}

function word(text: string, y: number, size: number, fill: string): string {
  return letters(0, y, text, { size: text.length > 2 ? size * 0.72 : size, fill, anchor: "middle" });
}

/** States that always carry a badge bring it along even if the engine sent none. */
const IMPLIED: [state: string, badge: Badge][] = [
  ["stressed", { kind: "stress" }],
  ["hidden", { kind: "hidden" }],
  ["disorganised", { kind: "disorganised" }],
  ["out_of_supply", { kind: "supply" }],
  ["loaded", { kind: "carry" }],
];

export function badgesOf(counter: Counter): Badge[] {
  const sent = counter.badges ?? [];
  const missing = IMPLIED.filter(([state, b]) => has(counter, state) && !sent.some((s) => s.kind === b.kind)).map(([, b]) => b);
  return [...sent, ...missing];
}

export function badgeMarkup(counter: Counter, ink: Ink): string {
  const count: Record<string, number> = {};
  return badgesOf(counter)
    .map((badge) => {
      const before = (count[badge.kind] = (count[badge.kind] ?? -1) + 1);
      // Several marks of one kind lie one below the other, not one upon the other.
      const lower = badge.kind === "mark" && before ? { transform: `translate(0 ${before * 25})` } : {};
      return group((badge.tip ? tip(badge.tip) : "") + (DRAW[badge.kind] ?? DRAW["mark"]!)(badge, ink), { class: `badge badge-${badge.kind}`, ...lower });
    })
    .join("");
}
