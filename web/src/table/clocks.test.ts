import { expect, test } from "vitest";
import { leftNow, paceText, span, windowNow } from "./clocks";

test("a clock shows minutes, then hours, then days", () => {
  expect(span(0)).toBe("0:00");
  expect(span(599.9)).toBe("9:59");
  expect(span(2 * 3600 + 61)).toBe("2 h 1 min");
  expect(span(86400 * 2 + 3 * 3600)).toBe("2 d 3 h");
});

test("only a running clock goes on, and none below nothing", () => {
  const clock = { seat: "red", left: 100 };
  expect(leftNow(clock, 30)).toBe(100);
  expect(leftNow({ ...clock, running: true }, 30)).toBe(70);
  expect(leftNow({ ...clock, running: true }, 300)).toBe(0);
  expect(windowNow({ ...clock, running: true, window: 20 }, 30)).toBe(0);
  expect(windowNow(clock, 30)).toBeNull();
});

test("a pace in a few words", () => {
  expect(paceText(null)).toBe("no clock");
  expect(paceText({ kind: "live", minutes: 25, seconds: 20 })).toBe("live, 25 min + 20 s");
  expect(paceText({ kind: "days", days: 3, leave: 0, hours: 12 })).toBe("3 days a decision");
});
