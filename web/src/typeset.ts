// What the server says, as it is printed: true minus signs and apostrophes, and a space before a unit of measure. Words
// that are said back (tokens, sentences, ids) stay as they are.

/** Signs that take the place of others, one for one, so that links into a text stay true. */
export const signs = (text: string): string =>
  /['\u2018-]/.test(text) ? text.replace(/(^|[\s(,;:/])-(?=\d)/g, "$1\u2212").replace(/'/g, "\u2019") : text;

/** A number as it is printed. */
export const figure = (n: number): string => signs(String(n));

/** Words with true signs and spaces set, 3AP is read 3 AP, and fractions printed as such, 1 1/2 is read 1½. */
export const spaced = (text: string): string => fractions(signs(text).replace(/(\d)(AP|CAPs?|VP)\b/g, "$1\u00a0$2"));

const FRACTIONS: Record<string, string> = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/6": "⅙", "5/6": "⅚" };

/** A fraction after a whole number, or alone before "of"; the numbers of a regiment or of a table stay. */
const fractions = (text: string): string =>
  text.includes("/") ? text.replace(/(\d) ([125]\/[236])(?!\d)|^([125]\/[236])(?= of )/g, (all, whole = "", after, alone) => (FRACTIONS[after ?? alone] ? whole + FRACTIONS[after ?? alone] : all)) : text;

const PARTS: Record<string, string> = { "5": "½", "33": "⅓", "67": "⅔", "17": "⅙", "83": "⅚" };

/** A figure on the map: 6.67 is read 6⅔. */
const badge = (text: string): string => text.replace(/^(\d*)\.(5|33|67|17|83)$/, (_, whole: string, part: string) => (whole === "0" ? "" : whole) + PARTS[part]!);

/** Fields that hold words for people. */
const PROSE = new Set(["text", "label", "prompt", "name", "tip", "note", "title", "sentence", "instead", "why", "left", "statement", "price"]);
const done = new WeakMap<object, object>();

/** A value of the wire with its words printed well; what is the same object stays the same. */
export function typeset<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  const known = done.get(value);
  if (known) return known as T;
  const made = Array.isArray(value) ? value.map((item: unknown) => typeset(item)) : fields(value as Record<string, unknown>);
  done.set(value, made);
  return made as T;
}

function fields(value: Record<string, unknown>): Record<string, unknown> {
  const linked = "links" in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (typeof each !== "string") return [key, typeset(each)];
      if (key === "badge") return [key, badge(each)];
      return [key, isProse(key, value) ? (linked ? signs(each) : spaced(each)) : each];
    }),
  );
}

/** The text of a choice or a quote is a sentence to be said, the name of a band a key. */
function isProse(key: string, of: Record<string, unknown>): boolean {
  if (!PROSE.has(key)) return false;
  if (key === "text") return !("token" in of) && !("checks" in of);
  return !(key === "name" && "exact" in of);
}
