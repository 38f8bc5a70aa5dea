// Drawers: menu with an inline resignation, keys, settings, dice page, rule search. None of them stops the game.
//
// Hooks for tests: #menu, #resign, #resign-sure, #record, #dice, #keys, #settings, #find.
import { html, icon, kbd, nothing, type Html } from "../../bits";
import { ref } from "lit-html/directives/ref.js";
import * as api from "../../api";
import type { RuleRow } from "../../wire";
import { change, languageNow, settings, type Settings } from "../../settings";
import { languageButton } from "../../shell";
import { complain } from "../asking";
import { keysOf } from "../keys";
import { toggleRecap } from "../recap";
import type { DrawerName, Player } from "../player";
import { sideName } from "../scene";
import { companyMenu } from "./company";
import { dicePanel, fetchDice } from "./dice";
import { fetchOrders, ordersPanel } from "./orders";
import { notesPanel } from "./notes";
import { cite } from "./parts";
import { sharePanel } from "./share";
import { say, heardIn, spoken } from "../../texts/say";

export function drawer(t: Player): Html {
  switch (t.panels.drawer) {
    case "menu":
      return menu(t);
    case "keys":
      return paper(t, "keys", say("menu.keys"), keys(t));
    case "settings":
      return paper(t, "settings", say("menu.settings"), settingsForm(t));
    case "dice":
      return paper(t, "dice", say("app.dice"), dicePanel(t));
    case "orders":
      return paper(t, "orders", say("menu.orders"), ordersPanel(t));
    case "notes":
      return paper(t, "notes", say("menu.notes"), notesPanel(t));
    case "share":
      return paper(t, "share", say("menu.share"), sharePanel(t));
    case "find":
      return paper(t, "find", say("find.rules"), find(t));
    default:
      return nothing;
  }
}

function open(t: Player, name: DrawerName): void {
  t.panels.drawer = name;
  t.panels.resigning = false;
  if (name === "dice") fetchDice(t);
  if (name === "orders") fetchOrders(t);
  t.changed();
}

function paper(t: Player, id: string, title: string, body: Html): Html {
  return html`<aside class="card drawer" id=${id} tabindex="-1" aria-label=${title}>
    <header>
      <h2>${title}</h2>
      <button class="icon-button shut" aria-label=${say("app.close")} @click=${() => open(t, null)}>${icon("close", 16)}</button>
    </header>
    ${body}
  </aside>`;
}

function menu(t: Player): Html {
  const item = (label: string, run: () => void, id = "", key = ""): Html =>
    html`<button id=${id || nothing} @click=${run}>${label} ${kbd(key)}</button>`;
  const over = !!t.seen.scene?.outcome;
  return html`<aside class="card menu" id="menu" tabindex="-1" aria-label=${say("menu.menu")}>
    ${item(say("menu.keys"), () => open(t, "keys"), "", "?")} ${item(say("menu.settings"), () => open(t, "settings"))}
    ${t.seat === "watcher" || over ? nothing : item(say("menu.orders"), () => open(t, "orders"), "open-orders", "B")}
    ${item(say("menu.find"), () => open(t, "find"))} ${item(say("menu.dice"), () => open(t, "dice"), "open-dice")} ${invitations(t)}
    ${item(say("menu.notes"), () => open(t, "notes"), "open-notes", "J")} ${item(say("menu.recap"), () => (open(t, null), toggleRecap(t)), "", "V")}
    <a id="open-replay" href=${`/replay/${encodeURIComponent(t.id)}?view=${encodeURIComponent(t.seen.scene?.seat ?? "")}`}>${say("menu.replay")}</a>
    ${item(say("menu.share"), () => open(t, "share"), "open-share")} ${item(say("menu.save"), () => void saveRecord(t), "record")}
    ${companyMenu(t)}${
      over || t.seat === "watcher"
        ? nothing
        : t.panels.resigning
          ? resignation(t)
          : item(
              say("menu.resign"),
              () => {
                t.panels.resigning = true;
                t.changed();
              },
              "resign",
            )
    }
    ${languageButton("", () => undefined)}<a href="/">${say("menu.toLobby")}</a>
  </aside>`;
}

let invited: { table: string; links: Record<string, string>; copied: string; taken: string[] } | null = null;

/** Links by which somebody elsewhere takes a seat. */
function invitations(t: Player): Html {
  const links = Object.entries(invited?.table === t.id ? invited.links : {}).filter(([seat]) => seat !== t.seen.scene?.seat);
  const copy = (seat: string, url: string) => async () => {
    await navigator.clipboard?.writeText(new URL(url, location.href).href).catch(() => undefined);
    invited = { ...invited!, copied: seat };
    t.changed();
  };
  const renew = (seat: string) => async () => {
    const made = await api.inviteAnew(t.id, seat).catch(() => ({}));
    invited = { ...invited!, links: made, taken: invited!.taken.filter((one) => one !== seat) };
    t.changed();
  };
  const taken = invited?.table === t.id ? invited.taken : [];
  return html`${taken.map((seat) => html`<button data-renew=${seat} @click=${renew(seat)}>${say("menu.inviteAnew", { side: sideName(t.seen.scene, seat) })}</button>`)}${links.map(([seat, url]) => html`<button data-invite=${seat} title=${url} @click=${copy(seat, url)}>${invited?.copied === seat ? say("menu.copied") : say("menu.invite", { side: sideName(t.seen.scene, seat) })}</button>`)}`;
}

