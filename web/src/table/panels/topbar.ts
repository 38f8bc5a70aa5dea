// The top bar: title, round, victory, points, the other hands, the menu.
//
// Hooks for tests: #top; [data-track="caps-german"] with data-value; #menu-button; #theme-button.
import { html, icon, nothing, type Html } from "../../bits";
import type { Hand, Track } from "../../wire";
import { styleOf } from "../../art/style";
import { motionSpeed } from "../../settings";
import { themeButton } from "../../shell";
import type { Player } from "../player";
import { sideName, sideStyle } from "../scene";
import { clocks } from "./clocks";
import { ratedMark, seated } from "./seated";
import { fetchInvitations } from "./drawers";
import { say, heardIn } from "../../texts/say";
import { figure } from "../../typeset";

type Shape = "boxes" | "victory" | "pips" | "number";
const fixed = (track: Track): boolean => track.low === track.high && !!track.note;

/** How a track is drawn follows from what it holds: a tug never stands at nothing, turns and phases begin at one. */
function shapeOf(track: Track): Shape {
  if (fixed(track)) return "number";
  if (track.key.startsWith("victory") && track.low >= 1) return "victory";
  if (spaces(track) || (!track.side && track.low >= 1)) return "boxes";
  return track.low >= 0 && track.high <= 12 ? "pips" : "number";
}

const spaces = (track: Track): string[] | undefined => (track.spaces?.length ? track.spaces : undefined);

export function topbar(t: Player, phone: boolean): Html {
  const { scene } = t.seen;
  const hands = (scene?.hands ?? []).filter((hand) => !hand.yours);
  return html`<header class="top" id="top">
    <h1 lang=${heardIn()}>
      ${scene?.title ?? "Balka"}<small
        >${scene ? html`<span class="when">${scene.turn.label}</span>${scene.turn.step ? html`<span class="dot"> · </span><span class="when">${scene.turn.step}</span>` : nothing}` : nothing}${ratedMark(t)}</small
      >
    </h1>
    <span class="grow"></span>
    <div class="tracks">
      ${(scene?.tracks ?? []).map((track) => (phone ? smallTrack(t, track) : trackView(t, track)))}${phone ? nothing : handCounts(t, hands)}
    </div>
    ${seated(t)}${clocks(t)}
    <div class="top-tools">
      ${themeButton()}
      <button
        class="icon-button"
        id="menu-button"
        aria-label=${say("menu.menu")}
        aria-expanded=${t.panels.drawer === "menu"}
        title=${say("menu.menu")}
        @click=${() => {
          t.panels.drawer = t.panels.drawer === "menu" ? null : "menu";
          if (t.panels.drawer) fetchInvitations(t);
          t.changed();
        }}
      >
        ${icon("menu")}
      </button>
    </div>
  </header>`;
}

/** What a track counts, without whose it is. */
function shortName(t: Player, track: Track): string {
  const counted = track.name.replace(sideName(t.seen.scene, track.side), "").trim() || track.name;
  if (track.key.startsWith("lost-")) return say("top.lost");
  return track.key.startsWith("victory") ? say("top.points") : counted;
}

const dot = (t: Player, track: Track): Html => (track.side ? html`<i class="side-dot of-${sideStyle(t.seen.scene, track.side)}"></i>` : nothing);

/** On a narrow screen: a figure, whose it is and what it counts; the turn is told under the title. */
function smallTrack(t: Player, track: Track): Html {
  if (shapeOf(track) === "boxes") return nothing;
  return html`<div class="small-track" data-track=${track.key} data-value=${track.value} title=${track.name}>
    <b>${fixed(track) ? track.note : figure(track.value)}</b><span>${dot(t, track)}${shortName(t, track)}</span>
  </div>`;
}

const shown = new Map<string, string>();

/** A figure that has changed lights up for a moment. */
export function lightTracks(): void {
  for (const track of document.querySelectorAll<HTMLElement>("#top [data-track]")) {
    const { track: key = "", value = "" } = track.dataset;
    const before = shown.get(key);
    shown.set(key, value);
    if (before !== undefined && before !== value && motionSpeed() && !/^(round|turn|phase|day)/.test(key))
      track.animate([{ backgroundColor: "var(--gold-wash)", boxShadow: "0 0 0 5px var(--gold-wash)" }, { backgroundColor: "transparent", boxShadow: "none" }], { duration: 1400, easing: "ease-out" });
  }
}

const TIGHT = ["", "brief", "tight", "tight tighter"];
let measured = "";

/** Where the tracks do not fit, first the sides' names become signs, then pips and the phases of others go; nothing is ever cut off. */
export function fitTracks(): void {
  const tracks = document.querySelector<HTMLElement>(".wide .tracks");
  const now = `${innerWidth} ${document.getElementById("top")?.textContent}`;
  if (!tracks || now === measured) return;
  measured = now;
  for (const tightness of TIGHT) {
    tracks.className = `tracks ${tightness}`;
    if (tracks.scrollWidth <= tracks.clientWidth) break;
  }
}

