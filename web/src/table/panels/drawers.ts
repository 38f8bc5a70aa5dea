// Drawers: menu with an inline resignation, keys, settings, dice page, rule search. None of them stops the game.
//
// Hooks for tests: #menu, #resign, #resign-sure, #record, #dice, #keys, #settings, #find.
import { html, icon, kbd, nothing, type Html } from "../../bits";
import { ref } from "lit-html/directives/ref.js";
import * as api from "../../api";
import type { Rule } from "../../art/types";
import { change, settings, themeNow, type Settings } from "../../settings";
import { complain } from "../asking";
import { keysOf } from "../keys";
import { toggleRecap } from "../recap";
import { sideName, type DrawerName, type Table } from "../state";
import { dicePanel, fetchDice } from "./dice";
import { fetchOrders, ordersPanel } from "./orders";
import { notesPanel } from "./notes";
import { cite } from "./parts";
import { sharePanel } from "./share";

export function drawer(t: Table): Html {
  switch (t.drawer) {
    case "menu":
      return menu(t);
    case "keys":
      return paper(t, "keys", "Keys", keys(t));
    case "settings":
      return paper(t, "settings", "Settings", settingsForm(t));
    case "dice":
      return paper(t, "dice", "Dice", dicePanel(t));
    case "orders":
      return paper(t, "orders", "Standing orders", ordersPanel(t));
    case "notes":
      return paper(t, "notes", "Your notes", notesPanel(t));
    case "share":
      return paper(t, "share", "Share", sharePanel(t));
    case "find":
      return paper(t, "find", "Rules", find(t));
    default:
      return nothing;
  }
}

function open(t: Table, name: DrawerName): void {
  t.drawer = name;
  t.resigning = false;
  if (name === "dice") fetchDice(t);
  if (name === "orders") fetchOrders(t);
  t.changed();
}

function paper(t: Table, id: string, title: string, body: Html): Html {
  return html`<aside class="card drawer" id=${id} aria-label=${title}>
    <header>
      <h2>${title}</h2>
      <button class="icon-button shut" aria-label="Close" @click=${() => open(t, null)}>${icon("close", 16)}</button>
    </header>
    ${body}
  </aside>`;
}

function menu(t: Table): Html {
  const item = (label: string, run: () => void, id = "", key = ""): Html =>
    html`<button id=${id || nothing} @click=${run}>${label} ${kbd(key)}</button>`;
  const over = !!t.scene?.outcome;
  return html`<aside class="card menu" id="menu" aria-label="Menu">
    ${item("Keys", () => open(t, "keys"), "", "?")} ${item("Settings", () => open(t, "settings"))}
    ${t.seat === "watcher" || over ? nothing : item("Standing orders", () => open(t, "orders"), "open-orders", "B")}
    ${item("Find a rule", () => open(t, "find"))} ${item("Dice so far", () => open(t, "dice"), "open-dice")} ${invitations(t)}
    ${item("Your notes", () => open(t, "notes"), "open-notes", "J")} ${item("What happened since", () => (open(t, null), toggleRecap(t)), "", "V")}
    <a id="open-replay" href=${`/replay/${encodeURIComponent(t.id)}?view=${encodeURIComponent(t.scene?.seat ?? "")}`}>Replay</a>
    ${item("Share", () => open(t, "share"), "open-share")} ${item("Save the record", () => void saveRecord(t), "record")}
    ${
      over || t.seat === "watcher"
        ? nothing
        : t.resigning
          ? resignation(t)
          : item(
              "Resign",
              () => {
                t.resigning = true;
                t.changed();
              },
              "resign",
            )
    }
    <a href="/">Back to the lobby</a>
  </aside>`;
}

let invited: { table: string; links: Record<string, string>; copied: string } | null = null;

/** Links by which somebody elsewhere takes a seat. */
function invitations(t: Table): Html {
  const links = Object.entries(invited?.table === t.id ? invited.links : {}).filter(([seat]) => seat !== t.scene?.seat);
  const copy = (seat: string, url: string) => async () => {
    await navigator.clipboard?.writeText(new URL(url, location.href).href).catch(() => undefined);
    invited = { ...invited!, copied: seat };
    t.changed();
  };
  return html`${links.map(([seat, url]) => html`<button data-invite=${seat} title=${url} @click=${copy(seat, url)}>${invited?.copied === seat ? "Link copied: send it" : `Copy a link for the ${sideName(t.scene, seat)} seat`}</button>`)}`;
}

