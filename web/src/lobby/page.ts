// The lobby: four boxes with their boards, the set-up of a game, tables to resume, records to open.
//
// Hooks for tests: #lobby; [data-game="sos"] a box, with [data-play] (starts the recommended scenario at once) and
// [data-choose]; #setup with [data-scenario], [data-side], [data-against], [data-option], #start; [data-table] a table
// to resume; #offers (see offers.ts); #open-record the file input; #lobby-problem.
import { render } from "lit-html";
import { html, nothing, type Html } from "../bits";
import * as api from "../api";
import type { GameInfo, NewTable, TableInfo, TableMade } from "../wire";
import { onSettings } from "../settings";
import { languageButton, themeButton, whoIsHere } from "../shell";
import { worthResuming } from "../lessons/progress";
import { botTitle } from "./bots";
import { boxes } from "./boxes";
import { challengeRows, findCard, lastFind, look, setUp } from "./find";
import { watchLobby } from "./offers";
import { setupPanel } from "./setup";
import { ago, CHALLENGE, readHeader, type Lobby } from "./state";
import { paceText, span } from "../table/clocks";
import { enumerated, say, toldOf } from "../texts/say";

export function openLobby(root: HTMLElement): void {
  let due = false;
  const lobby: Lobby = {
    games: null,
    tables: [],
    offers: null,
    newOffers: [],
    me: undefined,
    now: null,
    find: lastFind(),
    problem: null,
    setup: null,
    busy: false,
    allTables: false,
    drawer: null,
    changed() {
      if (due) return;
      due = true;
      requestAnimationFrame(() => {
        due = false;
        render(view(lobby), root);
      });
    },
  };
  document.title = "Balka";
  onSettings(() => lobby.changed());
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && lobby.setup) {
      lobby.setup = null;
      lobby.changed();
    }
    const typing = (event.target as HTMLElement).closest("input, select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || lobby.setup) return;
    if (event.key === "q" && lobby.me && lobby.offers && !lobby.find.told) void look(lobby, (reason) => complain(lobby, reason));
    if (event.key === "1" && lobby.offers) document.querySelector<HTMLElement>("#resume .filled")?.click();
  });
  lobby.changed();
  void load(lobby);
  void watchLobby(lobby);
}

async function load(lobby: Lobby): Promise<void> {
  try {
    lobby.games = await api.games();
    lobby.tables = worthResuming(await api.tables());
    const whom = new URLSearchParams(location.search).get("challenge");
    if (whom) setUp(lobby, CHALLENGE, whom);
  } catch (reason) {
    complain(lobby, reason);
  }
  lobby.changed();
}

function complain(lobby: Lobby, reason: unknown): void {
  lobby.problem = reason instanceof api.Refused ? reason.problem : { error: String(reason) };
  lobby.busy = false;
  lobby.changed();
}

/** Lays a table and goes to it. */
export function begin(lobby: Lobby, wish: NewTable): void {
  goTo(lobby, () => api.openTable(wish));
}

/** Asks the server for a table and goes to it. */
export function goTo(lobby: Lobby, made: () => Promise<TableMade>): void {
  if (lobby.busy) return;
  lobby.busy = true;
  lobby.problem = null;
  lobby.changed();
  made().then(
    (made) => location.assign(made.url),
    (reason) => complain(lobby, reason),
  );
}

function view(lobby: Lobby): Html {
  return html`<main class="lobby ${lobby.setup ? "choosing" : ""}" id="lobby">
    <header class="lobby-head">
      <h1>Balka</h1>
      <p>${say("lobby.tagline")}</p>
      <nav>
        ${lobby.me === undefined ? nothing : html`<a class="link-like" id="ladder-link" href="/ladder">${say("ladder.title")}</a>`}${openRecord(lobby)}${languageButton()}${whoIsHere(lobby.me)}${themeButton()}
      </nav>
    </header>
    ${lobby.problem ? html`<p class="card lobby-problem" id="lobby-problem" role="alert"><b>${lobby.problem.error}</b> ${lobby.problem.instead ? say("app.instead", { what: lobby.problem.instead }) : ""}</p>` : nothing}
    ${lobby.setup ? setupPanel(lobby) : lobby.offers && lobby.games ? inHouse(lobby) : atHome(lobby)}
    <footer class="lobby-foot">
      ${say("lobby.foot")}
    </footer>
  </main>`;
}

/** At home a game that was begun stands before the boxes, one that is over behind them. */
function atHome(lobby: Lobby): Html {
  const begun = lobby.tables.some((table) => !table.over);
  return begun ? html`${resume(lobby)}${boxes(lobby)}` : html`${boxes(lobby)}${resume(lobby)}`;
}

/** In a house that others reach: one's tables and a game to find come first, for whoever has a table or an account. */
function inHouse(lobby: Lobby): Html {
  const wrong = (reason: unknown): void => complain(lobby, reason);
  const busy = lobby.tables.length + (lobby.now?.challenges.length ?? 0) > 0;
  if (!busy && !lobby.me) return html`${boxes(lobby)}<div class="house">${findCard(lobby, wrong)}</div>`;
  return html`<div class="house ${busy ? "busy" : ""}">${resume(lobby, (yours) => challengeRows(lobby, yours, wrong))}${findCard(lobby, wrong)}</div>
    ${boxes(lobby)}`;
}

