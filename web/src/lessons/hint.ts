// What a hint means, marked on the map.
import { fill, path } from "../art/svg";
import type { Player } from "../table/player";
import { hexOf } from "../table/scene";
import { shown } from "./panel";

const SVG = "http://www.w3.org/2000/svg";

const drawn = new WeakMap<Element, string>();

/** Rings round the hexes and units of the hint, under the counters. */
export function drawHint(t: Player): void {
  const { field, layers } = t.stage;
  const hexes = [...new Set(shown(t).map((name) => (field.has(name) ? name : hexOf(t.seen.scene, name))))];
  const markup = hexes.map((hex) => (hex && field.has(hex) ? path(field.path(hex)) : "")).join("");
  const layer = layers.pieces.parentElement!.querySelector(".layer-lesson") ?? made(layers.pieces);
  if (drawn.get(layer) === markup) return;
  drawn.set(layer, markup);
  fill(layer, markup);
}

function made(before: SVGGElement): SVGGElement {
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "layer-lesson");
  before.before(layer);
  return layer;
}
