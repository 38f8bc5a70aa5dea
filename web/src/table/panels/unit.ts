// The unit card: every figure of a counter with its meaning and its basis.
//
// Hooks for tests: #unit with data-counter.
import { html, nothing, type Html } from "../../bits";
import type { Corner, Counter } from "../../art/types";
import { subject } from "../choosing";
import { counterById, hexOf, sideName, type Table } from "../state";
import { counterName } from "../words";
import { cite, smallCounter } from "./parts";
import { say, TEXTS } from "../../texts/say";

const SLOTS = [
  "attack_cost", "move_cost", "fp_red", "fp_blue", "range", "def_front", "def_flank",
  "size", "strength", "movement", "name", "steps", "star", "guards", "stripe",
] as const;

/** What a figure of a counter is called. */
function slotName(slot: string): string {
  const known = SLOTS.find((each) => each === slot);
  return known ? say(`unit.${known}`) : slot;
}

export function unitCard(t: Table): Html {
  const id = t.hoverCounter ?? subject(t) ?? t.chosenCounter;
  const counter = counterById(t.scene, id);
  if (!counter || t.playing) return nothing;
  const hex = hexOf(t.scene, counter.id);
  return html`<section class="card unit" id="unit" data-counter=${counter.id} aria-label=${counterName(counter)}>
    <header>
      ${smallCounter(counter, 64)}
      <div>
        <span class="eye"
          >${sideName(t.scene, counter.side)}${hex ? ` · ${hex}` : ""}${counter.facing ? ` · ${say("unit.faces", { side: counter.facing })}` : ""}</span
        >
        <h2 lang="en">${counterName(counter)}</h2>
        <p>${words(counter)}</p>
      </div>
    </header>
    ${figures(t, counter)}
  </section>`;
}

function words(counter: Counter): string {
  const states = (counter.states ?? []).filter((state) => state !== "can_act").map((state) => state.replaceAll("_", " "));
  return states.join(", ") || say(!counter.anonymous ? "unit.fresh" : counter.symbol ? "unit.seen" : "unit.unknown");
}

function figures(t: Table, counter: Counter): Html {
  const shown = (counter.corners ?? []).filter((corner) => corner.slot !== "stripe" && corner.slot !== "name");
  if (!shown.length && !counter.badges?.length) return nothing;
  return html`<table class="figures">
    <tbody>
      ${shown.map(
        (corner) =>
          html`<tr>
            <th scope="row">${slotName(corner.slot)}</th>
            <td>${corner.text}</td>
            <td lang="en">${said(corner)} ${cite(t, corner.rule)}</td>
            <td>${basisTag(corner)}</td>
          </tr>`,
      )}
      ${(counter.badges ?? []).map(
        (badge) =>
          html`<tr class="badge-row">
            <th scope="row">${badge.kind.replaceAll("_", " ")}</th>
            <td>${badge.text}</td>
            <td colspan="2">${badge.tip} ${cite(t, badge.rule)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const BASIS = /\s*\((stated|published|estimated)\)$/;
const bare = (tip: string | null | undefined): string => (tip ?? "").replace(BASIS, "");

/** What the tip adds to the name of the figure: nothing where it only says the name again. */
function said(corner: Corner): string {
  const plain = (text: string): string => text.toLowerCase().replace("defence", "defense").replace(/[^a-z]/g, "");
  const tip = bare(corner.tip);
  return plain(tip) === plain(TEXTS[`unit.${corner.slot as "size"}`]?.[0] ?? "") ? "" : tip;
}

/** What a figure rests on: told by itself, or in brackets at the end of its tip. */
function basisTag(corner: Corner): Html {
  const basis = corner.basis ?? BASIS.exec(corner.tip ?? "")?.[1];
  return basis ? html`<i class="basis" title=${WORDS[basis] ? say(WORDS[basis]) : ""}>${basis}</i>` : nothing;
}

const WORDS: Record<string, "basis.stated" | "basis.published" | "basis.estimated"> = {
  stated: "basis.stated",
  published: "basis.published",
  estimated: "basis.estimated",
};
