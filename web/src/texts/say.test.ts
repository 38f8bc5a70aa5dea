import { afterEach, expect, test } from "vitest";
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
    expect(all.every((text) => text.trim()), key).toBe(true);
    // Only the forms of many must name the number; one may go without.
    const wanted = slots(forms(english).at(-1)!);
    for (const text of typeof english === "string" ? all : [forms(polish)[1]!, forms(polish)[2]!]) expect(slots(text), key).toBe(wanted);
  }
});

test("a text that counts has the two forms of English and the three of Polish", () => {
  for (const key of KEYS) {
    const [english, polish] = TEXTS[key] as readonly [Form, Form];
    expect(typeof english, key).toBe(typeof polish);
    if (typeof english !== "string") expect([english.length, polish.length], key).toStrictEqual([2, 3]);
  }
});

test("Polish is not English left standing", () => {
  const same = KEYS.filter((key) => {
    const [english, polish] = TEXTS[key] as readonly [Form, Form];
    return String(english) === String(polish) && /[a-z]{3}/i.test(String(english).replace(/\{\w+\}/g, ""));
  });
  expect(same).toStrictEqual(["menu.menu", "clock.hours", "notices.hook"]);
});

test("numbers take the form their language gives them", () => {
  const said = [1, 2, 5, 12, 22, 25].map((n) => say("lobby.scenarios", { n }));
  expect(said).toStrictEqual(["1 scenario", "2 scenarios", "5 scenarios", "12 scenarios", "22 scenarios", "25 scenarios"]);
  speak("pl");
  const powiedziane = [1, 2, 5, 12, 22, 25].map((n) => say("lobby.scenarios", { n }));
  expect(powiedziane).toStrictEqual([
    "1 scenariusz", "2 scenariusze", "5 scenariuszy", "12 scenariuszy", "22 scenariusze", "25 scenariuszy",
  ]);
});

test("slots are filled, with words or with more", () => {
  expect(say("tool.sees", { from: "A1", to: "B2" })).toBe("A1 sees B2.");
  expect(pieces("dice.how4", { command: 7 }).filter((piece) => typeof piece !== "string")).toStrictEqual([7]);
});

test("the browser's first wish among our languages counts", () => {
  expect(LANGUAGES).toStrictEqual(["en", "pl"]);
  expect(preferred(["de-DE", "pl-PL", "en"])).toBe("pl");
  expect(preferred(["en-GB", "pl"])).toBe("en");
  expect(preferred(["de"])).toBe("en");
});
