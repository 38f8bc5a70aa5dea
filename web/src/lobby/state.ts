// What the lobby knows: games, tables to resume, and the game being set up.
import type { Game, PlayerKind, Problem, Scenario, SideInfo, TableInfo } from "../art/types";
import { say } from "../texts/say";

/** Lobby facts a server may add to a game beyond the contract. */
export interface GameExtras {
  subtitle?: string;
  scale?: string;
  plays_in?: string;
  players?: string;
  /** The board on its box, where it is not the first scenario's. */
  picture?: string;
  recommended?: string;
}
export type BoxGame = Game & GameExtras;

export interface Setup {
  game: string;
  scenario: string;
  side: string;
  against: PlayerKind;
  options: Record<string, string | number | boolean>;
}

export interface Lobby {
  games: BoxGame[] | null;
  tables: TableInfo[];
  problem: Problem | null;
  setup: Setup | null;
  busy: boolean;
  allTables: boolean;
  drawer: "settings" | null;
  changed(): void;
}

/** Whom one sits down against if nothing else is said: the best bot there is. */
export const usualOpponent = (game: BoxGame): PlayerKind => game.bots?.[0]?.key ?? "human";

export function sidesOf(scenario: Scenario): SideInfo[] {
  return scenario.sides.map((side) =>
    typeof side === "string"
      ? { key: side, name: side.charAt(0).toUpperCase() + side.slice(1).replaceAll("_", " "), style: side.slice(0, 3) }
      : side,
  );
}

/** The scenario to begin with: the one the server recommends, else the first. */
export function recommended(game: BoxGame): Scenario | null {
  return game.scenarios.find((scenario) => scenario.key === game.recommended) ?? game.scenarios[0] ?? null;
}

/** Who sits where: the person, and a bot or another person in every other seat. */
export function seatsFor(scenario: Scenario, side: string, against: PlayerKind): Record<string, PlayerKind> {
  return Object.fromEntries(sidesOf(scenario).map((each) => [each.key, each.key === side ? "human" : against]));
}

export function setupFor(game: BoxGame, scenario: Scenario): Setup {
  const options = Object.fromEntries((scenario.options ?? []).map((option) => [option.key, option.default ?? option.values[0]!]));
  return { game: game.key, scenario: scenario.key, side: sidesOf(scenario)[0]!.key, against: usualOpponent(game), options };
}

/** A record's header names its scenario and its players; the person takes the seats a person had. */
export function readHeader(text: string): { scenario: string; seats: Record<string, PlayerKind> } {
  const head = text.split(/\r?\n\r?\n/)[0] ?? "";
  const value = (key: string): string => new RegExp(`^${key}:\\s*(\\S+)`, "m").exec(head)?.[1] ?? "";
  const game = value("game");
  const scenario = value("scenario");
  const seats = Object.fromEntries([...head.matchAll(/^player (\S+):\s*(\S+)/gm)].map((match) => [match[1]!, match[2]!]));
  return { scenario: scenario.includes("/") || !game ? scenario : `${game}/${scenario}`, seats };
}

/** How long ago, in the words of a person. */
export function ago(stamp: string, now: number): string {
  const minutes = Math.round((now - Date.parse(stamp)) / 60000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 2) return say("lobby.justNow");
  if (minutes < 90) return say("lobby.minutesAgo", { n: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 36 ? say("lobby.hoursAgo", { n: hours }) : say("lobby.daysAgo", { n: Math.round(hours / 24) });
}
