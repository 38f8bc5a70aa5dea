// Units in words, by side and formation: where each is, how it stands, whether it can be picked; and what is left in the bags.
//
// Hooks for tests: #units; rows data-unit.
import { html, nothing, type Html } from "../../bits";
import type { Counter, Stack } from "../../wire";
import { say, heardIn } from "../../texts/say";
import { clickCounter } from "../choosing";
import type { Player } from "../player";
import { sideName, sideStyle, stacksOf } from "../scene";
import { counterName } from "../words";

interface Placed {
  counter: Counter;
  stack: Stack;
}
interface Group {
  side: string | null;
  formation: string;
  units: Placed[];
}

const formationOf = (counter: Counter): string => {
  const stripe = counter.corners?.find((corner) => corner.slot === "stripe");
  return stripe?.tip ?? stripe?.text ?? "";
};

/** The units of each side, those of one formation together. */
export function unitGroups(t: Player): Group[] {
  const placed = stacksOf(t.seen.scene).flatMap((stack) => stack.counters.map((counter) => ({ counter, stack })));
  const sides = [...(t.seen.scene?.sides.map((side) => side.key) ?? []), null];
  return sides.flatMap((side) => {
    const own = placed.filter(({ counter }) => (counter.side ?? null) === side);
    const formations = [...new Set(own.map(({ counter }) => formationOf(counter)))].sort();
    return formations.map((formation) => ({
      side,
      formation,
      units: own.filter(({ counter }) => formationOf(counter) === formation),
    }));
  });
}

/** How a unit stands, in words: states and badges. */
export function stateWords(counter: Counter): string {
  const states = (counter.states ?? []).filter((state) => state !== "can_act").map((state) => state.replaceAll("_", " "));
  const badges = (counter.badges ?? []).map((badge) => badge.tip ?? badge.text ?? badge.kind.replaceAll("_", " "));
  return [...new Set([...states, ...badges])].join(", ");
}

export function units(t: Player): Html {
  return html`<div class="unit-list" id="units" tabindex="0" role="region" aria-label=${say("pane.units")}>
    ${unitGroups(t).map((group) => groupTable(t, group))}${bags(t)}
  </div>`;
}

function groupTable(t: Player, { side, formation, units }: Group): Html {
  const name = side ? sideName(t.seen.scene, side) : say("pane.unknown");
  return html`<table>
    <caption class="eye side-${sideStyle(t.seen.scene, side)}">
      ${formation ? say("pane.unitsOf", { side: name, formation }) : name}
    </caption>
    <thead class="sr">
      <tr>
        <th scope="col">${say("pane.name")}</th>
        <th scope="col">${say("pane.place")}</th>
        <th scope="col">${say("pane.state")}</th>
      </tr>
    </thead>
    <tbody>
      ${units.map((placed) => unitRow(t, placed))}
    </tbody>
  </table>`;
}

function unitRow(t: Player, { counter, stack }: Placed): Html {
  const go = (): void => {
    if (stack.place.kind === "hex") t.stage.camera.bring(t.stage.field.centre(stack.place.id), 90);
    clickCounter(t, counter.id);
  };
  const able = t.pick.offers.some((offer) => offer.node.anchor?.kind === "counter" && offer.node.anchor.id === counter.id);
  const place = stack.place.kind === "hex" ? stack.place.id : (stack.place.name ?? stack.place.id);
  const faces = counter.facing ? html` <span class="faces">${say("pane.faces", { side: counter.facing })}</span>` : nothing;
  return html`<tr data-unit=${counter.id} class=${able ? "able" : ""}>
    <th scope="row">
      <button class="plain" lang=${heardIn()} @click=${go}>${counterName(counter)}</button>${able ? html`<span class="sr">, ${say("pane.canAct")}</span>` : nothing}
    </th>
    <td>${place}${faces}</td>
    <td lang=${heardIn()}>${stateWords(counter)}</td>
  </tr>`;
}

/** What is left in decks and piles, as this seat knows it. */
function bags(t: Player): Html {
  return html`${(t.seen.scene?.bags ?? []).map(
    (bag) =>
      html`<details>
        <summary class="eye">${say("pane.left", { name: bag.name, n: bag.size })}</summary>
        <table>
          <tbody>
            ${bag.unseen.map(
              (item) =>
                html`<tr>
                  <th scope="row" lang=${heardIn()}>${item.item}</th>
                  <td>${say("pane.unseen", { n: item.count })}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </details>`,
  )}`;
}
