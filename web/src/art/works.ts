// What units dig, lay and burn: trenches, bunkers, wire, mines, field works, smoke. Drawn round the middle of the hex,
// so that it shows beside a counter.
import { Chance } from "./noise";
import { hexagon, sideAngle } from "./lattice";
import { liveInk } from "./palette";
import { type Pt, between, pt, rad, resample } from "./shape";
import { circle, group, letters, path, rect, round } from "./svg";
import type { Spot } from "./marks";

export interface WorkOptions {
  facing?: string | null;
  text?: string | null;
}

type Draw = (spot: Spot, opts: WorkOptions) => string;

const at = (p: Pt): string => `${round(p.x)} ${round(p.y)}`;
const inkAt = (spot: Spot) => spot.ink ?? liveInk;
const ring = (spot: Spot, share: number) => hexagon(spot.grid ?? "flat", spot, spot.side * share);

const WORKS: Record<string, Draw> = {
  trench: (spot) => trench(spot),
  hasty_defense: (spot) => hasty(spot),
  bunker: (spot, opts) => bunker(spot, opts.facing),
  gun_pit: (spot, opts) => pit(spot, opts.facing),
  wire: (spot) => wire(spot),
  mines: (spot) => mines(spot),
  roadblock: (spot) => roadblock(spot),
  field_works: (spot) => fieldWorks(spot),
  smoke_heavy: (spot) => smokeMark(spot, "heavy", `${spot.x},${spot.y}`),
  smoke_light: (spot) => smokeMark(spot, "light", `${spot.x},${spot.y}`),
};
const ALIASES: Record<string, string> = {
  barbed_wire: "wire",
  hasty: "hasty_defense",
  hasty_defence: "hasty_defense",
  minefield: "mines",
  mine: "mines",
  works: "field_works",
  fortification: "field_works",
  fort: "field_works",
  bunker_4: "bunker",
  bunker_5: "bunker",
  gun_pit_2: "gun_pit",
  gun_pit_3: "gun_pit",
  foxhole: "hasty_defense",
  dug_in: "hasty_defense",
  road_block: "roadblock",
};

export const WORK_NAMES = Object.keys(WORKS);

export const isWork = (kind: string): boolean => (ALIASES[kind] ?? kind) in WORKS;

/** A field work in its hex; `text` (its bonus) goes on a small plate in the corner no facing bar reaches. Nothing for an unknown kind. */
export function workMark(spot: Spot, kind: string, opts: WorkOptions = {}): string {
  const draw = WORKS[ALIASES[kind] ?? kind];
  return draw ? group(draw(spot, opts) + plate(spot, opts.text), { class: `work work-${kind}` }) : "";
}

function plate(spot: Spot, text?: string | null): string {
  if (!text) return "";
  const ink = inkAt(spot);
  const s = spot.side;
  const w = s * (0.1 + text.length * 0.12);
  const [x, y] = spot.grid === "pointy" ? [spot.x, spot.y + s * 0.8] : [spot.x - s * 0.8, spot.y];
  return (
    rect(x - w / 2, y - s * 0.12, w, s * 0.24, {
      rx: s * 0.05,
      fill: ink("paper"),
      stroke: ink("hachure"),
      "stroke-width": s * 0.022,
    }) + letters(x, y + s * 0.072, text, { size: s * 0.2, fill: ink("ink"), anchor: "middle" })
  );
}

/** A line that steps in and out along a hexagon, as a trench does. */
function crenel(spot: Spot, share: number, step: number, depth: number): string {
  const points = resample(ring(spot, share), spot.side * step, true);
  const n = points.length - (points.length % 4);
  return `M${points
    .slice(0, n)
    .map((p, i) => at(i % 4 < 2 ? p : between(p, spot, depth)))
    .join("L")}Z`;
}

function trench(spot: Spot): string {
  const ink = inkAt(spot);
  const d = crenel(spot, 0.84, 0.155, 0.1);
  const pen = (token: "yard" | "hachure" | "balka-2", w: number) =>
    path(d, { fill: "none", stroke: ink(token), "stroke-width": spot.side * w, "stroke-linejoin": "round" });
  return pen("yard", 0.26) + pen("hachure", 0.16) + pen("balka-2", 0.07);
}

