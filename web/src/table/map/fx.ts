// What happened, shown once: counters that go their way, shots, dice, stamps, and counters that leave.
import { path } from "../../art/svg";
import { trailArrow } from "../../art/trail";
import type { Deed, LogLine, Scene } from "../../wire";
import { motionSpeed } from "../../settings";
import { sound } from "../../sound";
import { after, spotOf, travellers, wayOf } from "../film/position";
import { Show } from "../film/show";
import { trailsOf, type Frame } from "../film/trail";
import type { Viewer } from "../viewer";
import { pointedMark } from "../showing";
import { round, SIDE, type Point } from "./field";

export { Show } from "../film/show";

const STEP = 220;
const SHOT = 320;
const READ = 420;
const DICE = 700;
const FALL = 420;
const CHIT = 1100;
/** The most hexes that a way takes the time of. */
const LONGEST = 5;

/** Whether lines hold anything to see. */
export function worthShowing(lines: LogLine[], own: string): boolean {
  return lines.some((line) => !!line.deed || line.tone === "fire" || !!line.dice?.length || (foreign(line, own) && !line.head));
}

/** Whether somebody else did it. */
export const foreign = (line: LogLine, own: string | undefined): boolean =>
  line.by && line.by !== "chance" ? line.by !== own : !!line.side && line.side !== own;

/** Plays the lines one after the other over the old position; what is told again by another is left out. */
export async function play(t: Viewer, show: Show, lines: LogLine[], next: Scene): Promise<void> {
  let scene = t.seen.scene!;
  for (const line of lines.filter((each) => !each.quiet && !each.head)) {
    if (show.over) break;
    t.seen.news = line.text;
    t.changed();
    await playLine(t, show, { line, n: 0, before: scene });
    scene = t.seen.scene = after(scene, line);
    t.changed();
    if (foreign(line, scene.seat)) await show.wait(READ);
  }
  await leave(t, show, next);
  clearFx(t);
}

export function clearFx(t: Viewer): void {
  [t.seen.roll, t.seen.chit] = [null, null];
  t.stage.write("fx", "");
}

/** Shows one line where it happens. */
export async function playLine(t: Viewer, show: Show, frame: Frame): Promise<void> {
  const { line, before } = frame;
  const { field } = t.stage;
  const spot = spotOf(before, line);
  const seen = !!spot && field.has(spot);
  [t.seen.roll, t.seen.chit] = [null, null];
  t.stage.write("fx", "");
  if (seen && (foreign(line, before.seat) || line.dice?.length || line.deed)) t.stage.camera.bring(field.centre(spot), 90);
  if (line.deed?.kind === "chit") return chit(t, show, line.deed);
  if (seen) await act(t, show, frame, spot);
  if (line.dice?.length) await roll(t, show, line, seen ? spot : null);
}

async function act(t: Viewer, show: Show, frame: Frame, spot: string): Promise<void> {
  const { line, before } = frame;
  const kind = line.deed?.kind;
  if (kind === "march" || kind === "retreat" || kind === "advance") return slide(t, show, frame);
  if (kind === "attack") return attack(t, show, frame);
  if (kind === "fire" || (line.tone === "fire" && line.from && line.to)) return shot(t, show, line);
  if (kind === "loss") return loss(t, show, line.deed!);
  if (!line.dice?.length && foreign(line, before.seat)) t.stage.write("fx", pointedMark(t.stage.field, spot));
}

