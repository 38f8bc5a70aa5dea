// What stands round a lesson; the lesson itself is told by the engine.
import type { Texts } from "./types";

export const LESSONS = {
  "lesson.learn": ["Learn", "Nauka"],
  "lesson.all": ["All lessons, {n} of {all} done", "Wszystkie lekcje, ukończone {n} z {all}"],
  "lesson.list": ["Lessons: {title}", "Lekcje: {title}"],
  "lesson.done": ["{n} of {all} lessons done", "Ukończone lekcje: {n} z {all}"],
  "lesson.row": ["Chapter {chapter}, {n} min", "Rozdział {chapter}, {n} min"],
  "lesson.doneWord": ["done", "ukończone"],
  "lesson.lesson": ["Lesson", "Lekcja"],
  "lesson.isDone": ["The lesson is done.", "Lekcja ukończona."],
  "lesson.step": ["Step {n}: {text}", "Krok {n}: {text}"],
  "lesson.doneHead": ["Lesson done", "Lekcja ukończona"],
  "lesson.stepHead": ["Lesson, step {n} of {all}", "Lekcja, krok {n} z {all}"],
  "lesson.finished": ["Done.", "Gotowe."],
  "lesson.what": ["What you learn", "Czego się uczysz"],
  "lesson.restart": ["Begin again", "Zacznij od nowa"],
  "lesson.hint": ["Hint", "Podpowiedź"],
  "lesson.playOn": ["Play on", "Graj dalej"],
  "lesson.again": ["Again", "Jeszcze raz"],
} as const satisfies Texts;