function hasty(spot: Spot): string {
  const ink = inkAt(spot);
  const s = spot.side;
  const bits = ring(spot, 0.82).map((a, i, all) => {
    const b = all[(i + 1) % 6]!;
    const [p, q] = [between(a, b, 0.2), between(a, b, 0.8)];
    const m = between(between(p, q, 0.5), spot, -0.1);
    return `M${at(p)}Q${at(m)} ${at(q)}`;
  });
  const d = bits.join("");
  return (
    path(d, { fill: "none", stroke: ink("hachure"), "stroke-width": s * 0.13, "stroke-linecap": "round" }) +
    path(d, { fill: "none", stroke: ink("yard"), "stroke-width": s * 0.075, "stroke-linecap": "round" })
  );
}

function bunker(spot: Spot, facing?: string | null): string {
  const ink = inkAt(spot);
  const s = spot.side;
  const outer = `M${ring(spot, 0.86).map(at).join("L")}Z`;
  const inner = `M${ring(spot, 0.62).map(at).join("L")}Z`;
  const wall = path(outer + inner, {
    fill: ink("slate"),
    "fill-rule": "evenodd",
    stroke: ink("slate-ink"),
    "stroke-width": s * 0.03,
    "stroke-linejoin": "round",
  });
  const shade = path(
    `M${ring({ ...spot, x: spot.x + s * 0.05, y: spot.y + s * 0.07 }, 0.86)
      .map(at)
      .join("L")}Z`,
    { fill: ink("shade"), opacity: 0.3 },
  );
  const floor = path(inner, { fill: ink("yard"), opacity: 0.9 });
  return shade + wall + floor + embrasures(spot, facing);
}

/** Slits towards the faced side and its two neighbours. */
function embrasures(spot: Spot, facing?: string | null): string {
  if (!facing) return "";
  const ink = inkAt(spot);
  const s = spot.side;
  const front = sideAngle(spot.grid ?? "flat", facing);
  return [-60, 0, 60]
    .map((turn) => {
      const slit = rect(s * 0.58, -s * 0.13, s * 0.16, s * 0.26, { rx: s * 0.03, fill: ink("slate-ink") });
      return group(slit, { transform: `translate(${at(spot)}) rotate(${front + turn})` });
    })
    .join("");
}

function pit(spot: Spot, facing?: string | null): string {
  const ink = inkAt(spot);
  const s = spot.side;
  const angle = facing ? sideAngle(spot.grid ?? "flat", facing) : -90;
  const arc = `M${round(s * 0.2)} ${round(-s * 0.76)}A${round(s * 0.79)} ${round(s * 0.79)} 0 0 1 ${round(s * 0.2)} ${round(s * 0.76)}`;
  const pen = (token: "hachure" | "yard", w: number) =>
    path(arc, { fill: "none", stroke: ink(token), "stroke-width": s * w, "stroke-linecap": "round" });
  return group(pen("hachure", 0.24) + pen("yard", 0.17), { transform: `translate(${at(spot)}) rotate(${angle})` });
}

/** Coils strung between posts. */
function wire(spot: Spot): string {
  const ink = inkAt(spot);
  const s = spot.side;
  const points = resample(ring(spot, 0.83), s * 0.16, true);
  const coils = points.map(
    (p) =>
      `M${round(p.x - s * 0.085)} ${round(p.y)}a${round(s * 0.085)} ${round(s * 0.085)} 0 1 1 ${round(s * 0.17)} 0a${round(s * 0.085)} ${round(s * 0.085)} 0 1 1 ${round(-s * 0.17)} 0`,
  );
  const posts = ring(spot, 0.83).map(
    (p) =>
      `M${round(p.x - s * 0.09)} ${round(p.y + s * 0.1)}L${round(p.x + s * 0.09)} ${round(p.y - s * 0.1)}M${round(p.x + s * 0.09)} ${round(p.y + s * 0.1)}L${round(p.x - s * 0.09)} ${round(p.y - s * 0.1)}`,
  );
  return (
    path(coils.join(""), { fill: "none", stroke: ink("steppe-3"), "stroke-width": s * 0.05, opacity: 0.7 }) +
    path(coils.join(""), { fill: "none", stroke: ink("rail"), "stroke-width": s * 0.024 }) +
    path(posts.join(""), { fill: "none", stroke: ink("rail"), "stroke-width": s * 0.05, "stroke-linecap": "round" })
  );
}

