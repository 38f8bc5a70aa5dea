// The unit card: every figure of a counter with its meaning and its basis.
//
// Hooks for tests: #unit with data-counter.
import { html, nothing, type Html } from "../../bits";
import type { Counter } from "../../art/types";
import { subject } from "../choosing";
import { counterById, hexOf, sideName, type Table } from "../state";
import { counterName } from "../words";
import { smallCounter } from "./parts";

const SLOTS: Record<string, string> = {
  attack_cost: "Attack cost",
  move_cost: "Move cost",
  fp_red: "Firepower, soft",
  fp_blue: "Firepower, armour",
  range: "Range",
  def_front: "Front defence",
  def_flank: "Flank defence",
  size: "Size",
  strength: "Strength",
  movement: "Movement",
  name: "Name",
  steps: "Steps",
  star: "Star",
  guards: "Guards",
  stripe: "Formation",
};

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
          >${sideName(t.scene, counter.side)}${hex ? ` · ${hex}` : ""}${counter.facing ? ` · faces ${counter.facing}` : ""}</span
        >
        <h2>${counterName(counter)}</h2>
        <p>${words(counter)}</p>
      </div>
    </header>
    ${figures(counter)}
  </section>`;
}

function words(counter: Counter): string {
  const states = (counter.states ?? []).filter((state) => state !== "can_act").map((state) => state.replaceAll("_", " "));
  return states.join(", ") || (counter.anonymous ? "Nothing is known of it." : "fresh");
}

function figures(counter: Counter): Html {
  const shown = (counter.corners ?? []).filter((corner) => corner.slot !== "stripe" && corner.slot !== "name");
  if (!shown.length && !counter.badges?.length) return nothing;
  return html`<table class="figures">
    <tbody>
      ${shown.map(
        (corner) =>
          html`<tr>
            <th scope="row">${SLOTS[corner.slot] ?? corner.slot}</th>
            <td>${corner.text}</td>
            <td>${tip(corner.tip)}</td>
          </tr>`,
      )}
      ${(counter.badges ?? []).map(
        (badge) =>
          html`<tr class="badge-row">
            <th scope="row">${badge.kind.replaceAll("_", " ")}</th>
            <td>${badge.text}</td>
            <td>${badge.tip}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The basis in brackets at the end of a tip becomes a tag. */
function tip(text: string | null | undefined): Html {
  const match = /^(.*?)\s*\((stated|published|estimated)\)$/.exec(text ?? "");
  return match ? html`<i class="basis">${match[2]}</i>` : html`${text ?? ""}`;
}
