// What the decision lights up on the map: where one may go, fire, what is chosen, what is seen. SVG text; a `Spot` says
// where the hex is and how large. Everything takes its colours from the page unless another ink is given.
import type { Grid } from "./lattice";
import { type Ink, liveInk, type Token } from "./palette";
import { styleOf, tint, type Style } from "./style";
import { hexagon } from "./lattice";
import { type Pt, between, dist, pt } from "./shape";
import { circle, group, letters, path, rect, round } from "./svg";

export interface Spot {
  /** Centre of the hex, in the units of the drawing. */
  x: number;
  y: number;
  /** Length of a hexside in the same units. */
  side: number;
  grid?: Grid;
  ink?: Ink;
}

const inkAt = (spot: Spot): Ink => spot.ink ?? liveInk;
const outline = (spot: Spot, share: number): Pt[] => hexagon(spot.grid ?? "flat", spot, spot.side * share);
const ringPath = (spot: Spot, share: number): string => `M${outline(spot, share).map(at).join("L")}Z`;
const at = (p: Pt): string => `${round(p.x)} ${round(p.y)}`;

// ---------------------------------------------------------------- may go, may fire, is chosen

/** May move here: a teal hexagon under the counters, with the cost in a disc. Over an occupied hex use `costMark` above them. */
export function goMark(spot: Spot, cost = ""): string {
  const ink = inkAt(spot);
  const frame = path(ringPath(spot, 0.93), {
    fill: ink("reach-fill"),
    stroke: ink("reach"),
    "stroke-width": spot.side * 0.05,
    "stroke-linejoin": "round",
  });
  return frame + (cost ? costDisc(spot, cost) : "");
}

/** The cost of entering an occupied hex: at its top, to be laid over the counters. */
export function costMark(spot: Spot, cost: string): string {
  return costDisc({ ...spot, y: spot.y - spot.side * 0.76 }, cost, 0.84);
}

function costDisc(spot: Spot, cost: string, scale = 1): string {
  const ink = inkAt(spot);
  const s = spot.side * scale;
  const disc = circle(spot.x, spot.y, s * 0.25, { fill: ink("paper"), stroke: ink("reach"), "stroke-width": s * 0.036 });
  const size = s * (cost.length > 2 ? 0.22 : 0.32);
  return disc + letters(spot.x, spot.y + size * 0.36, cost, { size, fill: ink("reach"), anchor: "middle" });
}

/** May fire here: the hexagon that lies under the counters. */
export function fireMark(spot: Spot): string {
  const ink = inkAt(spot);
  return path(ringPath(spot, 0.93), {
    fill: ink("aim-fill"),
    stroke: ink("aim"),
    "stroke-width": spot.side * 0.06,
    "stroke-linejoin": "round",
  });
}

/** Four corner brackets and the chance in a pill above: lies over the counters. */
export function aimMark(spot: Spot, chance = ""): string {
  const ink = inkAt(spot);
  const [r, q] = [spot.side * 0.74, spot.side * 0.2];
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const d = corners
    .map(([i, j]) => `M${round(spot.x + i * r)} ${round(spot.y + j * (r - q))}V${round(spot.y + j * r)}H${round(spot.x + i * (r - q))}`)
    .join("");
  const halo = path(d, { fill: "none", stroke: ink("pick-halo"), "stroke-width": spot.side * 0.135, "stroke-linejoin": "round" });
  const line = path(d, { fill: "none", stroke: ink("aim"), "stroke-width": spot.side * 0.068, "stroke-linejoin": "round" });
  return halo + line + (chance ? chancePill(spot, chance) : "");
}

// Between its own counter and one in the hex above there is just room for it.
export const chancePill = (spot: Spot, chance: string): string => pill({ ...spot, y: spot.y - spot.side * 0.87 }, chance, "aim", "fire-ink");

/** What somebody would add, under his counter. */
export const gainPill = (spot: Spot, gain: string): string => pill({ ...spot, y: spot.y + spot.side * 0.82 }, gain, "accent", "accent-ink");

function pill(spot: Spot, text: string, fill: Token, colour: Token): string {
  const ink = inkAt(spot);
  const { x, y, side: s } = spot;
  const [w, h] = [s * (0.36 + text.length * 0.2), s * 0.42];
  const paper = rect(x - w / 2, y - h / 2, w, h, { rx: h / 2, fill: ink(fill), stroke: ink("pick-halo"), "stroke-width": s * 0.034 });
  return paper + letters(x, y + s * 0.105, text, { size: s * 0.3, fill: ink(colour), anchor: "middle" });
}

