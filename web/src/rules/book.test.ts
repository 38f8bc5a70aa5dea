import assert from "node:assert/strict";
import { test } from "node:test";
import { chapterName, marked, ruleUrl } from "./book";

test("chapters are named by number or by their own name", () => {
  assert.equal(chapterName("7"), "Chapter 7");
  assert.equal(chapterName("7.5"), "Section 7.5");
  assert.equal(chapterName("Cards"), "Cards");
});

test("searched words are marked where they stand, whatever the case and the signs", () => {
  assert.deepEqual(marked("Woods stop (6.5) woods", "woods 6.5"), [["Woods", true], [" stop (", false], ["6.5", true], [") ", false], ["woods", true]]);
  assert.deepEqual(marked("a+b", ""), [["a+b", false]]);
  assert.deepEqual(marked("a+b", "+"), [["a", false], ["+", true], ["b", false]]);
});

test("every rule has an address", () => {
  assert.equal(ruleUrl("kursk", "kursk-5.1.4-a"), "/rules/kursk/kursk-5.1.4-a");
});
