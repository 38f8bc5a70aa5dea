// A tactical counter in a box of a hundred units: tab, figure, costs above, firepower, range and defence below.
import type { Corner, Counter } from "../../wire";
import type { Ink } from "../palette";
import { type Face, faceOf, figure, has, hatch, plate, shadow, tab } from "./body";
import type { Detail } from "./detail";
import { figureOf } from "./figures";
import { circle, group, letters, path, rect } from "../svg";

/** The green of wheels: counters keep it in both themes, as the face behind it hardly changes. */
const WHEELED = "#24593d";

type Slots = Partial<Record<string, Corner>>;

export function tacticalMarkup(counter: Counter, ink: Ink, detail: Detail): string {
  const face = faceOf(counter, ink);
  const spent = has(counter, "spent");
  const hidden = has(counter, "hidden");
  const slots: Slots = Object.fromEntries((counter.corners ?? []).map((c) => [c.slot, c]));
  const drawn = figure(figureOf(counter.symbol, counter.style), face, spent);
  const lift = detail.figure > 1 ? `translate(50 50) scale(${detail.figure}) translate(-50 -${detail.centre})` : undefined;
  return [
    spent ? "" : shadow(ink),
    plate(face.fill, ink, hidden),
    spent ? hatch(ink) : "",
    tab(face),
    group(drawn, { opacity: hidden ? 0.45 : undefined, transform: lift }),
    group(numbers(slots, ink, detail), { opacity: spent ? 0.72 : undefined }),
    detail.name && counter.name ? nameOf(counter.name, face) : "",
  ].join("");
}

function numbers(slots: Slots, ink: Ink, detail: Detail): string {
  if (!detail.numbers) return "";
  const costs = detail.costs ? attackCost(slots, ink) + moveCost(slots, ink) : "";
  return costs + firepower(slots, ink, detail) + defence(slots, ink) + range(slots, ink);
}

function attackCost({ attack_cost: cost }: Slots, ink: Ink): string {
  return cost ? letters(7, 25, cost.text, { size: 25, fill: ink("fig") }) : "";
}

/** The shape tells the class: bare for foot, ringed for wheels, boxed for tracks. */
function moveCost({ move_cost: cost }: Slots, ink: Ink): string {
  if (!cost) return "";
  if (cost.tone === "wheeled") {
    const fill = WHEELED;
    return (
      circle(84, 16.5, 11.6, { fill: "none", stroke: fill, "stroke-width": 2.4 }) +
      letters(84, 23.8, cost.text, { size: 20.5, fill, anchor: "middle" })
    );
  }
  if (cost.tone === "tracked") {
    const fill = ink("fig-blue");
    return (
      rect(73, 5.5, 22, 22, { rx: 6, fill: "none", stroke: fill, "stroke-width": 2.4 }) +
      letters(84, 24, cost.text, { size: 21, fill, anchor: "middle" })
    );
  }
  return letters(93, 25, cost.text, { size: 25, fill: ink("fig-red"), anchor: "end" });
}

/** Red over blue at the left; a white box behind means the weapon needs its crew. */
function firepower({ fp_red: red, fp_blue: blue }: Slots, ink: Ink, detail: Detail): string {
  const box = (corner: Corner | undefined, y: number) =>
    corner?.tone === "crew" ? rect(3.6, y, wide(corner.text), 21, { rx: 3, fill: ink("fig-box") }) : "";
  const soft = red ? box(red, 53) + letters(6.5, 71.5, red.text, { size: 23, fill: ink("fig-red") }) : "";
  const showBlue = blue && (blue.text !== "0" || detail.zero);
  const armour = showBlue ? box(blue, 75) + letters(6.5, 93.5, blue.text, { size: 23, fill: ink("fig-blue") }) : "";
  return soft + armour;
}

const wide = (text: string) => (text.length > 1 ? 28.5 : 17);

/** Front over flank at the right; armour is a filled plate. */
function defence({ def_front: front, def_flank: flank }: Slots, ink: Ink): string {
  if (!front && !flank) return "";
  const red = ink("fig-red");
  const upper = front?.text ?? "";
  const lower = flank?.text ?? "";
  if ((front?.tone ?? flank?.tone) === "blue") {
    return (
      rect(65, 51, 31, 45, { rx: 5, fill: ink("fig-blue") }) +
      path("M69 73.8h23", { stroke: "#fff", "stroke-width": 1.2, opacity: 0.5 }) +
      letters(80.5, 71, upper, { size: 22, fill: "#fff", anchor: "middle" }) +
      flankText(80.5, 92.5, lower, flank, { plate: true }, ink)
    );
  }
  return (
    letters(94, 72, upper, { size: 23.5, fill: red, anchor: "end" }) +
    path("M71 75.5h23", { stroke: red, "stroke-width": 1.5, opacity: 0.6 }) +
    flankText(94, 93, lower, flank, { plate: false }, ink)
  );
}

/** A flank of the other colour than the front is marked by its own ink. */
function flankText(x: number, y: number, text: string, flank: Corner | undefined, where: { plate: boolean }, ink: Ink): string {
  const odd = where.plate && flank?.tone === "red";
  const plate = odd ? rect(66.5, 75.5, 28, 19, { rx: 3.5, fill: ink("fig-box") }) : "";
  const fill = odd || !where.plate ? ink("fig-red") : "#dfe8ff";
  return plate + letters(x, y, text, { size: 19, fill, anchor: where.plate ? "middle" : "end", weight: 600 });
}

function range({ range: far, def_front: front }: Slots, ink: Ink): string {
  if (!far) return "";
  const [width, middle] = front?.tone === "blue" ? [25, 48.5] : [27, 49.5];
  const size = far.text.length > 3 ? 12.5 : far.text.length > 2 ? 15 : 18;
  const w = far.text.length > 2 ? width + 4 : width;
  return (
    rect(middle - w / 2, 76, w, 20, { rx: 10, fill: ink("counter-edge") }) +
    letters(middle, 92.2 - (18 - size) / 2.6, far.text, { size, fill: ink("fig-range"), anchor: "middle" })
  );
}

/** From close by the name is read between figure and range, in two short lines if need be. */
function nameOf(name: string, face: Face): string {
  const lines = broken(name);
  const size = Math.min(8, 52 / Math.max(...lines.map((l) => l.length)) / 0.47);
  const top = lines.length > 1 ? 64.5 : 68.5;
  return lines.map((l, i) => letters(43.5, top + i * (size + 0.3), l, { size, fill: face.ink, anchor: "middle", weight: 600 })).join("");
}

function broken(name: string): string[] {
  if (name.length <= 10) return [name];
  const words = name.split(" ");
  let cut = 1;
  for (let i = 1; i < words.length; i++) {
    const lean = (k: number) => Math.abs(words.slice(0, k).join(" ").length - words.slice(k).join(" ").length);
    if (lean(i) < lean(cut)) cut = i;
  }
  return words.length < 2 ? [name] : [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
}
