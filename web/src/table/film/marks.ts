// What lies on the map of what happened: the places where counters died this turn, and the trail of others' doings.
import { fallenMark } from "../../art/trail";
import type { LogLine } from "../../wire";
import { spot } from "../map/marks";
import type { Player } from "../player";
import { sinceMine } from "../recap";
import { sideStyle } from "../scene";
import { drawTrail, stampsOf, type Drawn, type Frame } from "./trail";

/** The frames of what others did: as they were seen, else as the log tells them. */
export function trailFrames(t: Player): Frame[] {
  const { scene, log } = t.seen;
  if (t.film.running) return t.film.frames.slice(0, t.film.at);
  const { span } = sinceMine(t, log);
  const seen = t.film.reel.filter((frame) => frame.n >= span.from && frame.n < span.to);
  const first = seen[0]?.n ?? span.to;
  const before = seen[0]?.before ?? scene;
  if (!before) return seen;
  const told = log.slice(span.from, first).flatMap((line, i) => (line.quiet || line.head ? [] : [{ line, n: span.from + i, before }]));
  return [...told, ...seen];
}

/** Lines since the last turn, Round or day began. */
export function thisTurn(log: LogLine[]): LogLine[] {
  const now = log.findLast((line) => line.head && line.turn)?.turn;
  return now ? log.slice(log.findIndex((line) => line.head && line.turn === now)) : log;
}

function fallen(t: Player): string {
  const { field } = t.stage;
  const count = new Map<string, number>();
  return thisTurn(t.seen.log)
    .filter((line) => line.deed?.gone && line.deed.hexes?.[0] && field.has(line.deed.hexes[0]))
    .map((line) => {
      const hex = line.deed!.hexes![0]!;
      const nth = count.get(hex) ?? 0;
      count.set(hex, nth + 1);
      return nth < 3 ? fallenMark(spot(field, hex), sideStyle(t.seen.scene, line.deed!.side), nth) : "";
    })
    .join("");
}

/** What came of the last decision stays stamped on the map until the next one. */
const resting = (t: Player): Drawn => ({ arrows: "", stamps: t.yours ? stampsOf(t.stage.field, t.film.frames) : "" });
const drawn = new WeakMap<Player, { key: string; marks: Drawn & { fallen: string } }>();

export function drawMarks(t: Player): void {
  const on = t.film.running || t.panels.marks;
  const { scene, log } = t.seen;
  const key = `${scene?.seat} ${scene?.board} ${log.length} ${t.film.at} ${t.film.frames.length} ${on} ${t.film.running} ${t.yours}`;
  let held = drawn.get(t);
  if (held?.key !== key) {
    held = { key, marks: { ...(on ? drawTrail(t.stage.field, trailFrames(t)) : resting(t)), fallen: fallen(t) } };
    drawn.set(t, held);
  }
  t.stage.write("trail", held.marks.fallen + held.marks.arrows);
  t.stage.write("stamps", held.marks.stamps);
}