/** The chosen hex: a dark line on a cream halo, reversed in the dark. */
export function pickMark(spot: Spot): string {
  const ink = inkAt(spot);
  const ring = ringPath(spot, 0.95);
  return (
    path(ring, { fill: "none", stroke: ink("pick-halo"), "stroke-width": spot.side * 0.17, "stroke-linejoin": "round" }) +
    path(ring, { fill: "none", stroke: ink("pick"), "stroke-width": spot.side * 0.07, "stroke-linejoin": "round" })
  );
}

/** The hex under the pointer, or the one the keyboard has reached (firmer, dashed). */
/** The number of a hex, at its upper edge. */
export function numberMark(spot: Spot, text: string): string {
  const ink = inkAt(spot);
  const figures = letters(spot.x, spot.y - spot.side * 0.66, text, { size: spot.side * 0.21, anchor: "middle", fill: ink("ink") });
  return group(figures, { stroke: ink("pick-halo"), "stroke-width": spot.side * 0.07, "stroke-linejoin": "round", "paint-order": "stroke" });
}

export function hoverMark(spot: Spot, keyboard = false): string {
  const ink = inkAt(spot);
  const dash = keyboard ? `${round(spot.side * 0.14)} ${round(spot.side * 0.08)}` : undefined;
  const look = { fill: "none", "stroke-linejoin": "round", "stroke-dasharray": dash };
  return (
    path(ringPath(spot, 0.97), {
      ...look,
      stroke: ink("pick-halo"),
      "stroke-width": spot.side * 0.07,
      opacity: 0.75,
      "stroke-dasharray": undefined,
    }) + path(ringPath(spot, 0.97), { ...look, stroke: ink("pick"), "stroke-width": spot.side * 0.032, opacity: keyboard ? 1 : 0.6 })
  );
}

/** A unit that can act now: a thin teal ring just outside its counter. */
export function mayActMark(spot: Spot, counter = 1.17): string {
  const ink = inkAt(spot);
  const h = (spot.side * (counter + 0.11)) / 2;
  const box = { rx: spot.side * 0.14, fill: "none" };
  return (
    rect(spot.x - h, spot.y - h, 2 * h, 2 * h, { ...box, stroke: ink("pick-halo"), "stroke-width": spot.side * 0.085, opacity: 0.7 }) +
    rect(spot.x - h, spot.y - h, 2 * h, 2 * h, { ...box, stroke: ink("reach"), "stroke-width": spot.side * 0.045 })
  );
}

// ---------------------------------------------------------------- objectives and control

export const GLYPHS: Record<string, string> = {
  satchel: "M-7-3h14v9h-14ZM-3-3v-3h6v3M-7 0l7 3 7-3",
  flag: "M-5 8V-8M-5-7h11l-3 3.500 3 3.500H-5",
  star: "M0-8l2.300 5 5.400.500-4.100 3.600 1.200 5.400L0 3.700l-4.800 2.800 1.200-5.400-4.100-3.600 5.400-.5Z",
  exit: "M-7 0h12M1-5l5 5-5 5M-7-7v14",
  supply: "M-7-5h14v10h-14ZM-7-1h14M0-5v10",
  eye: "M-8 0Q0-8 8 0Q0 8-8 0ZM-2.200 0a2.200 2.200 0 1 1 4.400 0a2.200 2.200 0 1 1-4.400 0Z",
  bomb: "M-5 2a5 5 0 1 1 10 0a5 5 0 1 1-10 0ZM2-2.500l3-3.500M4-7l3 2",
  entry: "M7 0H-5M-1-5l-5 5 5 5M7-7v14",
  target: "M-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0ZM0-9v6M0 3v6M-9 0h6M3 0h6",
  plane: "M0-9v17M-8 2l8-5 8 5M-4 8l4-2.500 4 2.500",
  bridge: "M-8 4Q-4-2-1 4M8 4Q4-2 1 4M-8-1h5M8-1h-5M-1-6l2 4-2 3 2 4",
  blown: "M-8 4Q-4-2-1 4M8 4Q4-2 1 4M-8-1h5M8-1h-5M-1-6l2 4-2 3 2 4",
  pontoon: "M-8-2h16M-6-2v4a2 2 0 0 0 4 0v-4M2-2v4a2 2 0 0 0 4 0v-4M-8 6h16",
};
const TONES: Record<string, "gold" | "reach" | "aim" | "ink-2" | "ger-mark" | "sov-mark"> = {
  gold: "gold",
  go: "reach",
  fire: "aim",
  plain: "ink-2",
  ger: "ger-mark",
  german: "ger-mark",
  sov: "sov-mark",
  soviet: "sov-mark",
};

