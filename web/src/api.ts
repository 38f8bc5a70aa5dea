// The server's HTTP calls. Every failure becomes a Refused with a sentence to show.
import type { Board, DicePage, GameInfo, Invitations, LobbyNow, Me, NewTable, OneTable, Problem, Rule, RuleRow, TableInfo, TableMade } from "./wire";
import { say, spoken } from "./texts/say";
import { typeset } from "./typeset";

export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.error);
  }
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const body = (await answer.json()) as Partial<Problem>;
    if (typeof body.error === "string") return body as Problem;
  } catch {
    /* not JSON: fall through to a sentence of our own */
  }
  return { error: say("app.answered", { status: `${answer.status} ${answer.statusText}`.trim() }) };
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers: { ...init?.headers, "accept-language": spoken() } });
  } catch {
    throw new Refused({ error: say("app.unreachable"), instead: say("app.running") }, 0);
  }
  if (!answer.ok) throw new Refused(await problemOf(answer), answer.status);
  return answer;
}

async function json<T>(path: string): Promise<T> {
  return (await ask(path)).json() as Promise<T>;
}

/** Any call: what it answers, or a Refused. */
export async function call<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const sent = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await ask(path, { method, ...sent })).json() as Promise<T>;
}

const boards = new Map<string, Promise<Board>>();
const rules = new Map<string, Promise<Rule>>();
const labelled = new Map<string, Promise<Record<string, string>>>();

function once<T>(store: Map<string, Promise<T>>, key: string, path: string): Promise<T> {
  const held = store.get(key);
  if (held) return held;
  const asked = json<T>(path);
  store.set(key, asked);
  asked.catch(() => store.delete(key));
  return asked;
}

export const games = (): Promise<GameInfo[]> => json<GameInfo[]>("/api/games").then(typeset);
export const tables = (): Promise<TableInfo[]> => json<TableInfo[]>("/api/tables").then(typeset);
export const me = (): Promise<Me> => json("/api/me");
export const lobby = (): Promise<LobbyNow> => json<LobbyNow>("/api/lobby").then(typeset);
/** Calls back whenever something in the lobby has changed; `open` while the line to the server stands. */
export function lobbyLine(changed: () => void): { readonly open: boolean } {
  const line = new EventSource("/api/lobby/live");
  line.addEventListener("open", changed);
  line.addEventListener("changed", changed);
  addEventListener("pagehide", () => line.close());
  return {
    get open() {
      return line.readyState === EventSource.OPEN;
    },
  };
}
/** Sits down where anybody may. */
export const takeOffer = (table: string, seat: string): Promise<TableMade> => call(`/api/offers/${encodeURIComponent(table)}`, "POST", { seat });
/** Plays again with sides changed: lays the table, or sits down at the one that was laid. */
export const rematch = (table: string): Promise<TableMade> => call(`/api/tables/${encodeURIComponent(table)}/rematch`, "POST");
export const board = (key: string): Promise<Board> => once(boards, key, `/api/boards/${encodeURIComponent(key)}`);
export const rule = (game: string, id: string): Promise<Rule> =>
  once(rules, `${game}/${id}`, `/api/rules/${encodeURIComponent(game)}/${encodeURIComponent(id)}`);
export const labels = (game: string): Promise<Record<string, string>> => once(labelled, game, `/api/rules/${encodeURIComponent(game)}/labels`);
export const findRules = (game: string, word: string): Promise<RuleRow[]> =>
  json(`/api/rules/${encodeURIComponent(game)}?q=${encodeURIComponent(word)}`);
export const recordUrl = (table: string): string => `/api/tables/${encodeURIComponent(table)}/record`;
export const record = (table: string): Promise<Blob> => ask(recordUrl(table)).then((answer) => answer.blob());

export async function openTable(wish: NewTable): Promise<TableMade> {
  const answer = await ask("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wish),
  });
  return answer.json() as Promise<TableMade>;
}

/** One table: whose seats are mine, and for the host the links that give the others away. */
export const oneTable = (table: string): Promise<OneTable> => json(`/api/tables/${encodeURIComponent(table)}`);

/** A new link for a seat in place of one that was used or lost; everybody at the table is told. */
export async function inviteAnew(table: string, seat: string): Promise<Record<string, string>> {
  const answer = await ask(`/api/tables/${encodeURIComponent(table)}/invitations`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seat }),
  });
  return ((await answer.json()) as Invitations).invite;
}

export const dicePage = (table: string): Promise<DicePage> => json(`/api/tables/${encodeURIComponent(table)}/dice`);
