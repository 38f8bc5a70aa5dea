// The map in words: each hex with its ground and height, ways and hexsides, what lies there and who holds it.
//
// Hooks for tests: #hexes; #find-hex; rows data-hex-row.
import { html, nothing, type Html } from "../../bits";
import type { Board, Hex, Overlay, Scene } from "../../wire";
import { say, spoken, heardIn } from "../../texts/say";
import { overlayTools } from "../asking";
import { clickHex, hexOfOffer } from "../choosing";
import type { Player } from "../player";
import { stackAt, stacksOf } from "../scene";
import { counterName } from "../words";
import { groundOfAll } from "./ground";
import { stateWords } from "./units";

/** More rows than this are found by typing. */
const MOST = 150;
let wanted = "";
/** Who holds what, as the game's own overlay says it; asked once for a scene. */
let held: { scene: Scene; words: Map<string, string> } | null = null;

export function hexes(t: Player): Html {
  fetchControl(t);
  const able = pickable(t);
  const found = t.seen.board ? ordered(t, t.seen.board, able).filter((hex) => matches(t, hex)) : [];
  const shown = found.slice(0, MOST);
  const type = (event: Event): void => {
    wanted = (event.target as HTMLInputElement).value.trim().toLowerCase();
    t.changed();
  };
  return html`<div class="unit-list" id="hexes" role="region" aria-label=${say("pane.hexes")}>
    <input
      type="search"
      id="find-hex"
      tabindex="0"
      aria-label=${say("pane.findHex")}
      placeholder=${say("pane.findHexHint")}
      .value=${wanted}
      @input=${type}
    />
    <p class="note" role="status">
      ${found.length > shown.length ? say("pane.hexFirst", { shown: shown.length, all: found.length }) : say("pane.hexCount", { n: found.length })}
    </p>
    <table>
      <thead class="sr">
        <tr>
          <th scope="col">${say("pane.hex")}</th>
          <th scope="col">${say("pane.ground")}</th>
          <th scope="col">${say("pane.there")}</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map((hex) => hexRow(t, hex, able))}
      </tbody>
    </table>
  </div>`;
}

/** Hexes that matter now come first: those that can be picked, then those with counters, then the rest. */
function ordered(t: Player, board: Board, able: Set<string>): Hex[] {
  const full = new Set(stacksOf(t.seen.scene).map((stack) => stack.place.id));
  const weight = (hex: Hex): number => (able.has(hex.id) ? 0 : full.has(hex.id) ? 1 : 2);
  return [...board.hexes].sort((a, b) => weight(a) - weight(b) || a.id.localeCompare(b.id, "en", { numeric: true }));
}

const pickable = (t: Player): Set<string> =>
  new Set(t.pick.offers.filter((offer) => offer.role === "target").map((offer) => hexOfOffer(t, offer) ?? ""));

function matches(t: Player, hex: Hex): boolean {
  if (!wanted) return true;
  const words = `${hex.id} ${groundWords(t, hex)} ${thereWords(t, hex)}`.toLowerCase();
  return wanted.split(/\s+/).every((word) => words.includes(word));
}

/** The ground of a board in words, made once for a language. */
const told = new WeakMap<Board, { language: string; words: Map<string, string> }>();

/** Name, terrain, height, ways and hexsides. */
function groundWords(t: Player, hex: Hex): string {
  const board = t.seen.board!;
  let known = told.get(board);
  if (known?.language !== spoken()) told.set(board, (known = { language: spoken(), words: groundOfAll(board) }));
  return known!.words.get(hex.id) ?? "";
}

/** Counters from the top down with their state, markers, and who holds the hex. */
function thereWords(t: Player, hex: Hex): string {
  const counters = [...(stackAt(t.seen.scene, hex.id)?.counters ?? [])].reverse();
  const names = counters.map((counter) => [counterName(counter), stateWords(counter)].filter(Boolean).join(", "));
  const marks = (t.seen.scene?.layers ?? [])
    .filter((layer) => layer.hex === hex.id)
    .map((layer) => layer.label ?? layer.text ?? layer.kind.replaceAll("_", " "));
  const control = held && held.scene === t.seen.scene ? held.words.get(hex.id) : undefined;
  return [...names, ...marks, ...(control ? [control] : [])].join("; ");
}

function hexRow(t: Player, hex: Hex, able: Set<string>): Html {
  const there = thereWords(t, hex);
  const can = able.has(hex.id);
  const go = (): void => {
    t.stage.camera.bring(t.stage.field.centre(hex.id), 90);
    clickHex(t, hex.id, null);
  };
  return html`<tr data-hex-row=${hex.id} class=${can ? "able" : ""}>
    <th scope="row">
      <button class="plain" @click=${go}>${hex.id}</button>${can ? html`<span class="sr">, ${say("pane.canAct")}</span>` : nothing}
    </th>
    <td lang=${heardIn()}>${groundWords(t, hex)}</td>
    <td lang=${there ? heardIn() : nothing}>${there || say("pane.empty")}</td>
  </tr>`;
}

/** Asks for the overlay of control, where the game has one; its legend says in words what its tones mean. */
function fetchControl(t: Player): void {
  const { scene } = t.seen;
  if (!scene || held?.scene === scene || !overlayTools(t).some((tool) => tool.kind === "control")) return;
  const words = new Map<string, string>();
  held = { scene, words };
  t.link.ask<Overlay>({ type: "overlay", kind: "control" }).then(
    (answer) => {
      const meaning = new Map(answer.legend.map((line) => [line.tone, line.text]));
      for (const { id, tone } of answer.hexes) {
        const side = meaning.get(tone ?? "");
        if (side) words.set(id, say("pane.heldBy", { side }));
      }
      t.changed();
    },
    () => undefined,
  );
}