/** An objective: a dotted ring round the hex, under the counters. */
export function objectiveRing(spot: Spot, tone = "gold"): string {
  const s = spot.side;
  const colour = inkAt(spot)(TONES[tone] ?? "gold");
  return path(ringPath(spot, 0.9), {
    fill: "none",
    stroke: colour,
    "stroke-width": s * 0.055,
    "stroke-dasharray": `${round(s * 0.068)} ${round(s * 0.114)}`,
    "stroke-linecap": "round",
  });
}

/** The disc with an objective's sign; in an occupied hex it moves into a corner, to be laid over the counters. */
export function objectiveSign(spot: Spot, glyph = "flag", tone = "gold", occupied = false): string {
  const ink = inkAt(spot);
  const colour = ink(TONES[tone] ?? "gold");
  const scale = (spot.side / 44) * (occupied ? 0.62 : 1);
  const corner = spot.grid === "pointy" ? pt(0.56, -0.66) : pt(0.52, 0.75);
  const [x, y] = occupied ? [spot.x + corner.x * spot.side, spot.y + corner.y * spot.side] : [spot.x, spot.y];
  const sign = path(GLYPHS[glyph] ?? GLYPHS["flag"]!, {
    fill: "none",
    stroke: colour,
    "stroke-width": 1.8,
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  });
  const disc = circle(0, 0, 13, { fill: ink("paper"), stroke: colour, "stroke-width": 2 });
  return group(disc + sign, { transform: `translate(${round(x)} ${round(y)}) scale(${round(scale)})` });
}

export function objectiveMark(spot: Spot, glyph = "flag", tone = "gold", occupied = false): string {
  return objectiveRing(spot, tone) + objectiveSign(spot, glyph, tone, occupied);
}

/** The sign on a pennant: the cross or the star of the two armies, a disc or a bar of a plain colour, else none. */
function controlSign(style: Style): string {
  if (style === "sov") return path("M0-7l1.700 3.800 4.100.4-3.100 2.700.9 4L0 1.800-3.600 3.900l.9-4-3.100-2.700 4.100-.4Z", { fill: "#fff" });
  if (style === "ger") return path("M-6-1.500H6M0-7v11", { fill: "none", stroke: "#fff", "stroke-width": 2.6 });
  if (style === "red") return circle(0, -1.5, 4.2, { fill: "#fff" });
  return style === "blu" ? path("M-6-1.500H6", { fill: "none", stroke: "#fff", "stroke-width": 3.4 }) : "";
}

/** Who holds the hex: a small pennant in the side's colour with its sign, in a corner on the left. */
export function controlMark(spot: Spot, style: string, text = ""): string {
  const ink = inkAt(spot);
  const known = styleOf(style);
  const cloth = path("M-11-9h22v13l-11 6-11-6Z", {
    fill: ink(tint(known, "-deep")),
    stroke: ink("pick-halo"),
    "stroke-width": 1.6,
    "stroke-linejoin": "round",
  });
  const label = text ? letters(0, 3.6, text, { size: 12, fill: "#fff", anchor: "middle" }) : controlSign(known);
  const s = spot.side;
  const [x, y] = spot.grid === "pointy" ? [spot.x - s * 0.62, spot.y + s * 0.56] : [spot.x - s * 0.52, spot.y - s * 0.75];
  return group(cloth + label, { transform: `translate(${round(x)} ${round(y)}) scale(${round(s / 60)})` });
}

// ---------------------------------------------------------------- overlays

/** One hex of an overlay. Seen hexes are washed, unseen ones hatched, doubtful ones thinly hatched: form before colour. */
export function tintMark(spot: Spot, tone: string, text = ""): string {
  const ink = inkAt(spot);
  const ring = ringPath(spot, 0.985);
  const label = text
    ? letters(spot.x, spot.y + spot.side * 0.74, text, { size: spot.side * 0.22, fill: ink("ink"), anchor: "middle", weight: 600 })
    : "";
  if (tone === "no") return path(ring, { fill: ink("ink"), opacity: 0.16 }) + hatchHex(spot, 0.17, 0.3) + label;
  if (tone === "part") return path(ring, { fill: ink("reach-fill"), opacity: 0.55 }) + hatchHex(spot, 0.3, 0.22) + label;
  if (tone === "fire") return path(ring, { fill: ink("aim-fill") }) + dotHex(spot) + label;
  if (tone === "ger" || tone === "sov") return heldHex(spot, tone) + label;
  return path(ring, { fill: ink("reach-fill") }) + label;
}

