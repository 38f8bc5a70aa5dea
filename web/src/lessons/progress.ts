// Which lessons this browser has finished; kept by the browser.
import type { LessonRow } from "./types";

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
