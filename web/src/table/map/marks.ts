// Marks of the decision on the map, each about its own hex. Shape first, colour second.
import { round, SIDE, type Field, type Point } from "./field";

const S = SIDE;
const esc = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const at = (point: Point): string => `translate(${round(point.x)} ${round(point.y)})`;

/** A hex one may go to: teal, with its price on a disc. */
export function goHex(field: Field, hex: string, badge: string, taken: boolean): string {
  const centre = field.centre(hex);
  const spot = taken ? { x: centre.x, y: centre.y + S * 0.72 } : centre;
  return `<path class="go" d="${field.path(hex, 0.93)}"/>${badge ? disc(spot, badge, taken ? 0.2 : 0.25) : ""}`;
}

function disc(spot: Point, text: string, size: number): string {
  const wide = text.length > 2 ? S * size * (0.5 + text.length * 0.42) : S * size;
  return `<g class="disc" transform="${at(spot)}"><rect x="${round(-wide)}" y="${round(-S * size)}" width="${round(2 * wide)}" height="${round(2 * S * size)}" rx="${round(S * size)}"/><text y="${round(S * size * 0.46)}" font-size="${round(S * size * 1.28)}">${esc(text)}</text></g>`;
}

/** The frame of a hex one may fire at; the brackets and the chance lie above the counter. */
export function fireHex(field: Field, hex: string): string {
  return `<path class="aim" d="${field.path(hex, 0.93)}"/>`;
}

export function reticle(field: Field, hex: string, badge: string): string {
  const { x, y } = field.centre(hex);
  const r = S * 0.74;
  const q = S * 0.2;
  const arms = [[-1, -1], [-1, 1], [1, -1], [1, 1]]
    .map(([i, j]) => `M${round(x + i! * r)} ${round(y + j! * (r - q))}V${round(y + j! * r)}H${round(x + i! * (r - q))}`).join("");
  const wide = S * (0.26 + badge.length * 0.095);
  const pill = badge
    ? `<g class="pill" transform="${at({ x, y: y - S * 0.98 })}"><rect x="${round(-wide)}" y="${round(-S * 0.26)}" width="${round(2 * wide)}" height="${round(S * 0.5)}" rx="${round(S * 0.25)}"/><text y="${round(S * 0.1)}" font-size="${round(S * 0.32)}">${esc(badge)}</text></g>`
    : "";
  return `<path class="reticle-halo" d="${arms}"/><path class="reticle" d="${arms}"/>${pill}`;
}

/** A counter that may be chosen: an open teal frame with a foot, nothing filled. */
export function mayAct(field: Field, hex: string): string {
  return `<path class="may" d="${field.path(hex, 0.93)}"/>`;
}

export function picked(field: Field, hex: string): string {
  const d = field.path(hex, 0.95);
  return `<path class="pick-halo" d="${d}"/><path class="pick" d="${d}"/>`;
}

export function focused(field: Field, hex: string): string {
  const d = field.path(hex, 1.02);
  return `<path class="focus-halo" d="${d}"/><path class="focus" d="${d}"/>`;
}

export function hovered(field: Field, hex: string): string {
  return `<path class="hovered" d="${field.path(hex, 0.985)}"/>`;
}

/** An arrow on a hexside that can be pressed. */
export function arrow(field: Field, hex: string, side: string, attributes: string, kind: "quiet" | "plain" | "strong"): string {
  const centre = field.centre(hex);
  const [out, tip, half] = kind === "quiet" ? [S * 0.75, S * 0.94, S * 0.17] : [S * 0.64, S * 1.02, S * 0.32];
  const head = `M${round(out)} ${round(-half)}L${round(tip)} 0L${round(out)} ${round(half)}L${round(out + S * 0.08)} 0Z`;
  return `<g class="arrow ${kind}" ${attributes} transform="${at(centre)} rotate(${field.angle(side)})"><circle cx="${round(S * 0.83)}" r="${round(S * 0.27)}"/><path d="${head}"/></g>`;
}

export function line(from: Point, to: Point, kind: string): string {
  const d = `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`;
  return `<path class="line-halo" d="${d}"/><path class="line ${kind}" d="${d}"/>`;
}

export function route(points: Point[], tone: string): string {
  if (points.length < 2) return "";
  const d = `M${points.map((point) => `${round(point.x)} ${round(point.y)}`).join("L")}`;
  return `<path class="line-halo" d="${d}"/><path class="route ${tone}" d="${d}"/>`;
}

/** A hexside that can be picked. */
export function hexside(field: Field, a: string, b: string, attributes: string): string {
  const p = field.centre(a);
  const q = field.centre(b);
  const middle = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  const angle = (Math.atan2(q.y - p.y, q.x - p.x) * 180) / Math.PI;
  return `<g class="side" ${attributes} transform="${at(middle)} rotate(${round(angle)})"><rect x="-8" y="${round(-S * 0.5)}" width="16" height="${S}"/><path d="M0 ${round(-S * 0.46)}V${round(S * 0.46)}"/></g>`;
}

const GLYPHS: Record<string, string> = {
  satchel: "M-7-3h14v9h-14ZM-3-3v-3h6v3M-7 0l7 3 7-3",
  flag: "M-4 8V-8L7-4L-4 0",
  star: "M0-8L2.2-2.600L8-2.500L3.400 1.200L5 7L0 3.600L-5 7L-3.400 1.200L-8-2.500L-2.200-2.600Z",
};

/** A lasting sign on a hex: objective, entry, control, smoke. */
export function sign(field: Field, hex: string, tone: string, glyph: string, label: string, taken: boolean): string {
  const centre = field.centre(hex);
  const d = GLYPHS[glyph] ?? GLYPHS.flag!;
  const disc = taken ? "" : `<g class="sign" transform="${at(centre)} scale(${round(S / 44)})"><circle r="13"/><path d="${d}"/></g>`;
  return `<g class="layer tone-${esc(tone)}"><title>${esc(label)}</title><path class="ring" d="${field.path(hex, 0.9)}"/>${disc}</g>`;
}

export function shade(field: Field, hex: string, tone: string, text: string): string {
  const centre = field.centre(hex);
  const word = text ? `<text x="${round(centre.x)}" y="${round(centre.y + S * 0.1)}">${esc(text)}</text>` : "";
  const cross = tone === "no" ? `<path class="cross" d="M${round(centre.x - S * 0.16)} ${round(centre.y - S * 0.16)}l${round(S * 0.32)} ${round(S * 0.32)}m0 ${round(-S * 0.32)}l${round(-S * 0.32)} ${round(S * 0.32)}"/>` : "";
  return `<g class="shade ${esc(tone)}"><path d="${field.path(hex, 0.97)}"/>${word || cross}</g>`;
}
