// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { LobbyNow, OfferInfo } from "../wire";
import { watchLobby } from "./offers";
import type { Lobby } from "./state";

const offer = (table: string): OfferInfo => ({ table, scenario: "sos/courier", title: table, seat: "soviet", name: "Soviet", since: "" });
const lobbyOf = (): Lobby => ({ offers: [], newOffers: [], tables: [], now: null, changed: () => undefined }) as unknown as Lobby;

beforeEach(() => void vi.useFakeTimers());

async function watched(line: { open: boolean }): Promise<{ lobby: Lobby; looks: () => number; tell: () => Promise<void>; passes: (ms: number) => Promise<void>; now: { value: LobbyNow } }> {
  const lobby = lobbyOf();
  const now = { value: { open: true, offers: [] } as unknown as LobbyNow };
  const look = vi.fn(() => Promise.resolve(now.value));
  let changed = (): void => undefined;
  await watchLobby(lobby, look, (call) => {
    changed = call;
    return line;
  });
  const tell = async (): Promise<void> => {
    changed();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { lobby, looks: () => look.mock.calls.length, tell, passes: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)), now };
}

test("what the server tells is looked at once", async () => {
  const { lobby, tell, now } = await watched({ open: true });
  now.value = { open: true, offers: [offer("a")] } as unknown as LobbyNow;
  await tell();
  expect(lobby.offers!.map((each) => each.table)).toEqual(["a"]);
});

test("while the line stands it is asked seldom, without it every few seconds", async () => {
  const line = { open: true };
  const { looks, passes } = await watched(line);
  await passes(4100); // the first look after the line was opened
  const before = looks();
  await passes(25000);
  expect(looks()).toBe(before);
  await passes(6000);
  expect(looks()).toBe(before + 1);
  line.open = false;
  await passes(31000);
  const then = looks();
  await passes(8100);
  expect(looks()).toBe(then + 2);
});

test("where only this computer is served nothing is watched", async () => {
  const listen = vi.fn(() => ({ open: true }));
  await watchLobby(lobbyOf(), () => Promise.resolve({ open: false, offers: [] } as unknown as LobbyNow), listen);
  expect(listen).not.toHaveBeenCalled();
});
