import assert from "node:assert/strict";
import test from "node:test";
import { countFinished, recommendedLesson } from "./progress";
import type { LessonRow } from "./types";

const row = (key: string): LessonRow => ({ key, title: key, chapter: "2", minutes: 4, goal: "" });
const rows = [row("a"), row("b"), row("c")];

test("the first lesson that is not finished comes next", () => {
  assert.equal(recommendedLesson(rows, (key) => key === "a")?.key, "b");
});

test("when all are finished the first comes again", () => {
  assert.equal(recommendedLesson(rows, () => true)?.key, "a");
});

test("a game without lessons recommends none", () => {
  assert.equal(recommendedLesson([], () => false), null);
});

test("finished lessons are counted among those there are", () => {
  assert.equal(countFinished(rows, (key) => key !== "b"), 2);
});
