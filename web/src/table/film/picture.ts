// A picture of what happened: ground, counters, arrows and stamps on one canvas, and the same with words to be saved.
import { groundBitmap } from "../../art/painter";
import { inkOf } from "../../art/palette";
import { rect } from "../../art/svg";
import { stamp } from "../../art/stamp";
import type { Scene } from "../../wire";
import { themeNow } from "../../settings";
import { SIDE, type Box, type Field } from "../map/field";
import { counterSize, counterText } from "../map/paint";
import { drawTrail, type Frame } from "./trail";

/** Pixels to a hex side, at the least and at the most. */
const [LEAST, MOST] = [14, 44];
const STEP = 0.065;

/** What part of the world is shown in a picture so wide and high: all that happened, or as much as can be read. */
function cropOf(field: Field, hexes: string[], w: number, h: number): Box & { k: number } {
  const points = hexes.filter((hex) => field.has(hex)).map((hex) => field.centre(hex));
  const known = points.length ? points : [{ x: field.box.x, y: field.box.y }, { x: field.box.x + field.box.w, y: field.box.y + field.box.h }];
  const [xs, ys] = [known.map((p) => p.x), known.map((p) => p.y)];
  const room = SIDE * 2;
  const [x0, x1] = [Math.min(...xs) - room, Math.max(...xs) + room];
  const [y0, y1] = [Math.min(...ys) - room, Math.max(...ys) + room];
  const side = Math.min(MOST, Math.max(LEAST, Math.min(w / ((x1 - x0) / SIDE), h / ((y1 - y0) / SIDE))));
  const k = side / SIDE;
  const inside = (middle: number, size: number, low: number, high: number): number => (size >= high - low ? (low + high - size) / 2 : Math.min(high - size, Math.max(low, middle - size / 2)));
  const { box } = field;
  return { x: inside((x0 + x1) / 2, w / k, box.x, box.x + box.w), y: inside((y0 + y1) / 2, h / k, box.y, box.y + box.h), w: w / k, h: h / k, k };
}

export interface Shown {
  field: Field;
  scene: Scene;
  frames: Frame[];
  hexes: string[];
  /** Hexes with a ring: dashed where something was played, plain where something else was better. */
  rings?: { hex: string; dashed: boolean }[];
}

/** Draws the map into a rectangle of a canvas. */
export async function drawMap(pen: CanvasRenderingContext2D, shown: Shown, x: number, y: number, w: number, h: number): Promise<void> {
  const { field, scene, frames } = shown;
  const crop = cropOf(field, shown.hexes, w, h);
  const ink = inkOf(themeNow());
  const box = { x0: crop.x / SIDE, y0: crop.y / SIDE, x1: (crop.x + crop.w) / SIDE, y1: (crop.y + crop.h) / SIDE };
  const ground = await groundBitmap(field.board, { theme: themeNow(), side: SIDE * crop.k, crop: box });
  pen.save();
  pen.beginPath();
  pen.rect(x, y, w, h);
  pen.clip();
  pen.drawImage(ground, x, y, w, h);
  pen.translate(x - crop.x * crop.k, y - crop.y * crop.k);
  pen.scale(crop.k, crop.k);
  const trail = drawTrail(field, frames);
  stamp(pen, trail.arrows, ink);
  drawNames(pen, field, crop.k);
  drawCounters(pen, field, scene, crop.k);
  stamp(pen, trail.stamps, ink);
  drawRings(pen, shown, crop.k);
  pen.restore();
}

function drawRings(pen: CanvasRenderingContext2D, { field, rings = [] }: Shown, k: number): void {
  const ink = inkOf(themeNow());
  pen.lineWidth = 3 / k;
  for (const { hex, dashed } of rings) {
    if (!field.has(hex)) continue;
    pen.strokeStyle = ink(dashed ? "pick" : "accent");
    pen.setLineDash(dashed ? [7 / k, 5 / k] : []);
    pen.stroke(new Path2D(field.path(hex, dashed ? 0.86 : 1)));
  }
  pen.setLineDash([]);
}

function drawCounters(pen: CanvasRenderingContext2D, field: Field, scene: Scene, k: number): void {
  const ink = inkOf(themeNow());
  for (const stack of scene.stacks) {
    if (stack.place.kind !== "hex" || !field.has(stack.place.id)) continue;
    const top = stack.counters.slice(-3);
    const at = field.centre(stack.place.id);
    for (const [n, counter] of top.entries()) {
      const size = counterSize(counter);
      const lean = (top.length - 1 - n) * STEP * size;
      pen.save();
      pen.translate(at.x + lean, at.y + lean);
      pen.scale(size / 100, size / 100);
      pen.translate(-50, -50);
      stamp(pen, n < top.length - 1 ? edge(counter.style) : counterText(counter, size * k * 1.4), ink);
      pen.restore();
    }
  }
}

const edge = (style: string): string => rect(0, 0, 100, 100, { rx: 8, fill: `var(--${style === "sov" ? "sov" : "ger"}-2)`, stroke: "var(--counter-edge)", "stroke-width": 2.6 });

function drawNames(pen: CanvasRenderingContext2D, field: Field, k: number): void {
  const ink = inkOf(themeNow());
  pen.textAlign = "center";
  pen.font = `italic 600 ${Math.min(SIDE * 0.5, 13 / k)}px "Source Serif 4 Variable", Georgia, serif`;
  for (const place of field.board.places) {
    if (!field.has(place.hex)) continue;
    const at = field.centre(place.hex);
    pen.lineWidth = 4;
    pen.strokeStyle = ink("pick-halo");
    pen.fillStyle = ink("place");
    pen.strokeText(place.name, at.x, at.y + SIDE * 0.82);
    pen.fillText(place.name, at.x, at.y + SIDE * 0.82);
  }
}

/** The words of a saved picture. */
export interface Words {
  eye: string;
  headline: string;
  totals: [figure: string, name: string][];
}

const [WIDE, HIGH, MARGIN] = [1200, 675, 28];

/** The report as one picture: headline, map, totals; nothing in it that was not on the screen of its seat. */
export async function savedPicture(shown: Shown, words: Words): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const pen = canvas.getContext("2d")!;
  const ink = inkOf(themeNow());
  pen.fillStyle = ink("paper");
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.fillStyle = ink("ink-2");
  pen.font = '600 15px "IBM Plex Sans Condensed", sans-serif';
  pen.fillText(words.eye.toUpperCase(), MARGIN, 38);
  pen.fillStyle = ink("ink");
  pen.font = '640 40px "Source Serif 4 Variable", Georgia, serif';
  pen.fillText(words.headline, MARGIN, 82, WIDE - 2 * MARGIN);
  await drawMap(pen, shown, MARGIN, 104, WIDE - 2 * MARGIN, HIGH - 104 - 84);
  pen.textAlign = "left";
  words.totals.forEach(([figure, name], n) => {
    const x = MARGIN + (n * (WIDE - 2 * MARGIN)) / words.totals.length;
    pen.fillStyle = ink("ink");
    pen.font = '640 30px "Source Serif 4 Variable", Georgia, serif';
    pen.fillText(figure, x, HIGH - 36);
    pen.fillStyle = ink("ink-2");
    pen.font = '600 15px "IBM Plex Sans Condensed", sans-serif';
    pen.fillText(name, x, HIGH - 14);
  });
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
