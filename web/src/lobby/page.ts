// The lobby: four boxes with their boards, the set-up of a game, tables to resume, records to open.
//
// Hooks for tests: #lobby; [data-game="sos"] a box, with [data-play] (starts the recommended scenario at once) and
// [data-choose]; #setup with [data-scenario], [data-side], [data-against], [data-option], #start; [data-table] a table
// to resume; #offers (see offers.ts); #open-record the file input; #lobby-problem.
import { render } from "lit-html";
import { html, nothing, type Html } from "../bits";
import * as api from "../api";
import type { NewTable, TableInfo } from "../wire";
import { onSettings } from "../settings";
import { languageButton, themeButton, whoIsHere } from "../shell";
import { worthResuming } from "../lessons/progress";
import { boxes } from "./boxes";
import { offerList, watchOffers } from "./offers";
import { setupPanel } from "./setup";
import { ago, readHeader, type Lobby } from "./state";
import { paceText, span } from "../table/clocks";
import { enumerated, say } from "../texts/say";

export function openLobby(root: HTMLElement): void {
  let due = false;
  const lobby: Lobby = {
    games: null,
    tables: [],
    offers: null,
    newOffers: [],
    me: undefined,
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
  });
  lobby.changed();
  void load(lobby);
  void watchOffers(lobby);
}

async function load(lobby: Lobby): Promise<void> {
  try {
    lobby.games = await api.games();
    lobby.tables = worthResuming(await api.tables());
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
  if (lobby.busy) return;
  lobby.busy = true;
  lobby.problem = null;
  lobby.changed();
  api.openTable(wish).then(
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
    ${lobby.setup ? setupPanel(lobby) : boxes(lobby)} ${resume(lobby)} ${offerList(lobby, (reason) => complain(lobby, reason))}
    <footer class="lobby-foot">
      ${say("lobby.foot")}
    </footer>
  </main>`;
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

function resume(lobby: Lobby): Html {
  const open = lobby.tables.filter((table) => !table.over).sort(byNeed);
  const over = lobby.tables.filter((table) => table.over).sort((a, b) => b.touched.localeCompare(a.touched));
  const all = [...open, ...over];
  if (!all.length) return nothing;
  const waiting = open.filter((table) => table.waits).length;
  const shown = lobby.allTables ? all : all.slice(0, open.length ? Math.min(Math.max(2, waiting), open.length) : 1);
  return html`<section class="card resume" id="resume" aria-label=${say("lobby.toResume")}>
    <span class="eye">${say("lobby.resume")}</span>
    <ul>
      ${shown.map((table, n) => resumeRow(table, n === 0))}
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
function resultOf(table: TableInfo): string {
  const { result } = table;
  if (!result) return say("lobby.finished");
  return result.winner ? say("lobby.won", { side: sideNamed(result.winner) }) : say("lobby.drawn");
}

const sideNamed = (side: string): string => `${side.charAt(0).toUpperCase()}${side.slice(1).replaceAll("_", " ")}`;

/** Tables that wait for me first, then those last played at. */
const byNeed = (a: TableInfo, b: TableInfo): number => Number(b.waits ?? false) - Number(a.waits ?? false) || b.touched.localeCompare(a.touched);

/** Who sits in a seat: in a list without names every person is the reader himself. */
function sitter(table: TableInfo, seat: string, kind: string): string {
  if (kind !== "human") return kind;
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

function resumeRow(table: TableInfo, first: boolean): Html {
  const seats = Object.entries(table.seats)
    .map(([side, kind]) => `${sideNamed(side)}: ${sitter(table, side, kind)}`)
    .join(", ");
  return html`<li data-table=${table.id}>
    <b lang="en">${table.title}</b>${table.waits ? html`<span class="your-move">${say("lobby.yourMove")}</span>` : nothing}<span
      lang=${table.over ? nothing : "en"}
      >${table.over ? resultOf(table) : table.turn}</span
    ><span class="quiet">${seats}${table.rated ? ` · ${say("rating.rated")}` : ""} · ${ago(table.touched, Date.now())}</span>${time(table)}
    <a class="btn ${first && !table.over ? "filled accent" : ""}" href=${`/table/${encodeURIComponent(table.id)}`}
      >${say(table.over ? "lobby.lookAtIt" : "lobby.sitDown")}</a
    >
  </li>`;
}
