// The year over the ground: crops as they stand, brown grass in autumn, snow in winter. Colours are drawn towards the
// season's own, more where it lies open, less where it stands upright; forms and textures stay.
import { type Ink, type Theme, type Token, mix } from "../palette";

export type Weather = "summer" | "autumn" | "winter";

const MONTHS: Record<string, Weather> = {
  october: "autumn",
  november: "autumn",
  december: "winter",
  january: "winter",
  february: "winter",
  march: "winter",
};
const SNOW: Record<Theme, string> = { light: "#f4f6f4", dark: "#74808b" };
const LEAVES: Record<Theme, string> = { light: "#c49a52", dark: "#6b5330" };

export const weatherOf = (month: string | null | undefined): Weather => MONTHS[(month ?? "").toLowerCase()] ?? "summer";

/** How much snow a thing carries. */
const COVERED: [RegExp, number][] = [
  [/^(steppe|wheat|corn|yard|garden|mud)/, 0.74],
  [/^(hill|balka|wood-floor)/, 0.62],
  [/^(road|rut)$/, 0.5],
  [/^(water)$/, 0.5],
  [/^(tuft|contour|hachure)/, 0.4],
  [/^(roof|slate)(-2)?$/, 0.42],
  [/^tree-3$/, 0.62],
  [/^tree-2$/, 0.3],
  [/^tree-1$/, 0.12],
];
/** How far autumn turns a thing. */
const TURNED: [RegExp, number][] = [
  [/^tree-[123]$/, 0.34],
  [/^(steppe|tuft|wood-floor|corn)/, 0.2],
];

/** The colours of a theme in a season. */
export function seasonInk(ink: Ink, theme: Theme, weather: Weather): Ink {
  if (weather === "summer") return ink;
  const [shares, towards] = weather === "winter" ? [COVERED, SNOW[theme]] : [TURNED, LEAVES[theme]];
  return (token: Token): string => {
    const share = shares.find(([shape]) => shape.test(token))?.[1] ?? 0;
    const plain = ink(token);
    return share && plain.startsWith("#") ? mix(plain, towards, share) : plain;
  };
}