function openRecord(lobby: Lobby): Html {
  const take = async (event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    const record = await file.text();
    begin(lobby, { ...readHeader(record), record });
  };
  return html`<label class="link-like"
    >${say("lobby.openRecord")}<input id="open-record" type="file" accept=".txt,.balka,text/plain" class="sr" @change=${take}
  /></label>`;
}

function resume(lobby: Lobby, challenges: (yours: boolean) => Html[] = () => []): Html {
  const [toMe, byMe] = [challenges(false), challenges(true)];
  const asked = (lobby.now?.challenges ?? []).filter((one) => one.yours).map((one) => one.table);
  const open = lobby.tables.filter((table) => !table.over && !asked.includes(table.id)).sort(byNeed);
  const over = lobby.tables.filter((table) => table.over).sort((a, b) => b.touched.localeCompare(a.touched));
  const all = [...open, ...over];
  if (!all.length && !toMe.length && !byMe.length) return nothing;
  const waiting = open.filter((table) => table.waits).length;
  const shown = lobby.allTables ? all : all.slice(0, open.length ? Math.min(Math.max(lobby.offers ? 4 : 2, waiting), open.length) : 1);
  return html`<section class="card resume" id="resume" aria-label=${say("lobby.toResume")}>
    ${lobby.offers ? html`<header><h2>${say("lobby.yourTables")}</h2>${waiting ? html`<span>${say("lobby.waitForYou", { n: waiting })}</span>` : nothing}</header>` : html`<span class="eye">${say("lobby.resume")}</span>`}
    <ul>
      ${toMe}${shown.map((table, n) => resumeRow(lobby, table, n === 0))}${byMe}
    </ul>
    ${
      all.length > shown.length || lobby.allTables
        ? html`<button
            class="link-like"
            @click=${() => {
              lobby.allTables = !lobby.allTables;
              lobby.changed();
            }}
          >
            ${lobby.allTables ? say("lobby.fewer") : say("lobby.all", { n: all.length })}
          </button>`
        : nothing
    }
  </section>`;
}

/** How a game ended, in two words. */
function resultOf(lobby: Lobby, table: TableInfo): string {
  const { result } = table;
  if (!result) return say("lobby.finished");
  return result.winner ? say("lobby.won", { side: sideIn(lobby, table, result.winner) }) : say("lobby.drawn");
}

const sideNamed = (side: string): string => `${side.charAt(0).toUpperCase()}${side.slice(1).replaceAll("_", " ")}`;

/** Tables that wait for me first, then those last played at. */
const byNeed = (a: TableInfo, b: TableInfo): number => Number(b.waits ?? false) - Number(a.waits ?? false) || b.touched.localeCompare(a.touched);

const gameOf = (lobby: Lobby, table: TableInfo): GameInfo | undefined => lobby.games?.find((game) => table.scenario.startsWith(`${game.key}/`));

/** A side as its game calls it. */
function sideIn(lobby: Lobby, table: TableInfo, side: string): string {
  const scenario = gameOf(lobby, table)?.scenarios.find((one) => one.key === table.scenario);
  return scenario?.sides.find((one) => one.key === side)?.name ?? sideNamed(side);
}

/** Who sits in a seat: in a list without names every person is the reader himself. */
function sitter(lobby: Lobby, table: TableInfo, seat: string, kind: string): string {
  const bot = gameOf(lobby, table)?.bots.find((one) => one.key === kind);
  if (kind !== "human") return bot ? botTitle(bot) : kind;
  const mine = !table.yours || table.yours.includes(seat);
  return mine ? say("lobby.you") : (table.names?.[seat] ?? say("lobby.somebody"));
}

/** Whose turn it is, and how much time there is for it. */
function time(table: TableInfo): Html {
  const others = Object.entries(table.seats).some(([seat, kind]) => kind === "human" && !table.yours?.includes(seat));
  if (table.over || !table.asks?.length || !others) return nothing;
  const whose = table.asks.some((seat) => table.yours?.includes(seat)) ? say("lobby.yourTurn") : say("lobby.toMove", { side: enumerated(table.asks.map(sideNamed)) });
  const left = table.left == null ? paceText(table.pace) : say("lobby.left", { span: span(table.left) });
  return html`<span class="row-time">${table.waits ? nothing : html`<b>${whose}</b> `}${left}</span>`;
}

function resumeRow(lobby: Lobby, table: TableInfo, first: boolean): Html {
  const seats = Object.entries(table.seats)
    .map(([side, kind]) => `${sideIn(lobby, table, side)}: ${sitter(lobby, table, side, kind)}`)
    .join(", ");
  return html`<li data-table=${table.id}>
    <span class="row-text"
      ><b lang=${toldOf(table.scenario.split("/")[0]!)}>${table.title}</b>${table.waits ? html`<span class="your-move">${say("lobby.yourMove")}</span>` : nothing}<span
      lang=${table.over ? nothing : toldOf(table.scenario.split("/")[0]!)}
      >${table.over ? resultOf(lobby, table) : table.turn}</span
    ><span class="quiet">${seats}${table.rated ? ` · ${say("rating.rated")}` : ""} · ${ago(table.touched, Date.now())}</span>${time(table)}</span
    >
    <a class="btn ${first && !table.over ? "filled accent" : ""}" href=${`/table/${encodeURIComponent(table.id)}`}
      >${say(table.over ? "lobby.lookAtIt" : "lobby.sitDown")}</a
    >
  </li>`;
}