/** Three dots: the hex lies under somebody's guns. */
function dotHex(spot: Spot): string {
  const s = spot.side;
  return [-0.26, 0, 0.26]
    .map((x) => circle(spot.x + x * s, spot.y - s * 0.7, s * 0.05, { fill: inkAt(spot)("aim") }))
    .join("");
}

/** Held ground: a wash in the side's colour, ruled upright for one side and level for the other. */
function heldHex(spot: Spot, tone: "ger" | "sov"): string {
  const ink = inkAt(spot);
  const s = spot.side;
  const mark = ink(tone === "sov" ? "sov-mark" : "ger-mark");
  const lines = [-0.45, 0, 0.45].map((at) => {
    const [dx, dy] = tone === "sov" ? [0.62, 0] : [0, 0.62];
    const [x, y] = tone === "sov" ? [0, at] : [at, 0];
    return `M${round(spot.x + (x - dx) * s)} ${round(spot.y + (y - dy) * s)}L${round(spot.x + (x + dx) * s)} ${round(spot.y + (y + dy) * s)}`;
  });
  return (
    path(ringPath(spot, 0.985), { fill: mark, opacity: 0.2 }) +
    path(lines.join(""), { fill: "none", stroke: mark, "stroke-width": s * 0.035, opacity: 0.6 })
  );
}

function hatchHex(spot: Spot, gap: number, opacity: number): string {
  const ink = inkAt(spot);
  const corners = outline(spot, 0.97);
  let d = "";
  for (let c = -1.4; c < 1.4; c += gap) {
    const cross = crossings(corners, spot, c * spot.side);
    if (cross.length === 2) d += `M${at(cross[0]!)}L${at(cross[1]!)}`;
  }
  return path(d, { fill: "none", stroke: ink("ink"), "stroke-width": spot.side * 0.022, opacity });
}

/** Where the line x + y = constant cuts the hexagon. */
function crossings(corners: Pt[], spot: Spot, offset: number): Pt[] {
  const value = (p: Pt) => p.x - spot.x + (p.y - spot.y) - offset;
  return corners.flatMap((a, i) => {
    const b = corners[(i + 1) % 6]!;
    const [u, v] = [value(a), value(b)];
    return u < 0 !== v < 0 ? [between(a, b, u / (u - v))] : [];
  });
}

// ---------------------------------------------------------------- lines

const LINE_TONES: Record<string, "reach" | "aim" | "supply" | "ink-2"> = { go: "reach", fire: "aim", supply: "supply", plain: "ink-2" };

/** A way through several hexes: dots on a pale band, a ring where it begins and an arrowhead where it ends. */
export function routeMark(points: Pt[], tone: string, side: number, ink: Ink = liveInk): string {
  if (points.length < 2) return "";
  const colour = ink(LINE_TONES[tone] ?? "reach");
  const d = smooth(points);
  const end = points[points.length - 1]!;
  const before = points[points.length - 2]!;
  const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const head = group(
    path(`M${round(side * 0.16)} 0L${round(-side * 0.12)} ${round(-side * 0.15)}V${round(side * 0.15)}Z`, {
      fill: colour,
      stroke: ink("pick-halo"),
      "stroke-width": side * 0.035,
      "stroke-linejoin": "round",
    }),
    { transform: `translate(${at(end)}) rotate(${round(angle)})` },
  );
  return (
    path(d, {
      fill: "none",
      stroke: ink("pick-halo"),
      "stroke-width": side * 0.2,
      opacity: 0.55,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }) +
    path(d, {
      fill: "none",
      stroke: colour,
      "stroke-width": side * 0.085,
      "stroke-dasharray": `${round(side * 0.02)} ${round(side * 0.19)}`,
      "stroke-linecap": "round",
    }) +
    circle(points[0]!.x, points[0]!.y, side * 0.09, { fill: ink("paper"), stroke: colour, "stroke-width": side * 0.045 }) +
    head
  );
}

function smooth(points: Pt[]): string {
  const last = points.length - 1;
  let d = `M${at(points[0]!)}`;
  for (let i = 1; i < last; i++) {
    const to = i === last - 1 ? points[last]! : between(points[i]!, points[i + 1]!, 0.5);
    d += `Q${at(points[i]!)} ${at(to)}`;
  }
  return last === 1 ? `${d}L${at(points[1]!)}` : d;
}