export function fetchInvitations(t: Table): void {
  if (invited?.table === t.id && Object.keys(invited.links).length === 0) return;
  api
    .oneTable(t.id)
    .then(
      (one) => {
        invited = { table: t.id, links: one.invite ?? {}, copied: "" };
      },
      () => {
        invited = { table: t.id, links: {}, copied: "" };
      },
    )
    .finally(() => t.changed());
}

/** The record as a file; while it would tell secrets, the reason why not. */
async function saveRecord(t: Table): Promise<void> {
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await api.record(t.id));
    link.download = `balka-${t.id}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (reason) {
    complain(t, reason instanceof api.Refused ? reason.problem : { error: String(reason) });
  }
}

function resignation(t: Table): Html {
  const sure = (): void => {
    t.resigning = false;
    t.drawer = null;
    if (!t.link.tell({ type: "resign" })) complain(t, { error: "The line to the server is down." });
    t.changed();
  };
  return html`<div class="sure">
    <span>Give up this game?</span><button class="btn filled fire" id="resign-sure" @click=${sure}>Resign</button
    ><button
      class="btn"
      @click=${() => {
        t.resigning = false;
        t.changed();
      }}
    >
      Play on
    </button>
  </div>`;
}

const keys = (t: Table): Html =>
  html`<dl class="keys">
    ${keysOf(t).map(
      ([key, what]) =>
        html`<dt>${key.split(/\s{2,}/).map((one) => kbd(one))}</dt>
          <dd>${what}</dd>`,
    )}
  </dl>`;

function settingsForm(t: Table): Html {
  const set = (some: Partial<Settings>) => () => {
    change(some);
    t.changed();
  };
  const choice = <K extends keyof Settings>(key: K, value: Settings[K], label: string): Html =>
    html`<button
      aria-pressed=${settings[key] === value}
      data-setting=${`${key}-${String(value)}`}
      @click=${set({ [key]: value } as Partial<Settings>)}
    >
      ${label}
    </button>`;
  return html`<div class="settings">
    <p class="eye">Light</p>
    <div class="segments">
      ${choice("theme", "auto", `As the system (${themeNow()})`)}${choice("theme", "light", "Light")}${choice("theme", "dark", "Dark")}
    </div>
    <p class="eye">What others do is shown</p>
    <div class="segments">
      ${choice("speed", 0, "At once")}${choice("speed", 0.5, "Slowly")}${choice("speed", 1, "Normally")}${choice("speed", 2, "Fast")}
    </div>
    <p class="eye">A step that perhaps cannot be undone</p>
    <div class="segments">${choice("askMaybe", false, "Goes at once")}${choice("askMaybe", true, "Asks first")}</div>
    <p class="eye">Hex labels</p>
    <div class="segments">${choice("labels", true, "Shown")}${choice("labels", false, "Hidden")}</div>
  </div>`;
}

let found: { word: string; rules: Rule[] | null; problem: string | null } = { word: "", rules: null, problem: null };
let asking = 0;

/** What is typed goes into the field, not to the table. */
const focusOnce = (field: Element | undefined): void => {
  if (field) requestAnimationFrame(() => (field as HTMLElement).focus());
};

function find(t: Table): Html {
  const search = (event: Event): void => {
    const word = (event.target as HTMLInputElement).value.trim();
    found = { ...found, word };
    clearTimeout(asking);
    if (word.length > 1) asking = window.setTimeout(() => lookUp(t, word), 220);
  };
  return html`<input
      ${ref(focusOnce)}
      type="search"
      placeholder="A word or a number: woods, 6.5, rally"
      aria-label="Find a rule"
      .value=${found.word}
      @input=${search}
    />
    ${found.problem ? html`<p class="warn">${found.problem}</p>` : nothing}
    <ul class="found">
      ${(found.rules ?? []).slice(0, 60).map((rule) => html`<li>${cite(t, rule.id)} <span>${rule.statement}</span></li>`)}
      ${found.rules && !found.rules.length ? html`<li>No rule says “${found.word}”.</li>` : nothing}
    </ul>`;
}

function lookUp(t: Table, word: string): void {
  api
    .findRules(t.scene?.game ?? "sos", word)
    .then(
      (rules) => {
        found = { word, rules, problem: null };
      },
      (reason: Error) => {
        found = { word, rules: null, problem: reason.message };
      },
    )
    .finally(() => t.changed());
}
