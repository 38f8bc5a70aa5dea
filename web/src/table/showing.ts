// A line of the log shown at its place: hexes pointed at, the way of a move or a shot, and the dice.
import { group, path, tag, words } from "../art/svg";
import type { LogLine } from "../wire";
import { round, SIDE, type Field, type Point } from "./map/field";
import { placesOf } from "./filter";
import { hexOf } from "./scene";
import type { Viewer } from "./viewer";

const DIE = 22;

/** Where a line happened; the hex of its unit where it names no other. */
export function spotsOf(t: Viewer, line: LogLine): string[] {
  const named = placesOf(line);
  const own = named.length ? null : hexOf(t.seen.scene, line.unit ?? null);
  return (own ? [own] : named).filter((hex) => t.map?.field.has(hex));
}

/** Marks a line on the map, or takes the marks off again. */
export function pointAt(t: Viewer, line: LogLine | null): void {
  if (!t.map || t.seen.playing) return;
  t.stage.write("fx", line ? marksFor(t, line) : "");
}

/** Marks a line and brings its place into view. */
export function showPlace(t: Viewer, line: LogLine): void {
  const spots = spotsOf(t, line);
  pointAt(t, line);
  const last = spots.at(-1);
  if (last) t.stage.camera.bring(t.stage.field.centre(last), 90);
  t.seen.news = line.text;
}

function marksFor(t: Viewer, line: LogLine): string {
  const { field } = t.stage;
  const spots = spotsOf(t, line);
  const way = line.from && line.to && line.from !== line.to && spots.length > 1 ? arrow(field, line) : "";
  const hexes = spots.map((hex) => pointedMark(field, hex)).join("");
  const at = line.to && field.has(line.to) ? line.to : spots.at(-1);
  return hexes + way + (at && line.dice?.length ? diceMark(field.centre(at), line.dice) : "");
}

/** A frame round a hex one is led to. */
export const pointedMark = (field: Field, hex: string): string => path(field.path(hex, 0.95), { class: "pointed" });

function arrow(field: Field, line: LogLine): string {
  const [a, b] = [field.centre(line.from!), field.centre(line.to!)];
  if (!field.has(line.from!) || !field.has(line.to!)) return "";
  const kind = line.tone === "fire" ? "shot" : "went";
  return path(`M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`, { class: `${kind} still` });
}

export function diceMark(at: Point, dice: number[]): string {
  const left = at.x - (dice.length * (DIE + 4) - 4) / 2;
  const die = (face: number, n: number): string =>
    group(tag("rect", { width: DIE, height: DIE, rx: 4 }) + words("text", String(face), { x: DIE / 2, y: DIE * 0.72 }), {
      transform: `translate(${round(left + n * (DIE + 4))} ${round(at.y - SIDE * 1.28)})`,
    });
  return group(dice.map(die).join(""), { class: "thrown" });
}
