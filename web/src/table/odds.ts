// Chances as the eye reads them: from a check's dice, need and bands to bars and words. Probability only, no rule.
import type { Band, Check } from "../wire";

export interface Bar {
  sum: number;
  weight: number;
  band: number;
}
export interface Chart {
  bars: Bar[];
  total: number;
}

const CLOSE = 1e-4;

/** The bars of a check, each with its band; null where no sum has one of its own. */
export function chartOf(check: Check): Chart | null {
  if (!check.sums?.length) return null;
  const bars = check.sums.map(([sum, weight, name]) => ({ sum, weight, band: check.bands.findIndex((band) => band.name === name) }));
  return { bars, total: bars.reduce((all, bar) => all + bar.weight, 0) };
}

/** The least a band can be called: what happens when nothing happens. */
export const isPlain = (n: number): boolean => n === 0;

/** The chance that something happens: every band but the plain ones, as a range. */
export function success(bands: Band[]): { low: number; high: number } {
  const rest = bands.filter((_, n) => isPlain(n));
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
