import { expect, test } from "vitest";
import type { Scene, SceneChanged } from "../wire";
import { changed } from "./changes";

const HELD = { version: 4, title: "Camp", stacks: ["a", "b", "c", "d"].map((id) => ({ id })), choices: [] } as unknown as Scene;

test("fields are replaced and lists put together from runs and new items", () => {
  const said: SceneChanged = {
    type: "changes",
    after: 4,
    fields: { version: 5 },
    lists: { stacks: [[2, 4], { id: "e" }, [0, 1]] },
  };
  const scene = changed(HELD, said) as unknown as { version: number; title: string; stacks: { id: string }[] };
  expect(scene.version).toBe(5);
  expect(scene.title).toBe("Camp");
  expect(scene.stacks.map((stack) => stack.id)).toStrictEqual(["c", "d", "e", "a"]);
  expect(HELD.stacks.length, "the scene held before is as it was").toBe(4);
});
