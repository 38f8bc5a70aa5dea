// What happened, shown once: slides, shots, dice, and counters that leave. All of it can be skipped.
import { path } from "../../art/svg";
import type { LogLine, Scene } from "../../wire";
import { motionSpeed } from "../../settings";
import { hexOf } from "../scene";
import type { Viewer } from "../viewer";
import { diceMark, pointedMark } from "../showing";
import { round, SIDE, type Point } from "./field";

const STEP = 220;
const SHOT = 320;
const READ = 480;

/** Ends every running piece of a show at once. */
export class Show {
  /** How much faster than usual it goes: a long day of another's takes no longer than a dozen moves. */
  pace = 1;
  private skipped = false;
  private readonly running = new Set<() => void>();

  get over(): boolean {
    return this.skipped;
  }

  skip(): void {
    this.skipped = true;
    for (const end of this.running) end();
  }

  wait(ms: number): Promise<void> {
    if (this.skipped) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.running.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms / motionSpeed() / this.pace);
      this.running.add(end);
    });
  }

  async run(animation: Animation): Promise<void> {
    if (this.skipped) return animation.cancel();
    const end = (): void => animation.finish();
    this.running.add(end);
    await animation.finished.catch(() => undefined);
    this.running.delete(end);
  }
}

const timing = (ms: number, show: Show): KeyframeAnimationOptions => ({
  duration: ms / motionSpeed() / show.pace,
  easing: "cubic-bezier(.2,.7,.2,1)",
  fill: "forwards",
});

/** Whether lines hold anything to see. */
export function worthShowing(lines: LogLine[], own: string): boolean {
  return lines.some(
    (line) => moves(line) || line.tone === "fire" || !!line.dice?.length || (foreign(line, own) && !line.head),
  );
}

const moves = (line: LogLine): boolean =>
  !!line.to && line.tone !== "fire" && line.from !== line.to && !!(line.unit || (line.from && line.side));

/** Whether somebody else did it. */
const foreign = (line: LogLine, own: string | undefined): boolean =>
  line.by && line.by !== "chance" ? line.by !== own : !!line.side && line.side !== own;

/** More lines than this are shown in the time of so many. */
const MOST_LINES = 12;

/** Plays the lines one after the other over the old position; what is told again by another is left out. */
export async function play(t: Viewer, show: Show, lines: LogLine[], next: Scene): Promise<void> {
  const went = new Map<string, string>();
  const told = lines.filter((line) => !line.quiet && !line.head);
  show.pace = Math.max(1, told.length / MOST_LINES);
  for (const line of told) {
    if (show.over) break;
    t.seen.news = line.text;
    t.changed();
    await playLine(t, show, line, went);
    if (line.unit && line.to && line.tone !== "fire") went.set(line.unit, line.to);
    if (foreign(line, t.seen.scene?.seat)) await show.wait(READ);
  }
  await leave(t, show, next);
  t.stage.write("fx", "");
}

/** Shows one line where it happens; `went` tells where units have gone since the old position. */
async function playLine(t: Viewer, show: Show, line: LogLine, went: Map<string, string>): Promise<void> {
  const { field } = t.stage;
  if (moves(line) && line.from && field.has(line.from) && field.has(line.to!))
    return slide(t, show, line);
  const target = line.to ?? line.hexes?.[0];
  if (line.tone === "fire" && line.from && target && field.has(line.from) && field.has(target))
    return shot(t, show, line, target);
  const spot = target ?? line.from ?? (line.unit ? (went.get(line.unit) ?? hexOf(t.seen.scene, line.unit)) : null);
  if (!spot || !field.has(spot)) return;
  const others = foreign(line, t.seen.scene?.seat);
  if (others || line.dice?.length) t.stage.camera.bring(field.centre(spot), 60);
  if (line.dice?.length) {
    t.stage.write("fx", diceMark(field.centre(spot), line.dice));
    await show.wait(READ);
  } else if (others) t.stage.write("fx", pointedMark(field, spot));
}

/** A counter goes its way, hex by hex where the line tells them; of a stack nobody knows, the uppermost. */
async function slide(t: Viewer, show: Show, line: LogLine): Promise<void> {
  const { field, pieces, camera } = t.stage;
  const piece = (line.unit ? pieces.element(line.unit) : null) ?? (line.unit ? null : pieces.top(line.from!));
  const way = wayOf(line).filter((hex) => field.has(hex)).map((hex) => field.centre(hex));
  const end = way.at(-1)!;
  camera.bring(end, 60);
  if (!piece) return;
  piece.parentElement?.append(piece);
  const put = (p: Point, lift: number): Keyframe => ({ transform: `translate(${round(p.x)}px, ${round(p.y - lift)}px)` });
  const frames = way.flatMap((at, n) => (n ? [put(between(way[n - 1]!, at), 2), put(at, 0)] : [put(at, 0)]));
  const long = way.reduce((sum, at, n) => (n ? sum + Math.hypot(at.x - way[n - 1]!.x, at.y - way[n - 1]!.y) : 0), 0);
  const steps = Math.max(1, Math.round(long / (SIDE * 1.7)));
  const animation = piece.animate(frames, timing(STEP * Math.min(4, steps), show));
  await show.run(animation);
  animation.cancel();
  piece.setAttribute("transform", `translate(${round(end.x)} ${round(end.y)})`);
}

/** The hexes of a way: from, what lies between, to. */
function wayOf(line: LogLine): string[] {
  const told = line.hexes ?? [];
  const between = told.at(-1) === line.to ? told.slice(0, -1).filter((hex) => hex !== line.from) : [];
  return [line.from!, ...between, line.to!];
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

async function shot(t: Viewer, show: Show, line: LogLine, target: string): Promise<void> {
  const a = t.stage.field.centre(line.from!);
  const b = t.stage.field.centre(target);
  t.stage.camera.bring(b, 60);
  const long = Math.hypot(a.x - b.x, a.y - b.y);
  const way = path(`M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`, { class: "shot", "stroke-dasharray": long });
  t.stage.write("fx", way + (line.dice?.length ? diceMark(b, line.dice) : ""));
  const drawn = t.stage.layers.fx.querySelector<SVGPathElement>(".shot");
  if (drawn) await show.run(drawn.animate([{ strokeDashoffset: long }, { strokeDashoffset: 0 }], timing(SHOT, show)));
  if (line.dice?.length) await show.wait(READ);
  t.stage.write("fx", "");
}

/** Counters that are gone in the next scene fade before it is shown. */
async function leave(t: Viewer, show: Show, next: Scene): Promise<void> {
  const there = new Set(next.stacks.flatMap((stack) => stack.counters.map((counter) => counter.id)));
  const going = (t.seen.scene?.stacks ?? [])
    .flatMap((stack) => stack.counters)
    .filter((counter) => !there.has(counter.id) && !counter.anonymous);
  const pieces = going.map((counter) => t.stage.pieces.element(counter.id)).filter((piece): piece is SVGGElement => !!piece);
  await Promise.all(pieces.map((piece) => show.run(piece.animate([{ opacity: 1 }, { opacity: 0 }], timing(420, show)))));
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