function mines(spot: Spot): string {
  const ink = inkAt(spot);
  const s = spot.side;
  const corners = ring(spot, 0.78);
  const places = [...corners, ...corners.map((p, i) => between(p, corners[(i + 1) % 6]!, 0.5))];
  return places
    .map((p) => {
      const spikes = [0, 60, 120].map((a) => {
        const [dx, dy] = [Math.cos(rad(a)) * s * 0.12, Math.sin(rad(a)) * s * 0.12];
        return `M${round(p.x - dx)} ${round(p.y - dy)}L${round(p.x + dx)} ${round(p.y + dy)}`;
      });
      return (
        path(spikes.join(""), { fill: "none", stroke: ink("rail"), "stroke-width": s * 0.03, "stroke-linecap": "round" }) +
        circle(p.x, p.y, s * 0.082, { fill: ink("rail"), stroke: ink("steppe-3"), "stroke-width": s * 0.024 })
      );
    })
    .join("");
}

function roadblock(spot: Spot): string {
  const ink = inkAt(spot);
  const s = spot.side;
  const logs = [-0.72, -0.6, 0.6, 0.72].map(
    (y) =>
      `M${round(spot.x - s * 0.42)} ${round(spot.y + y * s + s * 0.05)}L${round(spot.x + s * 0.42)} ${round(spot.y + y * s - s * 0.05)}`,
  );
  return (
    path(logs.join(""), { fill: "none", stroke: ink("roof-ink"), "stroke-width": s * 0.11, "stroke-linecap": "round" }) +
    path(logs.join(""), { fill: "none", stroke: ink("roof"), "stroke-width": s * 0.065, "stroke-linecap": "round" })
  );
}

/** The saw-tooth under an operational counter. */
function fieldWorks(spot: Spot): string {
  const ink = inkAt(spot);
  const s = spot.side;
  const half = s * 0.58;
  const y = spot.y + s * 0.68;
  const teeth = Array.from({ length: 13 }, (_, i) => at(pt(spot.x - half + (i * half) / 6, y + (i % 2 ? -1 : 1) * s * 0.042)));
  const d = `M${teeth.join("L")}`;
  return (
    path(d, { fill: "none", stroke: ink("steppe-3"), "stroke-width": s * 0.11, opacity: 0.75, "stroke-linejoin": "round" }) +
    path(d, { fill: "none", stroke: ink("place"), "stroke-width": s * 0.05, "stroke-linejoin": "round" })
  );
}

// ---------------------------------------------------------------- smoke

/** Smoke: billows over the whole hex, thin enough to see through when light, close and grey when heavy. */
export function smokeMark(spot: Spot, strength: "light" | "heavy", seed = ""): string {
  const s = spot.side;
  const chance = new Chance("smoke", seed, strength);
  const heavy = strength === "heavy";
  const puffs = Array.from({ length: heavy ? 15 : 10 }, (_, i) => {
    const a = i * 2.4 + chance.between(-0.4, 0.4);
    const far = Math.sqrt((i + 0.5) / (heavy ? 15 : 10)) * 0.66;
    return { x: spot.x + Math.cos(a) * far * s, y: spot.y + Math.sin(a) * far * s * 0.9, r: s * chance.between(0.2, heavy ? 0.33 : 0.29) };
  }).sort((p, q) => p.y - q.y);
  const dark = puffs.map((p) => circle(p.x + s * 0.03, p.y + s * 0.05, p.r, { fill: heavy ? "#5b5a55" : "#8c8a82" })).join("");
  const pale = puffs
    .map(
      (p) =>
        circle(p.x, p.y, p.r * 0.9, { fill: heavy ? "#a3a199" : "#dedbd0" }) +
        circle(p.x - p.r * 0.24, p.y - p.r * 0.28, p.r * 0.5, { fill: heavy ? "#bfbdb4" : "#f1eee4" }),
    )
    .join("");
  return group(dark + pale, { opacity: heavy ? 0.86 : 0.5, class: `smoke smoke-${strength}` });
}