/** Counters go their way, hex by hex where the line tells them; of a stack nobody knows, what is seen to go. */
async function slide(t: Viewer, show: Show, frame: Frame): Promise<void> {
  const { field, pieces } = t.stage;
  const { before } = frame;
  const deed = frame.line.deed!;
  const way = wayOf(before, deed).filter((hex) => field.has(hex)).map((hex) => field.centre(hex));
  if (way.length < 2) return;
  t.stage.write("fx", trailsOf(field, frame).map((trail) => trailArrow(trail, SIDE)).join(""));
  const moved = travellers(before, deed).map((counter) => pieces.element(counter.id.replace(/>.*$/, ""))).filter((piece) => !!piece);
  const put = (p: Point, lift: number): Keyframe => ({ transform: `translate(${round(p.x)}px, ${round(p.y - lift)}px)` });
  const frames = way.flatMap((at, n) => (n ? [put(between(way[n - 1]!, at), 2), put(at, 0)] : [put(at, 0)]));
  const time = STEP * Math.min(LONGEST, way.length - 1);
  sound("step");
  if (!moved.length) return show.wait(time / 2);
  for (const piece of moved) piece.parentElement?.append(piece);
  const going = moved.map((piece) => piece.animate(frames, show.timing(time)));
  await Promise.all(going.map((animation) => show.run(animation)));
  for (const piece of moved) piece.setAttribute("transform", `translate(${round(way.at(-1)!.x)} ${round(way.at(-1)!.y)})`);
  for (const animation of going) animation.cancel();
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

async function attack(t: Viewer, show: Show, frame: Frame): Promise<void> {
  const { field } = t.stage;
  const arrows = trailsOf(field, frame).map((trail) => trailArrow(trail, SIDE)).join("");
  t.stage.write("fx", (frame.line.deed!.hexes ?? []).map((hex) => pointedMark(field, hex)).join("") + arrows);
  sound("attack");
  await show.wait(READ);
}

async function shot(t: Viewer, show: Show, line: LogLine): Promise<void> {
  const { field } = t.stage;
  const [from, to] = line.deed?.way?.length === 2 ? line.deed.way : [line.from, line.to ?? line.hexes?.[0]];
  if (!from || !to || !field.has(from) || !field.has(to)) return;
  const [a, b] = [field.centre(from), field.centre(to)];
  const long = Math.hypot(a.x - b.x, a.y - b.y);
  t.stage.write("fx", path(`M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`, { class: "shot", "stroke-dasharray": long }));
  const drawn = t.stage.layers.fx.querySelector<SVGPathElement>(".shot");
  sound("shot");
  if (drawn) await show.run(drawn.animate([{ strokeDashoffset: long }, { strokeDashoffset: 0 }], show.timing(SHOT)));
}

/** The dice are thrown on a paper beside the action, and lie there until the next line. */
async function roll(t: Viewer, show: Show, line: LogLine, hex: string | null): Promise<void> {
  t.seen.roll = { hex, line };
  if (hex) t.stage.write("fx", pointedMark(t.stage.field, hex));
  t.changed();
  sound("dice");
  await show.wait(DICE);
}

async function chit(t: Viewer, show: Show, deed: Deed): Promise<void> {
  t.seen.chit = deed;
  t.changed();
  sound("chit");
  await show.wait(CHIT);
}

async function loss(t: Viewer, show: Show, deed: Deed): Promise<void> {
  if (!deed.gone) return show.wait(READ / 2);
  sound("fall");
  const pieces = (deed.units ?? []).map((id) => t.stage.pieces.element(id)).filter((piece) => !!piece);
  await Promise.all(pieces.map((piece) => show.run(piece.animate([{ opacity: 1 }, { opacity: 0 }], show.timing(FALL)))));
}

/** Counters that are gone in the next scene fade before it is shown. */
export async function leave(t: Viewer, show: Show, next: Scene): Promise<void> {
  const there = new Set(next.stacks.flatMap((stack) => stack.counters.map((counter) => counter.id)));
  const going = (t.seen.scene?.stacks ?? [])
    .flatMap((stack) => stack.counters)
    .filter((counter) => !there.has(counter.id) && !counter.anonymous);
  const pieces = going.map((counter) => t.stage.pieces.element(counter.id)).filter((piece): piece is SVGGElement => !!piece);
  await Promise.all(pieces.map((piece) => show.run(piece.animate([{ opacity: 1 }, { opacity: 0 }], show.timing(FALL)))));
}

/** Badges that are new pop on once. */
export function pop(t: Viewer, before: Scene | null): void {
  if (!before || motionSpeed() === 0 || !t.seen.scene) return;
  const had = new Map(
    before.stacks.flatMap((stack) => stack.counters).map((counter) => [counter.id, counter.badges?.length ?? 0]),
  );
  for (const counter of t.seen.scene.stacks.flatMap((stack) => stack.counters))
    if ((counter.badges?.length ?? 0) > (had.get(counter.id) ?? 0))
      t.stage.pieces
        .element(counter.id)
        ?.firstElementChild?.animate([{ scale: 1.14 }, { scale: 1 }], { duration: 260, easing: "ease-out" });
}
