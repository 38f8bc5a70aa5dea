import { expect, test } from "vitest";
import type { OfferInfo } from "../wire";
import { taken } from "./offers";
import type { Lobby } from "./state";

const offer = (table: string): OfferInfo => ({ table, scenario: "sos/courier", title: table, seat: "soviet", name: "Soviet", since: "" });
const names = (offers: OfferInfo[] | null): string[] => (offers ?? []).map((each) => each.table);

test("rows stay where they are, what has gone is taken away, what is new waits", () => {
  const lobby = { offers: null, newOffers: [] } as unknown as Lobby;
  taken(lobby, [offer("a"), offer("b")]);
  expect(names(lobby.offers)).toEqual(["a", "b"]);
  taken(lobby, [offer("c"), offer("b"), offer("a")]);
  expect(names(lobby.offers)).toEqual(["a", "b"]);
  expect(names(lobby.newOffers)).toEqual(["c"]);
  taken(lobby, [offer("c"), offer("b")]);
  expect(names(lobby.offers)).toEqual(["b"]);
  taken(lobby, [offer("c")]);
  expect(names(lobby.offers)).toEqual(["c"]);
  expect(lobby.newOffers).toEqual([]);
});
