// @vitest-environment jsdom
// What is kept of the film of others' time.
import "../../testing/page";
import { expect, test } from "vitest";
import type { LogLine, Scene } from "../../wire";
import type { Player } from "../player";
import { Film } from "./film";

const scene = { stacks: [] } as unknown as Scene;
const lines = (n: number): LogLine[] => Array.from({ length: n }, (_, at) => ({ text: `line ${at}` }) as LogLine);

test("an answer given in others' time does not cut their film in two", () => {
  const film = new Film({} as Player);
  film.take(scene, lines(3), 0, 0, "others");
  film.take(scene, lines(5), 3, 3, "own");
  expect(film.frames.map((frame) => frame.n), "what came of one's own answer").toStrictEqual([3, 4]);
  film.take(scene, lines(7), 5, 0, "others");
  expect(film.reel.map((frame) => frame.n)).toStrictEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(film.at, "only what is new is shown").toBe(5);
});
