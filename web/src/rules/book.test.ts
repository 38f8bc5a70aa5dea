import { expect, test } from "vitest";
import { chapterName, marked, ruleUrl } from "./book";

test("chapters are named by number or by their own name", () => {
  expect(chapterName("7")).toBe("Chapter 7");
  expect(chapterName("7.5")).toBe("Section 7.5");
  expect(chapterName("Cards")).toBe("Cards");
});

test("searched words are marked where they stand, whatever the case and the signs", () => {
  expect(marked("Woods stop (6.5) woods", "woods 6.5")).toStrictEqual([["Woods", true], [" stop (", false], ["6.5", true], [") ", false], ["woods", true]]);
  expect(marked("a+b", "")).toStrictEqual([["a+b", false]]);
  expect(marked("a+b", "+")).toStrictEqual([["a", false], ["+", true], ["b", false]]);
});

test("every rule has an address", () => {
  expect(ruleUrl("kursk", "kursk-5.1.4-a")).toBe("/rules/kursk/kursk-5.1.4-a");
});
