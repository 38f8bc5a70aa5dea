// The recap: what others did since one's own phase or turn, as far as one saw it, laid over the map and stepped through.
import { showPlace, pointAt } from "./showing";
import type { LogLine, Scene } from "../wire";
import { othersLines, othersSpan, ownSide, turnNow, type Told } from "./spans";
import type { Player } from "./player";
import { counterById } from "./scene";

export interface Recap {
  /** Places in the log. */
  lines: number[];
  /** Which of them is shown; -1 before the first. */
  at: number;
  open: boolean;
  /** Nothing was decided since it was told. */
  fresh: boolean;
}

export const NO_RECAP: Recap = { lines: [], at: -1, open: false, fresh: false };

/** What others did since one's own turn; of a watcher, since the last heading. */
export function sinceMine(t: Player, log: LogLine[], scene: Scene | null = t.seen.scene): Told {
  if (!scene || scene.seat === "watcher") return { span: { from: Math.max(0, log.findLastIndex((line) => line.head)), to: log.length }, fresh: false };
  return othersSpan(log, { seat: scene.seat, side: ownSide(scene) }, (unit) => counterById(scene, unit)?.side ?? null, scene.since);
}

/** Whether one is asked in a time of one's own. */
export function ownTime(t: Player): boolean {
  const { scene, log } = t.seen;
  const turn = turnNow(log);
  return !!scene?.ask?.yours && !scene.ask.window && (!turn || turn === ownSide(scene));
}

/** After a scene was laid: is there something to tell before the next decision? `seen`: it was just shown moving. */
export function tellRecap(t: Player, seen: boolean): void {
  const { scene, log } = t.seen;
  if (!scene || scene.seat === "watcher" || !(ownTime(t) || scene.outcome)) return;
  const { span, fresh } = sinceMine(t, log);
  const told = othersLines(log, span, { seat: scene.seat, side: ownSide(scene) }, (unit) => counterById(scene, unit)?.side ?? null);
  const same = told.length === t.panels.recap.lines.length && told[0] === t.panels.recap.lines[0] && told.at(-1) === t.panels.recap.lines.at(-1);
  if ((same && (t.panels.recap.fresh || !fresh)) || (!told.length && t.panels.recap.lines.length)) return;
  t.panels.recap = { lines: told, at: -1, open: fresh && !seen && told.length > 0, fresh };
  if (fresh) t.panels.marks = told.some((n) => log[n]?.deed);
}

/** A sentence went out: the recap has done its work, and stays at hand. */
export function decided(t: Player): void {
  t.panels.marks = false;
  t.panels.report = false;
  if (t.panels.recap.fresh || t.panels.recap.open) t.panels.recap = { ...t.panels.recap, fresh: false, open: false };
}

/** Opens the recap at its first line; once one has begun to step through it, puts it away. */
export function toggleRecap(t: Player): void {
  if (t.panels.recap.open && (t.panels.recap.at >= 0 || !t.panels.recap.lines.length)) return closeRecap(t);
  t.panels.recap = { ...t.panels.recap, open: true };
  t.panels.marks = true;
  t.panels.pane = "log";
  t.panels.sheet = "log";
  if (t.panels.recap.lines.length) stepRecap(t, t.panels.recap.at < 0 ? beside(t, 1) : t.panels.recap.at);
  t.changed();
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("recap-list")?.focus()));
}

export function closeRecap(t: Player): void {
  t.panels.recap = { ...t.panels.recap, open: false, fresh: false, at: -1 };
  t.panels.marks = false;
  pointAt(t, null);
  t.changed();
  document.getElementById("map")?.focus();
}

/** The next line of the recap in a direction; headings are passed over. Where there is none, the same. */
export function beside(t: Player, by: 1 | -1): number {
  const { lines, at } = t.panels.recap;
  let to = at + by;
  while (to >= 0 && to < lines.length && t.seen.log[lines[to]!]?.head) to += by;
  return to >= 0 && to < lines.length ? to : at;
}

/** Shows one line of the recap at its place. */
export function stepRecap(t: Player, at: number): void {
  const line = t.seen.log[t.panels.recap.lines[at] ?? -1];
  if (!line || line.head) return;
  t.panels.recap = { ...t.panels.recap, at };
  showPlace(t, line);
  t.changed();
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(`recap-${at}`)?.scrollIntoView({ block: "nearest" })));
}
