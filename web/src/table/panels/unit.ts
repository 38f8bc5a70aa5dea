// The unit card: every figure of a counter as it is now; each opens into what makes it.
//
// Hooks for tests: #unit with data-counter.
import { html, nothing, type Html } from "../../bits";
import type { Badge, Corner, Counter, Value } from "../../wire";
import { valuesOf } from "../asking";
import { counterById, hexOf, sideName } from "../scene";
import type { Viewer } from "../viewer";
import { counterName } from "../words";
import { cite, smallCounter } from "./parts";
import { valueRow } from "./values";
import { say, TEXTS, heardIn } from "../../texts/say";

const SLOTS = [
  "attack_cost", "move_cost", "fp_red", "fp_blue", "range", "def_front", "def_flank",
  "size", "strength", "movement", "name", "steps", "star", "guards", "stripe",
] as const;

/** What a figure of a counter is called. */
function slotName(slot: string): string {
  const known = SLOTS.find((each) => each === slot);
  return known ? say(`unit.${known}`) : slot;
}

/** The counter looked at: pointed at, about to act, or chosen. */
const lookedAt = (t: Viewer): Counter | null => counterById(t.seen.scene, t.look.counter ?? t.subject() ?? t.look.chosen);

/** The card folded up to one line, where a decision needs the room. */
export function unitFold(t: Viewer): Html {
  const counter = lookedAt(t);
  if (!counter || t.seen.playing || counter.anonymous) return nothing;
  return html`<details class="unit-fold">
    <summary>${say("unit.fold", { name: counterName(counter) })}</summary>
    ${unitCard(t)}
  </details>`;
}

export function unitCard(t: Viewer): Html {
  const counter = lookedAt(t);
  if (!counter || t.seen.playing) return nothing;
  const hex = hexOf(t.seen.scene, counter.id);
  return html`<section class="card unit" id="unit" data-counter=${counter.id} aria-label=${counterName(counter)}>
    <header>
      ${smallCounter(counter, 64)}
      <div>
        <span class="eye"
          >${sideName(t.seen.scene, counter.side)}${hex ? ` · ${hex}` : ""}${counter.facing ? ` · ${say("unit.faces", { side: counter.facing })}` : ""}</span
        >
        <h2 lang=${heardIn()}>${counterName(counter)}</h2>
        <p>${words(counter)}</p>
      </div>
    </header>
    ${figures(t, counter)}
  </section>`;
}

function words(counter: Counter): string {
  const states = (counter.states ?? []).filter((state) => state !== "can_act").map((state) => state.replaceAll("_", " "));
  if (states.length || !counter.anonymous) return states.join(", ");
  return say(counter.symbol ? "unit.seen" : "unit.unknown");
}

function figures(t: Viewer, counter: Counter): Html {
  const shown = (counter.corners ?? []).filter((corner) => corner.slot !== "stripe" && corner.slot !== "name");
  if (!shown.length && !counter.badges?.length) return nothing;
  const values = counter.anonymous ? [] : valuesOf(t, counter.id);
  const loose = values.filter((value) => !shown.some((corner) => corner.slot === value.slot));
  const usual = usualBasis(shown);
  return html`<table class="figures">
    <tbody>
      ${shown.map((corner) => figure(t, corner, values.filter((value) => value.slot === corner.slot), usual))}
      ${loose.map((value) => valueRow(t, value))} ${(counter.badges ?? []).map((badge) => badgeRow(t, badge))}
    </tbody>
    ${usual ? html`<tfoot><tr><td colspan="4" class="note">${say("unit.basis", { basis: say(WORDS[usual]!) })}</td></tr></tfoot>` : nothing}
  </table>`;
}

/** What most figures of a counter rest on: said once, under all of them. */
function usualBasis(corners: Corner[]): string {
  const count = new Map<string, number>();
  for (const basis of corners.map(basisOf)) if (WORDS[basis]) count.set(basis, (count.get(basis) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/** A printed figure: opened by what it is made of now, or plain where nothing more is known. */
function figure(t: Viewer, corner: Corner, values: Value[], usual: string): Html {
  const tip = values.length === 1 ? said(corner) : "";
  if (values.length) return html`${values.map((value) => valueRow(t, value, tip, basisTag(corner, usual)))}`;
  return html`<tr>
    <th scope="row">${slotName(corner.slot)}</th>
    <td>${corner.text}</td>
    <td lang=${heardIn()}>${said(corner)} ${cite(t, corner.rule)}</td>
    <td>${basisTag(corner, usual)}</td>
  </tr>`;
}

function badgeRow(t: Viewer, badge: Badge): Html {
  return html`<tr class="badge-row">
    <th scope="row">${badge.kind.replaceAll("_", " ")}</th>
    <td>${badge.text}</td>
    <td colspan="2">${badge.tip} ${cite(t, badge.rule)}</td>
  </tr>`;
}

const BASIS = /\s*\((stated|published|estimated)\)$/;
const bare = (tip: string | null | undefined): string => (tip ?? "").replace(BASIS, "");

/** What the tip adds to the name of the figure: nothing where it only says the name again. */
function said(corner: Corner): string {
  const plain = (text: string): string => text.toLowerCase().replace("defence", "defense").replace(/[^a-z]/g, "");
  const tip = bare(corner.tip);
  const name = plain(TEXTS[`unit.${corner.slot as "size"}`]?.[0] ?? "");
  const words = tip.split(/(?<=[,:])\s+/);
  return words.filter((word) => plain(word) !== name).join(" ");
}

/** What a figure rests on: told by itself, or in brackets at the end of its tip. */
const basisOf = (corner: Corner): string => corner.basis ?? BASIS.exec(corner.tip ?? "")?.[1] ?? "";

/** Said beside a figure where it is not what most of them rest on. */
function basisTag(corner: Corner, usual: string): Html {
  const basis = basisOf(corner);
  return basis && basis !== usual ? html`<i class="basis" title=${WORDS[basis] ? say(WORDS[basis]) : ""}>${basis}</i>` : nothing;
}

const WORDS: Record<string, "basis.stated" | "basis.published" | "basis.estimated"> = {
  stated: "basis.stated",
  published: "basis.published",
  estimated: "basis.estimated",
};