export function fetchInvitations(t: Player): void {
  if (invited?.table === t.id && Object.keys(invited.links).length + invited.taken.length === 0) return;
  api
    .oneTable(t.id)
    .then(
      (one) => {
        invited = { table: t.id, links: one.invite ?? {}, copied: "", taken: one.taken ?? [] };
      },
      () => {
        invited = { table: t.id, links: {}, copied: "", taken: [] };
      },
    )
    .finally(() => t.changed());
}

/** The record as a file; while it would tell secrets, the reason why not. */
async function saveRecord(t: Player): Promise<void> {
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

function resignation(t: Player): Html {
  const sure = (): void => {
    t.panels.resigning = false;
    t.panels.drawer = null;
    if (!t.link.tell({ type: "resign" })) complain(t, { error: say("app.lineDown") });
    t.changed();
  };
  return html`<div class="sure">
    <span>${say("menu.giveUp")}</span><button class="btn filled fire" id="resign-sure" @click=${sure}>${say("menu.resign")}</button
    ><button
      class="btn"
      @click=${() => {
        t.panels.resigning = false;
        t.changed();
      }}
    >
      ${say("menu.playOn")}
    </button>
  </div>`;
}

const keys = (t: Player): Html =>
  html`<dl class="keys">
    ${keysOf(t).map(
      ([key, what]) =>
        html`<dt>${key.split(/\s{2,}/).map((one) => kbd(one))}</dt>
          <dd>${what}</dd>`,
    )}
  </dl>`;

function settingsForm(t: Player): Html {
  const set = (some: Partial<Settings>) => () => {
    change(some);
    t.changed();
  };
  const choice = <K extends keyof Settings>(key: K, value: Settings[K], label: string, lang?: string): Html =>
    html`<button
      lang=${lang ?? nothing}
      aria-pressed=${(key === "language" ? languageNow() : settings[key]) === value}
      data-setting=${`${key}-${String(value)}`}
      @click=${set({ [key]: value } as Partial<Settings>)}
    >
      ${label}
    </button>`;
  return html`<div class="settings">
    <p class="eye">${say("set.language")}</p>
    <div class="segments">${choice("language", "en", "English", "en")}${choice("language", "pl", "Polski", "pl")}</div>
    <p class="eye">${say("set.light")}</p>
    <div class="segments">
      ${choice("theme", "auto", say("set.system"))}${choice("theme", "light", say("set.lightOn"))}${choice("theme", "dark", say("set.dark"))}
    </div>
    <p class="eye">${say("set.speed")}</p>
    <div class="segments">
      ${choice("speed", 0, say("set.atOnce"))}${choice("speed", 0.5, say("set.slowly"))}${choice("speed", 1, say("set.normally"))}${choice("speed", 2, say("set.fast"))}
    </div>
    <p class="eye">${say("set.sound")}</p>
    <div class="segments">${choice("sound", true, say("set.on"))}${choice("sound", false, say("set.off"))}</div>
    <p class="eye">${say("set.maybe")}</p>
    <div class="segments">${choice("askMaybe", false, say("set.goes"))}${choice("askMaybe", true, say("set.asks"))}</div>
    <p class="eye">${say("set.hints")}</p>
    <div class="segments">${choice("hints", true, say("set.offered"))}${choice("hints", false, say("set.never"))}</div>
    <p class="eye">${say("set.labels")}</p>
    <div class="segments">${choice("labels", "auto", say("set.byGame"))}${choice("labels", true, say("set.shown"))}${choice("labels", false, say("set.hidden"))}</div>
  </div>`;
}

let found: { word: string; rules: RuleRow[] | null; problem: string | null } = { word: "", rules: null, problem: null };
let asking = 0;

/** What is typed goes into the field, not to the table. */
const focusOnce = (field: Element | undefined): void => {
  if (field) requestAnimationFrame(() => (field as HTMLElement).focus());
};

function find(t: Player): Html {
  const search = (event: Event): void => {
    const word = (event.target as HTMLInputElement).value.trim();
    found = { ...found, word };
    clearTimeout(asking);
    if (word.length > 1) asking = window.setTimeout(() => lookUp(t, word), 220);
  };
  return html`<input
      ${ref(focusOnce)}
      type="search"
      placeholder=${say(heardIn() === spoken() ? "find.hint" : "find.hintEnglish")}
      aria-label=${say("menu.find")}
      .value=${found.word}
      @input=${search}
    />
    ${found.problem ? html`<p class="warn">${found.problem}</p>` : nothing}
    <ul class="found">
      ${(found.rules ?? []).slice(0, 60).map((rule) => html`<li>${cite(t, rule.id)} <span lang=${heardIn()}>${rule.statement}</span></li>`)}
      ${found.rules && !found.rules.length ? html`<li>${say("find.none", { word: found.word })}</li>` : nothing}
    </ul>`;
}

function lookUp(t: Player, word: string): void {
  api
    .findRules(t.seen.scene?.game ?? "sos", word)
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
