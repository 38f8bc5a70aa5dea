import { expect, test } from "vitest";
import { ago, readHeader, recommended, seatsFor, setupFor, takes } from "./state";

const SCENARIO = {
  key: "sos/courier",
  title: "The Courier's Satchel",
  teaches: "",
  length: "",
  situation: "",
  sides: [
    { key: "german", name: "German", style: "ger" },
    { key: "soviet", name: "Soviet", style: "sov" },
  ],
  board: "sos-courier",
  options: [{ key: "caps", title: "CAPs", values: ["rulebook", "manual"], default: "rulebook" }],
};
const GAME = { key: "sos", title: "Storms of Steel", blurb: "", scenarios: [SCENARIO], bots: [{ key: "greedy", title: "Computer, careful", about: "" }], lessons: [] };

test("the person takes one seat and the opponent the rest", () => {
  expect(seatsFor(SCENARIO, "soviet", "greedy")).toStrictEqual({ german: "greedy", soviet: "human" });
  expect(seatsFor(SCENARIO, "german", "human")).toStrictEqual({ german: "human", soviet: "human" });
});

test("a set-up begins as the rulebook has it", () => {
  expect(recommended(GAME)?.key).toBe("sos/courier");
  expect(setupFor(GAME, SCENARIO)).toStrictEqual({
    game: "sos",
    scenario: "sos/courier",
    side: "german",
    against: "greedy",
    options: { caps: "rulebook" },
    pace: null,
    rated: false,
    hints: true,
    name: "",
  });
});

test("a record names its scenario and who sat where", () => {
  const text = "balka record 1\ngame: sos\nscenario: courier\nplayer german: human\nplayer soviet: greedy\n\nsoviet: pass\n";
  expect(readHeader(text)).toStrictEqual({ scenario: "sos/courier", seats: { german: "human", soviet: "greedy" } });
});

test("time is told as people tell it", () => {
  const now = Date.parse("2026-11-15T12:00:00Z");
  expect(ago("2026-11-15T11:59:30Z", now)).toBe("just now");
  expect(ago("2026-11-15T11:20:00Z", now)).toBe("40 minutes ago");
  expect(ago("2026-11-14T12:00:00Z", now)).toBe("24 hours ago");
  expect(ago("not a time", now)).toBe("");
});

test("a scenario takes about so many minutes, a long one hours", () => {
  expect([0, 60, 180, 240, 960].map((minutes) => takes({ minutes }))).toStrictEqual(["", "about 60 minutes", "about 180 minutes", "about 4 hours", "about 16 hours"]);
});
