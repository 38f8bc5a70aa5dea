// Talk at the table: what was said, what of it has not been read, and whom one does not want to read.
import type { Talk, TalkLine } from "../wire";
import { sound } from "../sound";
import { asProblem, complain } from "./asking";
import type { Player } from "./player";

export interface Spoken {
  lines: TalkLine[];
  unread: number;
  muted: Set<string>;
}

const mutedKey = (table: string): string => `balka.muted.${table}`;
const GUEST = "balka.guest";

/** By what a watcher is told from other watchers; nobody else is shown it. */
export function guest(): string {
  const known = localStorage.getItem(GUEST);
  if (known) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(GUEST, made);
  return made;
}

const reading = (t: Player): boolean => t.panels.pane === "talk" && !document.hidden;

/** Takes in what was said; what comes while the talk lies open is read. */
export function hear(t: Player, told: Talk): void {
  const before = t.line.talk;
  const muted = before?.muted ?? new Set<string>(JSON.parse(localStorage.getItem(mutedKey(t.id)) ?? "[]") as string[]);
  const fresh = told.lines.filter((line) => !line.yours && !muted.has(line.who));
  const lines = told.anew ? told.lines : [...(before?.lines ?? []), ...told.lines];
  const unread = reading(t) || (told.anew && !before) ? 0 : (before?.unread ?? 0) + (told.anew ? 0 : fresh.length);
  t.line.talk = { lines, muted, unread };
  if (before && !told.anew && fresh.length) sound("word");
  t.changed();
}

export async function speak(t: Player, text: string): Promise<boolean> {
  try {
    await t.link.ask({ type: "say", text });
    return true;
  } catch (reason) {
    complain(t, asProblem(reason));
    return false;
  }
}

/** Does not show what somebody says, or shows it again; only this browser knows. */
export function muteOrNot(t: Player, who: string): void {
  const { talk } = t.line;
  if (!talk) return;
  if (!talk.muted.delete(who)) talk.muted.add(who);
  localStorage.setItem(mutedKey(t.id), JSON.stringify([...talk.muted]));
  t.changed();
}

/** Watchers in the order in which they first spoke. */
export function watcherNumbers(lines: TalkLine[]): Map<string, number> {
  const signs = new Set(lines.filter((line) => line.room === "watchers").map((line) => line.who));
  return new Map([...signs].map((sign, n) => [sign, n + 1]));
}
