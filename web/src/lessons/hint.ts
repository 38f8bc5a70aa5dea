// What a hint means, marked on the map.
import type { Player } from "../table/player";
import { hexOf } from "../table/scene";
import { shown } from "./panel";

const SVG = "http://www.w3.org/2000/svg";

/** Rings round the hexes and units of the hint, under the counters. */
export function drawHint(t: Player): void {
  const { field, layers } = t.stage;
  const hexes = [...new Set(shown(t).map((name) => (field.has(name) ? name : hexOf(t.seen.scene, name))))];
  const markup = hexes.map((hex) => (hex && field.has(hex) ? `<path d="${field.path(hex)}"/>` : "")).join("");
  const layer = layers.pieces.parentElement!.querySelector(".layer-lesson") ?? made(layers.pieces);
  if (layer.innerHTML !== markup) layer.innerHTML = markup;
}

function made(before: SVGGElement): SVGGElement {
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "layer-lesson");
  before.before(layer);
  return layer;
}
