// The whole game from the keyboard. One list of keys: the help page is made from it.
import { laySlip, overlayTools, showOverlay, wantOffer } from "./asking";
import type { OverlayTool } from "../wire";
import { askWhy, back, canPlace, commit, hexOfOffer, hintOf, pick, place, press, primary, sayHint, send, undo } from "./choosing";
import { panSoftly, zoomSoftly } from "./map/ease";
import { toggleCoach } from "./panels/coach";
import { closeEnding } from "./panels/ending";
import { hasFilm } from "./panels/film";
import { fetchOrders } from "./panels/orders";
import { openReport, reportKey } from "./panels/report";
import { promptButtons, shortcutButtons } from "./panels/prompt";
import { change, settings } from "../settings";
import { closeRecap, toggleRecap } from "./recap";
import type { DrawerName, PaneName, Player } from "./player";
import { counterById, hexOf, stackAt } from "./scene";
import { offerText } from "./words";
import { anchorOf, type Offer } from "./tree";
import { say } from "../texts/say";

/** Letters the table keeps for itself; the overlays of the game come on top. */
const OWN = "zcugqhnxwbvjmyt";
const PLACE = "p"; // only while the table offers it
export const HINT_KEY = "a"; // only while a hint is given
export const reserved = (t: Player): string =>
  OWN + (canPlace(t) ? PLACE : "") + (hintOf(t) ? HINT_KEY : "") + overlayTools(t).map((tool) => tool.key).join("");

const common = (): [string, string][] => [
  ["Tab  Shift Tab", say("key.tab")],
  ["Enter", say("key.enter")],
  ["Esc", say("key.esc")],
  ["C", say("key.choices")],
  ["/", say("key.type")],
  [say("key.arrowsName"), say("key.arrows")],
  ["+  −  0", say("key.zoom")],
  [say("key.space"), say("key.fan")],
  [say("key.digits"), say("key.pick")],
  ["W", say("key.why")],
  ["Z", say("key.undo")],
  ["P", say("key.place")],
  ["A", say("key.hint")],
  ["N", say("key.next")],
  ["G  U  Q", say("key.panes")],
  ["H", say("key.hand")],
  ["X", say("key.skip")],
  ["B", say("key.orders")],
  ["V", say("key.recap")],
  ["J", say("key.notes")],
  ["Y", say("key.report")],
  ["M", say("key.sound")],
  [`${say("key.space")}  ←  →`, say("key.film")],
];

/** The keys of this table: the common ones and its game's overlays. */
export const keysOf = (t: Player): [string, string][] => [
  ...common(),
  ["T", say(t.line.talk ? "keys.talk" : "key.coach")],
  ...overlayTools(t).map((tool): [string, string] => [tool.key.toUpperCase(), toolWords(tool)]),
  ["?", say("key.keys")],
];

function toolWords({ label, needs }: OverlayTool): string {
  return needs === "hex" ? say("key.ofHex", { label }) : needs === "unit" ? say("key.ofUnit", { label }) : label;
}

const PAN: Record<string, [number, number]> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function listenKeys(t: Player): void {
  document.addEventListener("pointerdown", () => ringAfter(""));
  document.addEventListener("keydown", (event) => {
    if (!t.seen.scene || t.line.curtain || event.altKey || event.metaKey) return;
    if (event.ctrlKey) {
      if (event.key.toLowerCase() === "z" && !typing(event)) [event.preventDefault(), undo(t)];
      return;
    }
    ringAfter(event.key);
    if (typing(event) && event.key !== "Escape") return;
    if (handle(t, event)) event.preventDefault();
  });
}

/** Whoever presses keys or the mouse at the map sees no frame round the whole of it; Tab shows where one is. */
function ringAfter(key: string): void {
  if (key === "Tab") delete document.documentElement.dataset.left;
  else if (key !== "Shift") document.documentElement.dataset.left = "";
}

const typing = (event: KeyboardEvent): boolean =>
  (event.target as Element).matches?.("input, textarea, select, [role=listbox], [role=listbox] *") ?? false;
const onControl = (event: KeyboardEvent): boolean =>
  (event.target as Element).matches?.("button, a, summary, [role=tab]") ?? false;