function trackView(t: Player, track: Track): Html {
  const shape = shapeOf(track);
  const style = sideStyle(t.seen.scene, track.side);
  const body =
    shape === "boxes" ? boxes(t, track) : shape === "victory" ? victory(t, track) : shape === "pips" ? pips(track) : plain(track);
  const { name, value } = track;
  const leads = track.side && shape === "victory" ? say("top.trackFor", { name, value, side: sideName(t.seen.scene, track.side) }) : say("top.track", { name, value });
  const spoken = track.note ? `${leads}, ${track.note}` : leads;
  return html`<div
    class="track ${shape} side-${style}"
    data-track=${track.key}
    data-value=${track.value}
    role="img"
    aria-label=${spoken}
    title=${spoken}
  >
    <span class="eye"><span class="whole">${track.name}</span><span class="short">${dot(t, track)}${shortName(t, track)}</span></span>${body}
  </div>`;
}

function boxes(t: Player, track: Track): Html {
  const named = spaces(track);
  if (!named && track.high - track.low > 11) return plain(track);
  const cells = Array.from({ length: track.high - track.low + 1 }, (_, n) => n + track.low);
  const cell = (n: number): Html => html`<i class="cell ${n === track.value ? "at" : n < track.value ? "past" : ""}">${named?.[n - track.low] ?? n}</i>`;
  if (!track.bands?.length) return html`<div class="cells">${cells.map(cell)}</div>`;
  let from = 0;
  return html`<div class="cells banded">
    ${track.bands.map((band) => {
      const own = cells.slice(from, (from += band.spaces));
      return html`<span class="cell-band ${own.includes(track.value) ? "on" : ""} side-${sideStyle(t.seen.scene, band.side ?? "")}" title=${band.name}>${own.map(cell)}</span>`;
    })}
  </div>`;
}

/** Points as a tug between two sides: the marker stands on the leader's half. */
function victory(t: Player, track: Track): Html {
  const sides = t.seen.scene?.sides ?? [];
  const left = sides[1] ?? sides[0];
  const right = sides[0];
  if (!left || !right) return plain(track);
  const reach = 3;
  const start = Math.max(1, Math.min(track.value - reach + 1, track.high - reach + 1));
  const cells = (side: string): number[] => {
    const from = track.side === side ? start : 1;
    return Array.from({ length: reach }, (_, n) => from + n);
  };
  const cell = (side: { key: string; style: string }, n: number): Html =>
    html`<i class="cell of-${styleOf(side.style)} ${track.side === side.key && track.value === n ? "at" : ""}">${n}</i>`;
  return html`<div class="cells">
    ${cells(left.key)
      .reverse()
      .map((n) => cell(left, n))}<i class="cell gap"></i>${cells(right.key).map((n) => cell(right, n))}
  </div>`;
}

function pips(track: Track): Html {
  const lost = track.lost ?? 0;
  const all = Math.max(track.value, track.high - lost);
  return html`<div class="cells">
    ${Array.from({ length: all }, (_, n) => html`<i class="cell ${n < track.value ? "full" : ""}"></i>`)}${Array.from({ length: lost }, () => html`<i class="cell lost"></i>`)}<b
      >${figure(track.value)}</b
    >
  </div>`;
}

/** A figure with its note; a track that cannot move tells only the note. */
const plain = (track: Track): Html =>
  fixed(track)
    ? html`<div class="cells"><b class="words">${track.note}</b></div>`
    : html`<div class="cells"><b>${figure(track.value)}</b>${track.note ? html`<span>${track.note}</span>` : nothing}</div>`;

const cardsIn = (hand: Hand): number => hand.hidden + hand.cards.reduce((sum, card) => sum + (card.count ?? 1), 0);

/** Each side's hand by itself; where sides have several players, all the other hands in one place. */
function handCounts(t: Player, hands: Hand[]): Html {
  if (hands.length < (t.seen.scene?.sides.length ?? 0)) return html`${hands.map((hand) => handCount(t, hand))}`;
  const spoken = hands.map((hand) => `${hand.name ?? sideName(t.seen.scene, hand.side)}: ${cardsIn(hand)}`).join(", ");
  return html`<div class="track hand-count" data-track="hands" role="img" aria-label=${say(hands[0]?.items === "chits" ? "top.chitsInHand" : "top.inHand", { hands: spoken })} title=${spoken}>
    <span class="eye">${say("top.otherHands")}</span>
    <div class="cells"><b>${hands.map(cardsIn).join(" · ")}</b></div>
  </div>`;
}

function handCount(t: Player, hand: Hand): Html {
  const cards = cardsIn(hand);
  const many = (t.seen.scene?.sides.length ?? 0) > 2;
  return html`<div class="track hand-count" data-track=${`hand-${hand.side}`} data-value=${cards}>
    <span class="eye">${many ? say("top.handOf", { side: sideName(t.seen.scene, hand.side) }) : say(hand.items === "chits" ? "top.theirChits" : "top.theirHand")}</span>
    <div class="cells"><b>${say(hand.items === "chits" ? "top.chits" : "top.cards", { n: cards })}</b></div>
  </div>`;
}
