import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { escaped, group, letters, path, tip } from "./svg";

const RUDE = '<img src=x onerror="alert(1)">&';
const SAFE = "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;";

test("words and attributes go out escaped, bodies as they are", () => {
  expect(escaped(RUDE)).toBe(SAFE);
  expect(tip(RUDE)).toBe(`<title>${SAFE}</title>`);
  expect(letters(1, 2, RUDE, { size: 3, fill: "#000" })).toContain(`>${SAFE}</text>`);
  expect(group(path("M0 0"), { "data-x": RUDE, class: undefined })).toBe(`<g data-x="${SAFE}"><path d="M0 0"/></g>`);
});

describe("markup is written in one place", () => {
  const names = readdirSync("src", { recursive: true }).map((name) => join("src", String(name)));
  const sources = names.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== join("src", "art", "svg.ts"));

  test("only there is an element filled with it; a picture among panels is the one other", () => {
    const sinks = /\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|unsafeHTML|unsafeSVG)\b/;
    expect(sources.filter((name) => sinks.test(readFileSync(name, "utf8")))).toStrictEqual([join("src", "bits.ts")]);
  });

  test("no string elsewhere holds a tag, but for the templates of lit-html, which escape by themselves", () => {
    expect(sources.flatMap((name) => tagsIn(name))).toStrictEqual([]);
  });
});

/** Strings of a file in which a tag begins or ends. */
function tagsIn(name: string): string[] {
  const file = ts.createSourceFile(name, readFileSync(name, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const own = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (own && /<\/?[a-z]/i.test(node.text) && !isLit(node)) found.push(`${name}: ${node.text.slice(0, 60)}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether a piece of text belongs to a template with the tag of lit-html. */
function isLit(node: ts.Node): boolean {
  let at = node;
  while (at.parent && !ts.isTaggedTemplateExpression(at) && (at === node || ts.isTemplateSpan(at) || ts.isTemplateExpression(at))) at = at.parent;
  return ts.isTaggedTemplateExpression(at) && ["html", "svg"].includes(at.tag.getText());
}
