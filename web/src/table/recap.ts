// The recap: what others did since one last decided, as far as one saw it, stepped through on the map.
import { showPlace, pointAt } from "./showing";
import { loadSpans, nextSpan, othersLines, ownSide, saveSpan, type Span } from "./since";
import { counterById, type Table } from "./state";

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

/** After a scene was laid: is there something to tell before the next decision? `seen`: it was just shown moving. */
export function tellRecap(t: Table, seen: boolean): void {
  const { scene } = t;
  const asked = scene?.ask?.yours && !scene.ask.window;
  if (!scene || scene.seat === "watcher" || !(asked || scene.outcome)) return;
  const lines = (span: Span): number[] =>
    othersLines(t.log, span, { seat: scene.seat, side: ownSide(scene) }, (unit) => counterById(scene, unit)?.side ?? null);
  const old = loadSpans(t.id)[scene.seat];
  const { span, fresh } = nextSpan(old, t.log.length, (each) => lines(each).length > 0);
  if (!old || old.from !== span.from || old.to !== span.to) saveSpan(t.id, scene.seat, span);
  const told = lines(span);
  if (fresh) t.recap = { lines: told, at: -1, open: !seen && told.length > 0, fresh: true };
  else if (told.length !== t.recap.lines.length || told[0] !== t.recap.lines[0])
    t.recap = { lines: told, at: -1, open: false, fresh: false };
}

/** A sentence went out: the recap has done its work, and stays at hand. */
export function decided(t: Table): void {
  if (t.recap.fresh || t.recap.open) t.recap = { ...t.recap, fresh: false, open: false };
}

/** Opens the recap at its first line; once one has begun to step through it, puts it away. */
export function toggleRecap(t: Table): void {
  if (t.recap.open && (t.recap.at >= 0 || !t.recap.lines.length)) return closeRecap(t);
  t.recap = { ...t.recap, open: true };
  t.pane = "log";
  t.sheet = "log";
  if (t.recap.lines.length) stepRecap(t, t.recap.at < 0 ? beside(t, 1) : t.recap.at);
  t.changed();
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("recap-list")?.focus()));
}

export function closeRecap(t: Table): void {
  t.recap = { ...t.recap, open: false, fresh: false, at: -1 };
  pointAt(t, null);
  t.changed();
  document.getElementById("map")?.focus();
}

/** The next line of the recap in a direction; headings are passed over. Where there is none, the same. */
export function beside(t: Table, by: 1 | -1): number {
  const { lines, at } = t.recap;
  let to = at + by;
  while (to >= 0 && to < lines.length && t.log[lines[to]!]?.head) to += by;
  return to >= 0 && to < lines.length ? to : at;
}

/** Shows one line of the recap at its place. */
export function stepRecap(t: Table, at: number): void {
  const line = t.log[t.recap.lines[at] ?? -1];
  if (!line || line.head) return;
  t.recap = { ...t.recap, at };
  showPlace(t, line);
  t.changed();
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(`recap-${at}`)?.scrollIntoView({ block: "nearest" })));
}