/** Fire from one hex to another: a thin dashed line on a pale one. */
export function fireLine(from: Pt, to: Pt, side: number, ink: Ink = liveInk): string {
  const d = `M${at(from)}L${at(to)}`;
  return (
    path(d, { fill: "none", stroke: ink("pick-halo"), "stroke-width": side * 0.115, opacity: 0.7 }) +
    path(d, {
      fill: "none",
      stroke: ink("aim"),
      "stroke-width": side * 0.05,
      "stroke-dasharray": `${round(side * 0.2)} ${round(side * 0.115)}`,
    })
  );
}

/** A line of sight: whole when clear; broken off with a cross at the hex that blocks it, and only dotted beyond. */
export function sightMark(from: Pt, to: Pt, side: number, blockedAt?: Pt | null, ink: Ink = liveInk): string {
  const stop = blockedAt ? between(from, to, Math.min(1, dist(from, blockedAt) / (dist(from, to) || 1))) : to;
  const seen = `M${at(from)}L${at(stop)}`;
  const line =
    path(seen, { fill: "none", stroke: ink("pick-halo"), "stroke-width": side * 0.13, opacity: 0.8, "stroke-linecap": "round" }) +
    path(seen, { fill: "none", stroke: ink("reach"), "stroke-width": side * 0.055, "stroke-linecap": "round" });
  if (!blockedAt)
    return line + circle(to.x, to.y, side * 0.1, { fill: ink("reach"), stroke: ink("pick-halo"), "stroke-width": side * 0.04 });
  const beyond = path(`M${at(stop)}L${at(to)}`, {
    fill: "none",
    stroke: ink("ink"),
    "stroke-width": side * 0.045,
    "stroke-dasharray": `${round(side * 0.02)} ${round(side * 0.13)}`,
    "stroke-linecap": "round",
    opacity: 0.75,
  });
  return line + beyond + stopCross(stop, side, ink);
}

function stopCross(p: Pt, side: number, ink: Ink): string {
  const r = side * 0.13;
  const d = `M${round(p.x - r)} ${round(p.y - r)}L${round(p.x + r)} ${round(p.y + r)}M${round(p.x + r)} ${round(p.y - r)}L${round(p.x - r)} ${round(p.y + r)}`;
  return (
    circle(p.x, p.y, side * 0.26, { fill: ink("paper"), stroke: ink("pick"), "stroke-width": side * 0.045 }) +
    path(d, { fill: "none", stroke: ink("pick"), "stroke-width": side * 0.075, "stroke-linecap": "round" })
  );
}

/** A broad arrow from an attacker into the hex attacked. */
export function attackArrow(from: Pt, to: Pt, side: number, ink: Ink = liveInk): string {
  const far = dist(from, to) || 1;
  const u = pt((to.x - from.x) / far, (to.y - from.y) / far);
  const on = (t: number, k: number) => at(pt(from.x + u.x * t - u.y * k, from.y + u.y * t + u.x * k));
  const [start, tip, w, wide] = [side * 0.5, far - side * 0.56, side * 0.13, side * 0.3];
  const neck = Math.max(start, tip - side * 0.34);
  const d = `M${[on(start, -w * 1.3), on(neck, -w * 0.8), on(neck, -wide), on(tip, 0), on(neck, wide), on(neck, w * 0.8), on(start, w * 1.3)].join("L")}Z`;
  return path(d, { fill: ink("aim"), stroke: ink("pick-halo"), "stroke-width": side * 0.05, "stroke-linejoin": "round" });
}

/** A hexside that may be chosen, between two corners. */
export function hexsideMark(a: Pt, b: Pt, side: number, tone = "go", ink: Ink = liveInk): string {
  const [p, q] = [between(a, b, 0.1), between(a, b, 0.9)];
  const d = `M${at(p)}L${at(q)}`;
  return (
    path(d, { fill: "none", stroke: ink("pick-halo"), "stroke-width": side * 0.26, "stroke-linecap": "round" }) +
    path(d, { fill: "none", stroke: ink(LINE_TONES[tone] ?? "reach"), "stroke-width": side * 0.14, "stroke-linecap": "round" })
  );
}

/** An arrow on one side of a hex: turn to face this way. */
export function turnMark(spot: Spot, degrees: number, strong = false): string {
  const ink = inkAt(spot);
  const s = spot.side;
  const head = `M${round(s * 0.98)} 0L${round(s * 0.66)} ${round(-s * 0.27)}V${round(s * 0.27)}Z`;
  const look = { fill: strong ? ink("reach") : ink("paper"), stroke: ink("reach"), "stroke-width": s * 0.05, "stroke-linejoin": "round" };
  return group(path(head, look), { transform: `translate(${round(spot.x)} ${round(spot.y)}) rotate(${degrees})` });
}
