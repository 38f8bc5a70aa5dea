// The table page: one template for the wide screen, one for the phone, and the map under both.
import { render } from "lit-html";
import * as api from "../api";
import { html, nothing, type Html } from "../bits";
import { onSettings } from "../settings";
import { Arrivals } from "./arrival";
import { complain } from "./asking";
import { stand } from "./choosing";
import { listenKeys } from "./keys";
import { Link } from "./link";
import { drawGlow } from "./map/glow";
import { Overview } from "./map/overview";
import { listenPointer } from "./map/pointer";
import { Stage } from "./map/stage";
import { cardOffer, checkCard } from "./panels/check";
import { curtain, gone, lineState, outcome } from "./panels/covers";
import { drawer } from "./panels/drawers";
import { notices, pins, placePins, rulePaper } from "./panels/floats";
import { hand, ownCards } from "./panels/hand";
import { panes } from "./panels/panes";
import { prompt } from "./panels/prompt";
import { sheet } from "./panels/sheet";
import { legend, tools, trays } from "./panels/tools";
import { topbar } from "./panels/topbar";
import { unitCard } from "./panels/unit";
import { blank, hexOf, type Table } from "./state";
import { subject } from "./choosing";

const narrow = matchMedia("(max-width: 700px)");
const roomy = matchMedia("(min-width: 1181px)");

function view(t: Table, draw: () => void): Html {
  const phone = narrow.matches;
  return html`<a class="skip-link" href="#choices" @click=${(event: Event) => { event.preventDefault(); t.pane = "choices"; t.sheet = "choices"; t.changed(); requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("choices")?.focus())); }}>To the list of choices</a>
    <div class="table ${phone ? "phone" : "wide"} ${t.playing ? "playing" : ""}" style=${`--hand:${handWidth(t)}px`} ?inert=${!!t.curtain}>
      ${topbar(t, phone)}
      <div class="map" id="map" tabindex="0" role="application" aria-label="Map. Tab steps through what can be picked, C opens the list."></div>
      <div class="pins">${pins(t)}</div>
      ${tools(t)}${phone ? nothing : trays(t)}
      <div class="corner">${legend(t)}<div class="card overview" id="overview" aria-hidden="true" hidden></div></div>
      ${phone ? html`${trays(t)}${sheet(t)}` : wide(t)}
      ${notices(t)}${lineState(t)}${drawer(t)}${rulePaper(t)}${outcome(t)}
      <p class="sr" role="status" aria-live="polite">${t.news}</p>
    </div>${curtain(t, draw)}${gone(t)}`;
}

function wide(t: Table): Html {
  const offered = cardOffer(t) !== null || (t.scene?.panel?.length && t.scene.ask?.yours);
  return html`${hand(t)}${t.scene?.outcome && !t.playing ? nothing : prompt(t)}
    <div class="rail" id="rail"><div class="rail-top ${subject(t) ? "held" : ""}">${offered ? checkCard(t) : unitCard(t)}</div>${panes(t)}</div>`;
}

/** How far the hand reaches into the map's lower edge. */
function handWidth(t: Table): number {
  const cards = ownCards(t).length;
  return cards ? (roomy.matches ? 16 + cards * 148 : 160) : 0;
}

/** Room the panels take from the map. */
function insets(): { top: number; right: number; bottom: number; left: number } {
  const height = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  const width = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
  const top = height("#top");
  if (narrow.matches) return { top, right: 0, bottom: Math.min(innerHeight * 0.5, height("#sheet")), left: 0 };
  return { top, right: width("#rail") + 16, bottom: 80, left: 0 };
}

export function openTable(root: HTMLElement, id: string): void {
  let due = false;
  const t = { ...blank(id, "watcher"), changed } as Table;
  let overview: Overview | null = null;
  const draw = (): void => {
    due = false;
    render(view(t, drawCurtain), root);
    if (!t.stage || !t.scene) return;
    t.stage.draw(t.scene, subject(t) ?? t.matter.subject ?? t.chosenCounter);
    drawGlow(t);
    placePins(t);
  };
  function changed(): void {
    if (due) return;
    due = true;
    requestAnimationFrame(draw);
  }
  const drawCurtain = (): void => {
    const seat = t.curtain!;
    t.seat = seat;
    arrivals.fresh = true;
    t.log = [];
    t.link.tell({ type: "seat", seat });
  };
  const moved = (): void => {
    placePins(t);
    overview?.follow();
  };
  const paint = (): void => {
    t.stage.paint();
    void overview?.paint();
  };
  const stageFor = async (key: string): Promise<void> => {
    if (t.board?.key === key) return;
    t.board = await api.board(key);
    t.stage = new Stage(document.getElementById("map")!, t.board, moved, changed);
    overview = new Overview(document.getElementById("overview")!, t.stage);
    t.stage.resize(insets());
    listenPointer(t);
    t.stage.root.addEventListener("skip", () => arrivals.skip());
    paint();
  };
  const arrivals = new Arrivals(t, stageFor);
  draw();
  listenKeys(t);
  watchSize(t);
  onSettings(() => { if (t.stage) paint(); changed(); });
  const asked = new URLSearchParams(location.search);
  t.seat = asked.get("seat") ?? "";
  const token = asked.get("token") ?? "";
  t.link = new Link(socketUrl(id), () => ({ seat: t.seat, have: t.log.length, ...(token && { token }) }), {
    scene: (scene) => arrivals.take(scene),
    curtain: (seat) => { t.curtain = seat; t.sent = null; stand(t, []); changed(); },
    error: (problem) => { t.sent = null; if (!t.scene && !t.curtain) t.gone = problem; else complain(t, problem); changed(); },
    state: (state, wait) => { t.line = state; t.retryIn = wait; if (state === "open") arrivals.fresh = true; changed(); },
  });
}

/** Keeps the map's free part in step with the window and the sheet, and what is decided on in sight of it. */
function watchSize(t: Table): void {
  const fit = (): void => {
    if (!t.stage) return;
    t.stage.resize(insets());
    const hex = hexOf(t.scene, subject(t)) ?? t.matter.hex;
    if (narrow.matches && hex) t.stage.camera.bring(t.stage.field.centre(hex), 80);
  };
  const sheets = new ResizeObserver(fit);
  new MutationObserver(() => {
    sheets.disconnect();
    const found = document.getElementById("sheet");
    if (found) sheets.observe(found);
  }).observe(document.getElementById("app")!, { childList: true, subtree: false });
  const found = document.getElementById("sheet");
  if (found) sheets.observe(found);
  addEventListener("resize", () => { t.changed(); requestAnimationFrame(() => requestAnimationFrame(fit)); });
  narrow.addEventListener("change", () => t.changed());
}

function socketUrl(id: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/tables/${encodeURIComponent(id)}`;
}
