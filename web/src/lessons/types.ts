// Lessons as the server tells of them (docs/scene.md).
import type { Scene } from "../art/types";
import type { BoxGame } from "../lobby/state";

/** A lesson in the list of its game. */
export interface LessonRow {
  key: string;
  title: string;
  chapter: string;
  minutes: number;
  goal: string;
}

/** A lesson being played: texts, and how far it has come. */
export interface Lesson {
  key: string;
  title: string;
  chapter: string;
  learn: { text: string; rules: string[] }[];
  goal: string;
  steps: { text: string; done: boolean }[];
  hint: { text: string; show: string[] } | null;
  done: boolean;
  last_word: string | null;
  next: { key: string; title: string } | null;
}

export const lessonOf = (scene: Scene | null): Lesson | null =>
  (scene as (Scene & { lesson?: Lesson | null }) | null)?.lesson ?? null;
export const lessonsOf = (game: BoxGame): LessonRow[] => (game as BoxGame & { lessons?: LessonRow[] }).lessons ?? [];
