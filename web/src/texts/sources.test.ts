import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDERS = ["lobby", "table", "replay", "rules", "dice", "lessons", "people"];
const NAME = ">Balka<";
// Words between tags, and words in the attributes that are read aloud or shown.
const LITERAL = /((?<!=)>\s*[A-Z][a-z]+[^<>${}`\n]*<)|((?:aria-label|title|placeholder)="[A-Za-z][^"]*")/g;

function sources(): string[] {
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(join("src", folder), { recursive: true }).map((name) => join("src", folder, String(name))),
  );
  return ["src/shell.ts", "src/bits.ts", ...inside].filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
}

test("no text of the interface stands outside the catalogue", () => {
  const found = sources().flatMap((name) =>
    [...readFileSync(name, "utf8").matchAll(LITERAL)].map((match) => match[0]).filter((text) => text !== NAME).map((text) => `${name}: ${text}`),
  );
  expect(found).toStrictEqual([]);
});
