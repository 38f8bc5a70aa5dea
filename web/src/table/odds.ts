// Chances as the eye reads them: from a check's dice, need and bands to bars and words. Probability only, no rule.
import type { Band, Check } from "../art/types";

export interface Bar {
  sum: number;
  weight: number;
  band: number;
}
export interface Chart {
  bars: Bar[];
  total: number;
  up: boolean;
  need: number | null;
}

/** How many throws of common dice give each sum; null for dice whose faces only the game knows. */
export function throwsOf(dice: string): Map<number, number> | null {
  const match = /^([1-4]?)d6=?$/.exec(dice.trim());
  if (!match) return null;
  let sums = new Map<number, number>([[0, 1]]);
  for (let n = 0; n < Number(match[1] || "1"); n += 1) {
    const next = new Map<number, number>();
    for (const [sum, ways] of sums)
      for (let face = 1; face <= 6; face += 1) next.set(sum + face, (next.get(sum + face) ?? 0) + ways);
    sums = next;
  }
  return sums;
}

/** The chance that common dice show a sum or more; null for other dice. */
export function atLeast(dice: string, need: number): number | null {
  const throws = throwsOf(dice);
  if (!throws) return null;
  let [hits, all] = [0, 0];
  for (const [sum, ways] of throws) {
    all += ways;
    if (sum >= need) hits += ways;
  }
  return hits / all;
}

const CLOSE = 1e-4;

/** Gives each sum its band by filling the bands in order; null where they do not fall on whole sums. */
function fill(sums: [number, number][], bands: Band[], total: number): number[] | null {
  const out: number[] = [];
  let at = 0;
  let used = 0;
  for (const [, ways] of sums) {
    while (at < bands.length - 1 && used >= bands[at]!.low - CLOSE) {
      at += 1;
      used = 0;
    }
    used += ways / total;
    if (used > bands[at]!.low + CLOSE) return null;
    out.push(at);
  }
  return out;
}

/** Whether the lowest sum that counts is the one needed; odds alone cannot tell high rolls from low ones. */
function fits(sums: [number, number][], bands: number[], need: number | null | undefined): boolean {
  const first = sums.find((_, n) => bands[n]! > 0)?.[0];
  return need == null || first === undefined || first === need || first === need + 1;
}

/** The bars of a check, each with its band; null if the dice are unknown or the odds are a range. */
export function chartOf(check: Check): Chart | null {
  const throws = throwsOf(check.dice);
  if (!throws || check.bands.some((band) => band.high - band.low > CLOSE)) return null;
  const total = [...throws.values()].reduce((a, b) => a + b, 0);
  const sums = [...throws.entries()].sort((a, b) => a[0] - b[0]);
  const rising = fill(sums, check.bands, total);
  const falling = fill([...sums].reverse(), check.bands, total)?.reverse() ?? null;
  const up = rising !== null && (falling === null || fits(sums, rising, check.need));
  const bands = up ? rising : falling;
  if (!bands) return null;
  const bars = sums.map(([sum, weight], n) => ({ sum, weight, band: bands[n]! }));
  return { bars, total, up, need: check.need ?? null };
}

/** The least a band can be called: what happens when nothing happens. */
export function isPlain(bands: Band[], n: number): boolean {
  const tone = bands[n]?.tone;
  return tone ? tone === "plain" : n === 0;
}

/** The chance that something happens: every band but the plain ones, as a range. */
export function success(bands: Band[]): { low: number; high: number } {
  const rest = bands.filter((_, n) => isPlain(bands, n));
  const low = 1 - rest.reduce((sum, band) => sum + band.high, 0);
  const high = 1 - rest.reduce((sum, band) => sum + band.low, 0);
  return { low: Math.max(0, low), high: Math.min(1, high) };
}

/** A chance in whole per cent; never 0 or 100 unless it is so. */
export function percent(chance: number): string {
  if (chance <= CLOSE) return "0";
  if (chance >= 1 - CLOSE) return "100";
  const whole = Math.round(chance * 100);
  if (whole < 1) return "<1";
  return whole > 99 ? ">99" : String(whole);
}

export function percentRange(low: number, high: number): string {
  const a = percent(low);
  const b = percent(high);
  return a === b ? a : `${a}–${b}`;
}

/** The chance in words for the reader who sees no chart. */
export function inWords(check: Check): string {
  const parts = check.bands.map((band) => `${band.label} ${percentRange(band.low, band.high)} %`);
  return `${check.name}, ${check.dice}: ${parts.join(", ")}`;
}
