// The art of the decision, put on the map's own hexes; what can be pressed carries its sentence.
import * as art from "../../art/marks";
import * as reachArt from "../../art/reach";
import { pointsDisc } from "../../art/objective";
import { isWork, workMark } from "../../art/works";
import { circle, group, tip, type Attributes } from "../../art/svg";
import type { Layer } from "../../wire";
import { SIDE, type Field, type Point } from "./field";

export function spot(field: Field, hex: string): art.Spot {
  const { x, y } = field.centre(hex);
  return { x, y, side: SIDE, grid: field.board.grid };
}

export const reach = (field: Field, hexes: string[]): string => reachArt.reachMark(hexes.map((hex) => spot(field, hex)));
export const cost = (field: Field, hex: string, badge: string): string => reachArt.smallCost(spot(field, hex), badge);
export const way = (field: Field, hexes: string[], price: string): string =>
  reachArt.wayMark(hexes.filter((hex) => field.has(hex)).map((hex) => field.centre(hex)), price, SIDE);
export const costAbove = (field: Field, hex: string, badge: string): string => art.costMark(spot(field, hex), badge);
export const fireHex = (field: Field, hex: string): string => art.fireMark(spot(field, hex));
export const reticle = (field: Field, hex: string, badge: string): string => art.aimMark(spot(field, hex), badge);
export const mayAct = (field: Field, hex: string, size: number): string => art.mayActMark(spot(field, hex), size / SIDE);
export const picked = (field: Field, hex: string): string => art.pickMark(spot(field, hex));
export const focused = (field: Field, hex: string): string => art.hoverMark(spot(field, hex), true);
export const hovered = (field: Field, hex: string): string => art.hoverMark(spot(field, hex));
export const hexNumber = (field: Field, hex: string): string => art.numberMark(spot(field, hex), hex);
export const gain = (field: Field, hex: string, text: string): string => art.gainPill(spot(field, hex), text);
export const fireLine = (from: Point, to: Point): string => art.fireLine(from, to, SIDE);
export const route = (points: Point[], tone: string): string => art.routeMark(points, tone, SIDE);
export const shade = (field: Field, hex: string, tone: string, text: string): string =>
  art.tintMark(spot(field, hex), tone, text);
export const attack = (from: Point, to: Point): string => art.attackArrow(from, to, SIDE);
export const sight = (from: Point, to: Point, stop: Point | null): string => art.sightMark(from, to, SIDE, stop);

/** An arrow on a hexside that can be pressed; a quiet one is small, for it lies among other marks. */
export function arrow(field: Field, hex: string, side: string, attributes: Attributes, kind: "quiet" | "plain" | "strong"): string {
  const { x, y } = field.centre(hex);
  const angle = field.angle(side);
  const small = kind === "quiet" ? ` translate(${SIDE * 0.84} 0) scale(.62) translate(${-SIDE * 0.84} 0)` : "";
  const transform = `translate(${x} ${y}) rotate(${angle})${small}`;
  const mark = art.turnMark({ x: 0, y: 0, side: SIDE, grid: field.board.grid }, 0, kind === "strong");
  return group(circle(SIDE * 0.82, 0, SIDE * 0.28, {}) + mark, { class: `arrow ${kind}`, ...attributes, transform });
}

/** A hexside that can be pressed. */
export function hexside(field: Field, a: string, b: string, tone: string, attributes: Attributes): string {
  const p = field.centre(a);
  const q = field.centre(b);
  const middle = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  const along = Math.atan2(q.y - p.y, q.x - p.x) + Math.PI / 2;
  const end = (sign: number): Point => ({
    x: middle.x + (sign * SIDE * Math.cos(along)) / 2,
    y: middle.y + (sign * SIDE * Math.sin(along)) / 2,
  });
  return group(art.hexsideMark(end(-1), end(1), SIDE, tone), { class: "side-pick", ...attributes });
}

/** The sign of an objective; over an occupied hex it is laid above the counters. */
export const sign = (field: Field, layer: Layer, taken: boolean): string =>
  layer.kind === "objective" && layer.text
    ? pointsDisc(spot(field, layer.hex!), layer.text)
    : art.objectiveSign(spot(field, layer.hex!), layer.glyph ?? "flag", layer.tone ?? "gold", taken);

/** Whose sign it carries: the style told, else the side's, else the tone's. */
const styleOf = (layer: Layer): string =>
  layer.side?.slice(0, 3) ?? (layer.tone === "sov" || layer.tone === "ger" ? layer.tone : "ger");

const WORDY = new Set(["control"]);
export const hasSign = (layer: Layer): boolean => !WORDY.has(layer.kind) && !isWork(layer.kind) && !!(layer.glyph || layer.text);

/** A lasting thing on a hex: objective, control, works, smoke. */
export function lasting(field: Field, layer: Layer, taken: boolean): string {
  const at = spot(field, layer.hex!);
  const work = workMark(at, layer.kind, { facing: layer.facing ?? null, text: layer.text ?? null });
  const drawn =
    layer.kind === "control"
      ? art.controlMark(at, styleOf(layer), layer.text ?? "")
      : work || art.objectiveRing(at, layer.tone ?? "gold") + (taken || !hasSign(layer) ? "" : sign(field, layer, false));
  return group(tip(layer.label ?? layer.kind) + drawn, { class: "lasting", "data-layer": layer.kind });
}
