import { expect, test } from "vitest";
import type { TableInfo } from "../wire";
import { countFinished, recommendedLesson, worthResuming } from "./progress";
import type { LessonRow } from "../wire";

const row = (key: string): LessonRow => ({ key, title: key, chapter: "2", minutes: 4, goal: "" });
const rows = [row("a"), row("b"), row("c")];

test("the first lesson that is not finished comes next", () => {
  expect(recommendedLesson(rows, (key) => key === "a")?.key).toBe("b");
});

test("when all are finished the first comes again", () => {
  expect(recommendedLesson(rows, () => true)?.key).toBe("a");
});

test("a game without lessons recommends none", () => {
  expect(recommendedLesson([], () => false)).toBeNull();
});

test("finished lessons are counted among those there are", () => {
  expect(countFinished(rows, (key) => key !== "b")).toBe(2);
});

const table = (id: string, scenario: string, touched: string): TableInfo => ({ id, scenario, title: id, turn: "", seats: {}, over: false, touched });

test("games stay, of a lesson the last table, of a finished lesson none", () => {
  const tables = [
    table("game", "sos/courier", "1"),
    table("old", "sos/learn-fire", "2"),
    table("new", "sos/learn-fire", "3"),
    table("done", "sos/learn-turns", "4"),
  ];
  const left = worthResuming(tables, (key) => key === "sos/learn-turns");
  expect(left.map((each) => each.id)).toStrictEqual(["game", "new"]);
});