/** Takes a key; true if it meant something. */
function handle(t: Player, event: KeyboardEvent): boolean {
  const { key } = event;
  if (t.panels.ending && key === "Escape") return (closeEnding(t), true);
  if (t.panels.report && !typing(event) && (key !== "Enter" || !onControl(event)) && reportKey(t, key)) return true;
  if (hasFilm(t) && filmKey(t, key)) return true;
  if (t.seen.playing && (key === "Escape" || key === "Enter" || key === " " || key.toLowerCase() === "x")) {
    t.stage.root.dispatchEvent(new CustomEvent("skip"));
    return true;
  }
  if (key === "Escape") return (leaveMarks(t) || back(t), true);
  if (key === "Tab") return onMap(t, event) && step(t, event.shiftKey ? -1 : 1);
  if (key === "Enter") return !onControl(event) && enter(t);
  if (key === " ") return !onControl(event) && fanOut(t);
  if (PAN[key]) return (panSoftly(t.stage.camera, PAN[key][0] * 90, PAN[key][1] * 90), true);
  if (/^[1-9]$/.test(key) && number(t, Number(key))) return true;
  return zoom(t, key) || letter(t, key.toLowerCase());
}

/** Takes the arrows and the recap away, where nothing else lies open. */
function leaveMarks(t: Player): boolean {
  const open = t.papers.rule || t.panels.drawer || t.papers.slips.length || t.pick.path.length || t.pick.pending || t.pick.chooser || t.pick.overlay || t.look.fan;
  if (open || !t.panels.marks) return false;
  closeRecap(t);
  return true;
}

/** While a film runs: stand still and go on, a frame back or on. */
function filmKey(t: Player, key: string): boolean {
  if (key === " ") t.film.toggle();
  else if (key === "ArrowLeft") t.film.goTo(t.film.at - 1);
  else if (key === "ArrowRight") t.film.goTo(t.film.at + 1);
  else return false;
  return true;
}

const onMap = (t: Player, event: KeyboardEvent): boolean => event.target === t.stage.root || event.target === document.body;

function zoom(t: Player, key: string): boolean {
  const factor = key === "+" || key === "=" ? 1.25 : key === "-" || key === "_" ? 0.8 : 0;
  if (factor) zoomSoftly(t.stage.camera, t.stage.camera.middle(), Math.log(factor));
  else if (key === "0") t.stage.frame([]);
  else return false;
  return true;
}

/** Things that can be stepped through on the map, nearest rows first. */
export function walkable(t: Player): Offer[] {
  return t.pick.offers.filter((offer) => offer.role === "target");
}

/** Moves the focus to the next thing that can be picked; false at the ends, so that Tab leaves the map. */
export function step(t: Player, by: 1 | -1): boolean {
  const list = walkable(t);
  if (!list.length) return false;
  const now = list.findIndex((offer) => offer.key === t.pick.focus);
  const next = now < 0 ? (by > 0 ? 0 : list.length - 1) : now + by;
  if (next < 0 || next >= list.length) {
    t.pick.focus = null;
    t.changed();
    return false;
  }
  focusOn(t, list[next]!);
  return true;
}

export function focusOn(t: Player, offer: Offer, view: "follow" | "stay" = "follow"): void {
  t.pick.focus = offer.key;
  t.pick.hover = null;
  t.pick.last = offer;
  t.seen.news = offerText(t.seen.scene, offer);
  wantOffer(t, offer);
  const hex = hexOfOffer(t, offer);
  if (hex && view === "follow") t.stage.camera.bring(t.stage.field.centre(hex), 70);
  t.changed();
}

function enter(t: Player): boolean {
  const focus = t.pick.offers.find((offer) => offer.key === t.pick.focus);
  if (t.pick.pending) commit(t);
  else if (focus) press(t, focus);
  else if (primary(t)) commit(t);
  else if (t.pick.offers.length === 1) press(t, t.pick.offers[0]!);
  else if (facingNow(t)) press(t, facingNow(t)!);
  else return false;
  return true;
}

/** Where only a facing is left to choose: the one the unit has. */
function facingNow(t: Player): Offer | null {
  const now = counterById(t.seen.scene, t.subject())?.facing;
  const all = t.pick.offers.every((offer) => anchorOf(offer.node).kind === "facing");
  return (all && t.pick.offers.find((offer) => (anchorOf(offer.node).side ?? anchorOf(offer.node).id) === now)) || null;
}

/** The hex the keyboard or the pointer is on. */
export function attention(t: Player): string | null {
  const focus = t.pick.offers.find((offer) => offer.key === t.pick.focus);
  return (focus && hexOfOffer(t, focus)) ?? t.look.hex ?? hexOf(t.seen.scene, t.subject() ?? t.look.chosen);
}

