// Positions as files, and links to a replay: what is written, and what is refused when it is read again.
import * as api from "../api";
import type { Scene } from "../wire";
import { say } from "../texts/say";

export const MARK = "position 1";
const RECORD = "balka record 1";
export const LARGEST = 4 * 1024 * 1024;

export interface PositionFile {
  balka: typeof MARK;
  scene: Scene;
}

export const asFile = (scene: Scene): string => JSON.stringify({ balka: MARK, scene } satisfies PositionFile);

export type Opened = { kind: "record"; text: string } | { kind: "position"; scene: Scene } | { kind: "refused"; why: string };

/** What a file is: a record, a position, or neither and why. */
export function readFile(text: string): Opened {
  if (!text.trim()) return refuse(say("open.empty"));
  if (text.length > LARGEST) return refuse(say("open.large"));
  if (text.trimStart().startsWith(RECORD)) return { kind: "record", text };
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return refuse(say("open.none", { line: RECORD }));
  }
  return readPosition(found);
}

const refuse = (why: string): Opened => ({ kind: "refused", why });

function readPosition(found: unknown): Opened {
  const file = found as Partial<PositionFile> | null;
  if (file?.balka !== MARK) return refuse(say("open.noPosition"));
  const scene = file.scene as Partial<Scene> | undefined;
  const sound =
    typeof scene?.board === "string" &&
    typeof scene.title === "string" &&
    typeof scene.turn?.label === "string" &&
    Array.isArray(scene.sides) &&
    Array.isArray(scene.stacks) &&
    scene.stacks.every((stack) => typeof stack?.place?.id === "string" && Array.isArray(stack.counters));
  return sound ? { kind: "position", scene: scene as Scene } : refuse(say("open.damaged"));
}

/** A link to a step of a table's replay, or to all up to it; the last step where none is named. */
export async function makeLink(
  table: string,
  view: string,
  step: number | null,
  whole: boolean,
): Promise<{ url: string; problem: string }> {
  const place = `/api/tables/${encodeURIComponent(table)}`;
  try {
    const at = step ?? (await api.call<{ lines: number[] }>(`${place}/replay?view=${encodeURIComponent(view)}`)).lines.length - 1;
    const made = await api.call<{ url: string }>(`${place}/shares`, "POST", { view, step: at, whole });
    return { url: made.url, problem: "" };
  } catch (reason) {
    return { url: "", problem: reason instanceof Error ? reason.message : String(reason) };
  }
}
