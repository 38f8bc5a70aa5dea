// Which lessons this browser has finished; kept by the browser.
import type { TableInfo } from "../wire";
import type { LessonRow } from "../wire";

const KEY = "balka.lessons";

function load(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  } catch {
    return new Set();
  }
}

const finished = load();

export const isFinished = (key: string): boolean => finished.has(key);

export function finish(key: string): void {
  if (finished.has(key)) return;
  finished.add(key);
  try {
    localStorage.setItem(KEY, JSON.stringify([...finished]));
  } catch {
    /* a browser without a store forgets, and that is all */
  }
}

/** The lesson to take next: the first that is not finished, else the first. */
export function recommendedLesson(lessons: LessonRow[], done = isFinished): LessonRow | null {
  return lessons.find((lesson) => !done(lesson.key)) ?? lessons[0] ?? null;
}

export const countFinished = (lessons: LessonRow[], done = isFinished): number =>
  lessons.filter((lesson) => done(lesson.key)).length;

/** Of each lesson begun only the last table, and none of those that are finished: a lesson is soon begun again. */
export function worthResuming(tables: TableInfo[], done = isFinished): TableInfo[] {
  const latest = new Map<string, string>();
  for (const table of tables) if (table.touched > (latest.get(table.scenario) ?? "")) latest.set(table.scenario, table.touched);
  const isLesson = (table: TableInfo): boolean => table.scenario.includes("/learn-");
  const stays = (table: TableInfo): boolean => !done(table.scenario) && latest.get(table.scenario) === table.touched;
  return tables.filter((table) => !isLesson(table) || stays(table));
}