function fanOut(t: Player): boolean {
  const hex = attention(t);
  if (!hex || !stackAt(t.seen.scene, hex)) return false;
  t.look.fan = t.look.fan === hex ? null : hex;
  t.changed();
  return true;
}

function number(t: Player, n: number): boolean {
  const chosen = t.pick.chooser?.offers[n - 1] ?? t.pick.offers.filter((offer) => offer.role === "number")[n - 1];
  if (t.look.fan) {
    const counter = stackAt(t.seen.scene, t.look.fan)?.counters[n - 1];
    document.querySelector<HTMLElement>(`.fan [data-counter="${CSS.escape(counter?.id ?? "")}"]`)?.click();
    return !!counter;
  }
  if (!chosen) return false;
  pick(t, chosen);
  return true;
}

function letter(t: Player, key: string): boolean {
  const tool = overlayTools(t).find((each) => each.key === key);
  if (tool) return (useTool(t, tool), true);
  const button = promptButtons(t).find((each) => each.key === key);
  if (button) return (button.run(), true);
  const shortcut = shortcutButtons(t).find((each) => each.key === key);
  if (shortcut) return (send(t, shortcut.text), true);
  if (key === PLACE && canPlace(t)) return (place(t), true);
  if (key === HINT_KEY && sayHint(t)) return true;
  const plain: Record<string, () => void> = {
    z: () => undo(t),
    "?": () => drawer(t, "keys"),
    n: () => step(t, 1),
    w: () => wonder(t),
    b: () => drawer(t, "orders"),
    v: () => toggleRecap(t),
    j: () => drawer(t, "notes"),
    m: () => mute(t),
    y: () => (t.panels.recap.lines.length ? openReport(t) : undefined),
    c: () => pane(t, "choices"),
    u: () => pane(t, "units"),
    g: () => pane(t, "log"),
    q: () => pane(t, "hexes"),
    t: () => (t.line.talk ? pane(t, "talk") : toggleCoach(t)),
    "/": () => sentence(t),
    h: () => hand(t),
  };
  const act = plain[key];
  act?.();
  return !!act;
}

/** Sound off, or on again. */
function mute(t: Player): void {
  change({ sound: !settings.sound });
  t.seen.news = say(settings.sound ? "sound.on" : "sound.off");
  t.changed();
}

/** Why not, at the hex the pointer or the focus is on. */
function wonder(t: Player): void {
  const hex = attention(t);
  if (hex) askWhy(t, hex, t.look.counter);
  else laySlip(t, { title: say("why.key"), problem: { error: say("why.point") } });
}

function drawer(t: Player, name: NonNullable<DrawerName>): void {
  t.panels.drawer = t.panels.drawer === name ? null : name;
  if (t.panels.drawer === "orders") fetchOrders(t);
  t.changed();
}

export function pane(t: Player, name: PaneName): void {
  t.panels.pane = name;
  t.panels.sheet = name;
  t.changed();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => (document.querySelector<HTMLElement>(`#${name} [tabindex="0"]`) ?? document.getElementById(name))?.focus()),
  );
}

/** To the field where a choice is typed as a sentence. */
function sentence(t: Player): void {
  t.panels.pane = "choices";
  t.panels.sheet = "choices";
  t.changed();
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("sentence")?.focus()));
}

function hand(t: Player): void {
  t.panels.handOpen = true;
  t.panels.sheet = "hand";
  t.changed();
  requestAnimationFrame(() => document.querySelector<HTMLElement>("#hand button")?.focus());
}

/** Lays an overlay on the map, or takes it off again. */
export function useTool(t: Player, tool: OverlayTool): void {
  const hex = attention(t);
  const unit = t.subject() ?? t.look.counter ?? t.look.chosen;
  const wish = {
    kind: tool.kind,
    hex: tool.needs === "unit" && unit ? null : hex,
    unit: tool.needs === "unit" ? unit : null,
    to: null,
  };
  const same = t.pick.overlay?.kind === tool.kind && t.pick.overlay.hex === wish.hex && t.pick.overlay.unit === wish.unit;
  if (same || (t.pick.overlay?.kind === tool.kind && !hex && !unit)) t.pick.overlay = null;
  else if (tool.needs === "none" || wish.hex || wish.unit) return showOverlay(t, wish);
  else t.seen.news = say(tool.needs === "hex" ? "tool.pointHex" : "tool.pointUnit", { label: tool.label });
  t.changed();
}
