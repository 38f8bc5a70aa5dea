// What the lobby knows: games, tables to resume, and the game being set up.
import type { GameInfo, LobbyNow, MeInfo, NewTable, OfferInfo, Problem, ScenarioInfo, TableInfo } from "../wire";
import type { Find } from "./find";
import { say } from "../texts/say";

export interface Setup {
  game: string;
  scenario: string;
  side: string;
  against: string;
  pace: Pace | null;
  rated: boolean;
  /** Whether the coach may be asked. */
  hints: boolean;
  /** Who is challenged. */
  name: string;
  options: Record<string, string | number | boolean>;
}

export type Pace = NonNullable<NewTable["pace"]>;

export interface Lobby {
  games: GameInfo[] | null;
  tables: TableInfo[];
  /** Seats that wait for anybody; null where only this computer is served. */
  offers: OfferInfo[] | null;
  /** Offers that came since: they wait, so that no row moves under the pointer. */
  newOffers: OfferInfo[];
  /** Whoever is signed in; null where nobody is, undefined where there are no accounts. */
  me: MeInfo | null | undefined;
  /** What changes in the lobby of a house; null where there is none, or nothing was told yet. */
  now: LobbyNow | null;
  find: Find;
  problem: Problem | null;
  setup: Setup | null;
  busy: boolean;
  allTables: boolean;
  drawer: "settings" | null;
  changed(): void;
}

/** Who sits where somebody is to come by a link. */
export const FRIEND = "friend";
/** Who sits where anybody may sit down from the lobby. */
export const ANYBODY = "anybody";
/** Who sits where somebody is asked by name. */
export const CHALLENGE = "challenge";

/** Whom one sits down against if nothing else is said: the best bot there is. */
export const usualOpponent = (game: GameInfo): string => game.bots[0]?.key ?? "human";

/** The scenario to begin with. */
export const recommended = (game: GameInfo): ScenarioInfo | null => game.scenarios[0] ?? null;

/** Who sits where: the person, and a bot or another person in every other seat. */
export function seatsFor(scenario: ScenarioInfo, side: string, against: string): Record<string, string> {
  return Object.fromEntries(scenario.sides.map((each) => [each.key, each.key === side ? "human" : against]));
}

export function setupFor(game: GameInfo, scenario: ScenarioInfo): Setup {
  const options = Object.fromEntries(scenario.options.map((option) => [option.key, option.default]));
  return { game: game.key, scenario: scenario.key, side: scenario.sides[0]!.key, against: usualOpponent(game), pace: null, rated: false, hints: true, name: "", options };
}

/** A record's header names its scenario and its players; the person takes the seats a person had. */
export function readHeader(text: string): { scenario: string; seats: Record<string, string> } {
  const head = text.split(/\r?\n\r?\n/)[0] ?? "";
  const value = (key: string): string => new RegExp(`^${key}:\\s*(\\S+)`, "m").exec(head)?.[1] ?? "";
  const game = value("game");
  const scenario = value("scenario");
  const seats = Object.fromEntries([...head.matchAll(/^player (\S+):\s*(\S+)/gm)].map((match) => [match[1]!, match[2]!]));
  return { scenario: scenario.includes("/") || !game ? scenario : `${game}/${scenario}`, seats };
}

/** How long a scenario takes, by estimate: minutes, from three hours on whole hours. */
export function takes({ minutes }: { minutes?: number }): string {
  if (!minutes) return "";
  return minutes <= 180 ? say("lobby.aboutMinutes", { n: minutes }) : say("lobby.aboutHours", { n: minutes / 60 });
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
