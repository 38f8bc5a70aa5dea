// The commitment check, done by the reader's own browser: SHA-256, HMAC, and every roll made again. Nothing is asked of
// the server here, and no part of the browser that needs a secure address.
import type { Rolled, Rolls } from "../wire";

const K: number[] = [];
const START: number[] = [];
for (let n = 2, found = 0; found < 64; n += 1) {
  if (Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && d * d <= n && n % d === 0)) continue;
  if (found < 8) START.push(fraction(Math.sqrt(n)));
  K.push(fraction(Math.cbrt(n)));
  found += 1;
}

function fraction(x: number): number {
  return ((x - Math.floor(x)) * 2 ** 32) | 0;
}

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const long = Math.ceil((message.length + 9) / 64) * 64;
  const padded = new Uint8Array(long);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(long - 4, message.length * 8);
  view.setUint32(long - 8, Math.floor(message.length / 2 ** 29));
  const state = [...START];
  for (let block = 0; block < long; block += 64) mix(state, view, block);
  const out = new Uint8Array(32);
  state.forEach((word, n) => new DataView(out.buffer).setInt32(n * 4, word));
  return out;
}

function mix(state: number[], view: DataView, block: number): void {
  const w = schedule(view, block);
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[n]! + w[n]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => {
    state[n] = (state[n]! + word) | 0;
  });
}

function schedule(view: DataView, block: number): number[] {
  const w = Array.from({ length: 16 }, (_, n) => view.getInt32(block + n * 4));
  for (let n = 16; n < 64; n += 1) {
    const [x, y] = [w[n - 15]!, w[n - 2]!];
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w.push((w[n - 16]! + low + w[n - 7]! + high) | 0);
  }
  return w;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(join(block.map((byte) => byte ^ 0x36), message));
  return sha256(join(block.map((byte) => byte ^ 0x5c), inner));
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Bytes from hexadecimal digits; null when they are none. */
export function bytes(text: string): Uint8Array | null {
  const digits = text.trim();
  if (!/^([0-9a-f]{2})+$/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g)!, (pair) => parseInt(pair, 16));
}

/** Texts with their weights: what could have come. */
export type Possible = Rolls["kinds"][string];

/** Roll number n again from the secret. */
export function remake(secret: Uint8Array, number: number, possible: Possible): string {
  const total = BigInt(possible.reduce((sum, [, weight]) => sum + weight, 0));
  const space = 1n << 256n;
  for (let tries = 0; ; tries += 1) {
    const value = BigInt(`0x${hex(hmac(secret, new TextEncoder().encode(`${number}.${tries}`)))}`);
    if (value >= space - (space % total)) continue;
    let pick = Number(value % total);
    for (const [text, weight] of possible) {
      pick -= weight;
      if (pick < 0) return text;
    }
  }
}

export interface Verdict {
  promise: boolean;
  checked: number;
  wrong: { number: number; got: string; true: string }[];
}

/** Whether a secret keeps the promise and gives every roll. Rolls before `from` came with an uploaded record. */
export function verify(
  secret: Uint8Array,
  promise: string,
  rolls: Rolled[],
  kinds: Record<string, Possible>,
  from = 0,
): Verdict {
  const own = rolls.filter((roll) => roll.number >= from);
  const wrong = own
    .map((roll) => ({
      number: roll.number,
      got: roll.got,
      true: remake(secret, roll.number, typeof roll.of === "string" ? (kinds[roll.of] ?? [["?", 1]]) : roll.of),
    }))
    .filter((roll) => roll.got !== roll.true);
  return { promise: hex(sha256(secret)) === promise.trim().toLowerCase(), checked: own.length, wrong };
}
