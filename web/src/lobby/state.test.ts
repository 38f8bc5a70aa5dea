import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, readHeader, recommended, seatsFor, setupFor } from "./state";

const SCENARIO = {
  key: "sos/courier",
  title: "The Courier's Satchel",
  sides: ["german", "soviet"],
  board: "sos-courier",
  options: [{ key: "caps", title: "CAPs", values: ["rulebook", "manual"], default: "rulebook" }],
};
const GAME = { key: "sos", title: "Storms of Steel", blurb: "", scenarios: [SCENARIO], bots: [{ key: "greedy", title: "Computer, careful", about: "" }] };

test("the person takes one seat and the opponent the rest", () => {
  assert.deepEqual(seatsFor(SCENARIO, "soviet", "greedy"), { german: "greedy", soviet: "human" });
  assert.deepEqual(seatsFor(SCENARIO, "german", "human"), { german: "human", soviet: "human" });
});

test("a set-up begins as the rulebook has it", () => {
  assert.equal(recommended(GAME)?.key, "sos/courier");
  assert.deepEqual(setupFor(GAME, SCENARIO), {
    game: "sos",
    scenario: "sos/courier",
    side: "german",
    against: "greedy",
    options: { caps: "rulebook" },
  });
});

test("a record names its scenario and who sat where", () => {
  const text = "balka record 1\ngame: sos\nscenario: courier\nplayer german: human\nplayer soviet: greedy\n\nsoviet: pass\n";
  assert.deepEqual(readHeader(text), { scenario: "sos/courier", seats: { german: "human", soviet: "greedy" } });
});

test("time is told as people tell it", () => {
  const now = Date.parse("2026-11-15T12:00:00Z");
  assert.equal(ago("2026-11-15T11:59:30Z", now), "just now");
  assert.equal(ago("2026-11-15T11:20:00Z", now), "40 minutes ago");
  assert.equal(ago("2026-11-14T12:00:00Z", now), "24 hours ago");
  assert.equal(ago("not a time", now), "");
});
