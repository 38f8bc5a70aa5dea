import { expect, test } from "vitest";
import { front, fullest, type Place } from "./front";

const at = (hex: string, x: number, y: number): Place => ({ hex, x, y });
const names = (places: Place[]): string[] => places.map((place) => place.hex).sort();

test("the front is where an enemy is near, with the enemies who are", () => {
  const own = [at("line", 0, 0), at("reserve", 0, 300)];
  const foes = [at("near", 50, 0), at("far", 900, 900)];
  expect(names(front(own, foes, 60))).toStrictEqual(["line", "near"]);
});

test("without an enemy in reach one looks at all one has", () => {
  const own = [at("a", 0, 0), at("b", 100, 0)];
  expect(names(front(own, [at("far", 900, 900)], 60))).toStrictEqual(["a", "b"]);
});

test("of two fronts that do not fit together the fuller one is shown", () => {
  const north = [at("n1", 0, 0), at("n2", 50, 20)];
  const south = [at("s1", 0, 900), at("s2", 50, 950), at("s3", 90, 920)];
  expect(names(fullest([...north, ...south], 200, 200))).toStrictEqual(["s1", "s2", "s3"]);
  expect(fullest([...north, ...south], 200, 1000)).toHaveLength(5);
});
