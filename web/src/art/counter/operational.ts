// An operational counter: size mark, symbol box, strength and movement, formation stripe, steps, star, Guards.
import type { Corner, Counter } from "../../wire";
import type { Ink } from "../palette";
import { hash } from "../noise";
import { faceOf, has, hatch, plate, shadow } from "./body";
import type { Detail } from "./detail";
import { natoMarkup } from "./nato";
import { circle, group, letters, path } from "../svg";

type Slots = Partial<Record<string, Corner>>;

/** The name is worth printing from this many pixels up. */
const NAMED = 56;

export function operationalMarkup(counter: Counter, ink: Ink, detail: Detail, size: number): string {
  const face = faceOf(counter, ink);
  const slots: Slots = Object.fromEntries((counter.corners ?? []).map((c) => [c.slot, c]));
  const hidden = has(counter, "hidden");
  const named = size >= NAMED && Boolean(slots["name"]?.text ?? counter.name);
  const tiny = detail.level === "tiny";
  return [
    has(counter, "spent") ? "" : shadow(ink),
    plate(face.fill, ink, hidden),
    has(counter, "spent") ? hatch(ink) : "",
    stripe(slots),
    tiny
      ? group(natoMarkup(counter.symbol, ink), { transform: "translate(54 52) scale(1.45) translate(-50 -39.5)" })
      : natoMarkup(counter.symbol, ink),
    tiny ? "" : print(counter, slots, ink, named),
    tiny ? "" : ornaments(slots, ink, has(counter, "depleted")),
  ].join("");
}

/** What neighbours see of a masked counter: its symbol, and its steps where they can be counted. */
export function seenMarkup(counter: Counter, ink: Ink): string {
  const slots: Slots = Object.fromEntries((counter.corners ?? []).map((c) => [c.slot, c]));
  return natoMarkup(counter.symbol, ink) + ornaments(slots, ink, false);
}

function print(counter: Counter, slots: Slots, ink: Ink, named: boolean): string {
  const black = ink("fig");
  const middle = slots["stripe"] ? 55 : 50;
  const size = slots["size"] ? letters(50, 20.5, slots["size"].text, { size: 17, fill: black, anchor: "middle", spacing: 1 }) : "";
  const name = named
    ? letters(50, 66, slots["name"]?.text ?? counter.name ?? "", {
        size: nameSize(slots["name"]?.text ?? counter.name ?? ""),
        fill: black,
        anchor: "middle",
        weight: 600,
        opacity: 0.85,
      })
    : "";
  return size + name + figures(slots, named ? 31 : 36, middle, black);
}

const nameSize = (name: string) => Math.min(11, 78 / (name.length * 0.5));

/** Strength, a dash, movement: as large as the room allows. */
function figures(slots: Slots, wanted: number, middle: number, black: string): string {
  const parts = [slots["strength"]?.text, slots["movement"]?.text].filter((t): t is string => Boolean(t));
  const text = parts.join("–").replace(/-/g, "–");
  if (!text) return "";
  const room = middle === 55 ? 73 : 88;
  const size = Math.min(wanted, room / (text.length * 0.475));
  return letters(middle, 93 - (wanted - size) * 0.12, text, { size, fill: black, anchor: "middle" });
}

function ornaments(slots: Slots, ink: Ink, depleted: boolean): string {
  const black = ink("fig");
  const steps = Number(slots["steps"]?.text ?? 0);
  const dots = Array.from({ length: Math.min(4, steps) }, (_, i) => {
    const lost = depleted && i === steps - 1 && steps > 1;
    return circle(84, 30 + i * 12, 4, lost ? { fill: "none", stroke: black, "stroke-width": 1.6 } : { fill: black });
  });
  const guards = slots["guards"]
    ? letters(24, 18.5, slots["guards"].text || "G", { size: 15, fill: ink("sov-deep"), anchor: "middle" })
    : "";
  return dots.join("") + star(slots["star"], black) + guards;
}

const STAR = "M0-9l2.6 5.7 6.2.6-4.7 4.1 1.4 6.1L0 4.3l-5.5 3.2 1.4-6.1-4.7-4.1 6.2-.6Z";
const STAR_FILL: Record<string, string> = { white: "#fff", yellow: "#ffd75a" };

function star(corner: Corner | undefined, black: string): string {
  if (!corner) return "";
  const fill = STAR_FILL[corner.tone ?? ""] ?? STAR_FILL[corner.text] ?? black;
  return path(STAR, { fill, stroke: black, "stroke-width": 1.8, transform: "translate(85 13) scale(.85)" });
}

const COLOURS = ["#1c1c1c", "#8a5a00", "#2f5f4a", "#7d1d12", "#5a3f86", "#20506e", "#6b6b2a", "#8c3a63"];
const PATTERNS = ["solid", "line", "dash", "dot"];

/** The stripe's tone is the higher formation's colour (or any word, which is given one); its text the division's pattern. */
function stripe({ stripe: corner }: Slots): string {
  if (!corner) return "";
  const tone = corner.tone ?? corner.text;
  const colour = tone.startsWith("#") ? tone : COLOURS[Math.abs(hash(tone)) % COLOURS.length]!;
  const pattern = PATTERNS.includes(corner.text) ? corner.text : PATTERNS[Math.abs(hash(corner.text)) % PATTERNS.length]!;
  return path("M1.3 8.3a7 7 0 0 1 7-7H14V98.7H8.3a7 7 0 0 1-7-7Z", { fill: colour }) + patternOf(pattern);
}

function patternOf(pattern: string): string {
  const white = { fill: "none", stroke: "#fff" };
  if (pattern === "line") return path("M7.7 2.5V97.5", { ...white, "stroke-width": 3 });
  if (pattern === "dash") return path("M7.7 6V96", { ...white, "stroke-width": 4, "stroke-dasharray": "8 8" });
  if (pattern === "dot") return path("M7.7 9V94", { ...white, "stroke-width": 6, "stroke-dasharray": "0.1 14", "stroke-linecap": "round" });
  return "";
}
