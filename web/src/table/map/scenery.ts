// What everybody sees on the map beside the counters: lasting marks, routes and parties, signs, the hex pointed at.
import type { Ghost, Layer } from "../../wire";
import { stackAt } from "../scene";
import type { Viewer } from "../viewer";
import type { Field } from "./field";
import * as marks from "./marks";

/** Draws what is seen, where nothing can be chosen. */
export function drawSeen(t: Viewer): void {
  t.stage.write("under", lastingMarks(t));
  t.stage.write("reach", [...new Set(ghostMarks(t))].join(""));
  t.stage.write("glow", [...new Set(signMarks(t))].join(""));
  t.stage.write("hover", hoverMark(t));
}

/** Whether something lies on a hex. */
export const taken = (t: Viewer, hex: string): boolean => !!stackAt(t.seen.scene, hex)?.counters.length;

export const lastingMarks = (t: Viewer): string => (t.seen.scene?.layers ?? []).map((layer) => lastingMark(t, layer)).join("");

function lastingMark(t: Viewer, layer: Layer): string {
  return layer.hex && t.stage.field.has(layer.hex) ? marks.lasting(t.stage.field, layer, taken(t, layer.hex)) : "";
}

/** Signs of objectives that would lie hidden under counters. */
export function signMarks(t: Viewer): string[] {
  const { field } = t.stage;
  return (t.seen.scene?.layers ?? [])
    .filter((layer) => layer.hex && marks.hasSign(layer) && field.has(layer.hex) && taken(t, layer.hex))
    .map((layer) => marks.sign(field, layer, true));
}

export const ghostMarks = (t: Viewer): string[] => (t.seen.scene?.ghosts ?? []).map((ghost) => ghostMark(t.stage.field, ghost));

function ghostMark(field: Field, ghost: Ghost): string {
  const hexes = (ghost.hexes ?? [ghost.from, ghost.to]).filter((hex): hex is string => !!hex && field.has(hex));
  const tone = ghost.tone === "fire" ? "fire" : "go";
  const points = hexes.map((hex) => field.centre(hex));
  if (ghost.kind === "party") return hexes.map((hex) => marks.picked(field, hex)).join("");
  if (ghost.kind === "target") return hexes.map((hex) => marks.fireHex(field, hex)).join("");
  if (ghost.kind === "attack" && points.length === 2) return marks.attack(points[0]!, points[1]!);
  if (tone === "fire" && points.length === 2) return marks.fireLine(points[0]!, points[1]!);
  return marks.route(points, tone);
}

/** The hex under the pointer; it tells its number where the ground does not. */
export function hoverMark(t: Viewer): string {
  const { hex } = t.look;
  if (!hex || !t.stage.field.has(hex) || t.seen.playing) return "";
  return marks.hovered(t.stage.field, hex) + (t.stage.labelled ? "" : marks.hexNumber(t.stage.field, hex));
}
