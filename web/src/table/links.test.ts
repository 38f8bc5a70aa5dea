import { expect, test } from "vitest";
import type { LogLine } from "../wire";
import { namesUnit, parted, piecesOf } from "./links";

const LINE: LogLine = {
  kind: "Moved",
  text: "Rifles rif-01 moves H06 to H07, facing N",
  unit: "rif-01",
  links: [
    { at: 0, to: 13, unit: "rif-01" },
    { at: 20, to: 23, hex: "H06" },
    { at: 27, to: 30, hex: "H07" },
  ],
};

test("a line is cut where it names something", () => {
  expect(piecesOf(LINE)).toStrictEqual([
    { text: "Rifles rif-01", unit: "rif-01" },
    { text: " moves " },
    { text: "H06", hex: "H06" },
    { text: " to " },
    { text: "H07", hex: "H07" },
    { text: ", facing N" },
  ]);
  expect(piecesOf({ kind: "RoundBegan", text: "Round 1" })).toStrictEqual([{ text: "Round 1" }]);
});

test("a short name stands apart from the name it follows, where there is one", () => {
  expect(parted({ text: "Rifles rif-01", unit: "rif-01" })).toStrictEqual(["Rifles ", "rif-01"]);
  expect(parted({ text: "5K 2Gr", unit: "5k-2gr" })).toStrictEqual(["5K 2Gr", ""]);
  expect(parted({ text: "H06", hex: "H06" })).toStrictEqual(["H06", ""]);
});

test("a line is about whomever it names", () => {
  const shot = { kind: "ShotFired", text: "a fires at b", unit: "a", links: [{ at: 11, to: 12, unit: "b" }] };
  expect(["a", "b", "c"].filter((unit) => namesUnit(shot, unit))).toStrictEqual(["a", "b"]);
});
