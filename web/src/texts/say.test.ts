import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { LANGUAGES, pieces, preferred, say, speak, TEXTS, type Key } from "./say";
import type { Form } from "./types";

const KEYS = Object.keys(TEXTS) as Key[];
const forms = (form: Form): readonly string[] => (typeof form === "string" ? [form] : form);
const slots = (text: string): string => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(" ");

afterEach(() => speak("en"));

test("every text is there in both languages, with the same slots in every form", () => {
  for (const key of KEYS) {
    const [english, polish] = TEXTS[key] as readonly [Form, Form];
    const all = [...forms(english), ...forms(polish)];
    assert.ok(all.every((text) => text.trim()), key);
    // Only the forms of many must name the number; one may go without.
    const wanted = slots(forms(english).at(-1)!);
    for (const text of typeof english === "string" ? all : [forms(polish)[1]!, forms(polish)[2]!]) assert.equal(slots(text), wanted, key);
  }
});

test("a text that counts has the two forms of English and the three of Polish", () => {
  for (const key of KEYS) {
    const [english, polish] = TEXTS[key] as readonly [Form, Form];
    assert.equal(typeof english, typeof polish, key);
    if (typeof english !== "string") assert.deepEqual([english.length, polish.length], [2, 3], key);
  }
});

test("Polish is not English left standing", () => {
  const same = KEYS.filter((key) => {
    const [english, polish] = TEXTS[key] as readonly [Form, Form];
    return String(english) === String(polish) && /[a-z]{3}/i.test(String(english).replace(/\{\w+\}/g, ""));
  });
  assert.deepEqual(same, ["menu.menu"]);
});

test("numbers take the form their language gives them", () => {
  const said = [1, 2, 5, 12, 22, 25].map((n) => say("lobby.scenarios", { n }));
  assert.deepEqual(said, ["1 scenario", "2 scenarios", "5 scenarios", "12 scenarios", "22 scenarios", "25 scenarios"]);
  speak("pl");
  const powiedziane = [1, 2, 5, 12, 22, 25].map((n) => say("lobby.scenarios", { n }));
  assert.deepEqual(powiedziane, [
    "1 scenariusz", "2 scenariusze", "5 scenariuszy", "12 scenariuszy", "22 scenariusze", "25 scenariuszy",
  ]);
});

test("slots are filled, with words or with more", () => {
  assert.equal(say("tool.sees", { from: "A1", to: "B2" }), "A1 sees B2.");
  assert.deepEqual(pieces("dice.how4", { command: 7 }).filter((piece) => typeof piece !== "string"), [7]);
});

test("the browser's first wish among our languages counts", () => {
  assert.deepEqual(LANGUAGES, ["en", "pl"]);
  assert.equal(preferred(["de-DE", "pl-PL", "en"]), "pl");
  assert.equal(preferred(["en-GB", "pl"]), "en");
  assert.equal(preferred(["de"]), "en");
});
