import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { bytes, hex, hmac, remake, sha256, verify, type Possible } from "./verify";

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

test("SHA-256 and HMAC give what the standards' own examples give", () => {
  expect(hex(sha256(text("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256(text("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(hex(hmac(text("Jefe"), text("what do ya want for nothing?")))).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
});

test("they agree with another implementation for messages of every length", () => {
  for (let long = 0; long < 200; long += 7) {
    const message = Uint8Array.from({ length: long }, (_, n) => (n * 31 + long) & 255);
    expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
    expect(hex(hmac(message, text("x")))).toBe(createHmac("sha256", message).update("x").digest("hex"));
  }
});

const D6: Possible = [1, 2, 3, 4, 5, 6].map((face) => [`d6 ${face}`, 1]);
const SECRET = bytes("00".repeat(31) + "2a")!;

test("a roll made again is the same, and every face comes up about as often as it should", () => {
  const seen = new Map<string, number>();
  for (let n = 0; n < 1200; n += 1) {
    const got = remake(SECRET, n, D6);
    expect(got).toBe(remake(SECRET, n, D6));
    seen.set(got, (seen.get(got) ?? 0) + 1);
  }
  expect(seen.size).toBe(6);
  for (const times of seen.values()) {
    expect(times).toBeGreaterThan(140);
    expect(times).toBeLessThan(260);
  }
});

test("a true game is confirmed, an altered roll and a false promise are found", () => {
  const promise = hex(sha256(SECRET));
  const rolls = Array.from({ length: 20 }, (_, number) => ({ number, of: "d6", got: remake(SECRET, number, D6), why: "" }));
  expect(verify(SECRET, promise, rolls, { d6: D6 })).toStrictEqual({ promise: true, checked: 20, wrong: [] });
  const bent = rolls.map((roll) => (roll.number === 7 ? { ...roll, got: roll.got === "d6 6" ? "d6 1" : "d6 6" } : roll));
  expect(verify(SECRET, promise, bent, { d6: D6 }).wrong.map((roll) => roll.number)).toStrictEqual([7]);
  expect(verify(SECRET, promise, bent, { d6: D6 }, 8).wrong, "rolls of an uploaded record are not ours").toHaveLength(0);
  expect(verify(SECRET, "00", rolls, { d6: D6 }).promise).toBe(false);
});

test("what is no secret is refused", () => {
  expect(bytes("xyz")).toBeNull();
  expect(bytes("abc")).toBeNull();
  expect(bytes("")).toBeNull();
});
