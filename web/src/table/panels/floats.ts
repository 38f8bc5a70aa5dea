// Papers beside the map's things: why-not slips, the fan of a stack, a rule.
//
// Hooks for tests: .slip[data-slip]; .fan with [data-counter]; #rule.
import { html, icon, nothing, type Html } from "../../bits";
import { styleMap } from "lit-html/directives/style-map.js";
import type { Rule } from "../../wire";
import { dropSlip, openRule } from "../asking";
import { SIDE } from "../map/field";
import { stackAt } from "../scene";
import type { Slip, Viewer } from "../viewer";
import { ruleLabel } from "../labels";
import { counterName } from "../words";
import { ruleUrl } from "../../rules/book";
import { cite, smallCounter } from "./parts";
import { say, heardIn } from "../../texts/say";

/** Counters that can be picked, each with what would follow, if that can be said in a word. */
export type Acts = Map<string, string>;

/** Everything that is pinned to a point of the world; `placePins` keeps it there. */
export function pins(t: Viewer, chooser: Html = nothing, acts: Acts = new Map()): Html {
  if (!t.map || !t.seen.scene) return nothing;
  return html`${t.papers.slips.filter((slip) => slip.hex).map((slip) => pinned(t, slip.hex!, "below", slipView(t, slip)))}
  ${chooser} ${t.look.fan ? pinned(t, t.look.fan, "above", fan(t, t.look.fan, acts)) : nothing}`;
}

export function pinned(t: Viewer, hex: string, side: "below" | "right" | "above", body: Html): Html {
  const at = t.stage.field.centre(hex);
  return html`<div class="pin" data-x=${at.x} data-y=${at.y} data-side=${side}>${body}</div>`;
}

/** Puts the pinned papers where their hexes are now, inside the view. */
export function placePins(t: Viewer): void {
  const { camera, root } = t.stage;
  const reach = SIDE * camera.k;
  for (const pin of root.parentElement?.querySelectorAll<HTMLElement>(".pin") ?? []) {
    const at = camera.toScreen({ x: Number(pin.dataset.x), y: Number(pin.dataset.y) });
    const { offsetWidth: w, offsetHeight: h } = pin;
    const above = pin.dataset.side === "above" && at.y - reach * 0.9 - h > camera.insets.top;
    const edge = camera.clear.x + camera.clear.w;
    const right = at.x + reach + w < edge;
    const [dx, dy] =
      pin.dataset.side === "right"
        ? [right ? reach : -reach - w, -h / 2]
        : above
          ? [-w / 2, -reach * 0.9 - h]
          : [-w / 2, reach * 0.95];
    const x = Math.max(8, Math.min(edge - w - 8, at.x + dx));
    const y = Math.max(camera.insets.top + 4, Math.min(camera.height - h - 8, at.y + dy));
    pin.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }
}

/** Puts the paper with the dice beside its hex, clear of it and of the panels, with a line that leads there. */
export function placeRoll(t: Viewer): void {
  const paper = t.stage.root.parentElement?.querySelector<HTMLElement>("#roll");
  if (!paper) return;
  const { camera, field } = t.stage;
  const { clear } = camera;
  const hex = t.seen.roll?.hex;
  const at = hex ? camera.toScreen(field.centre(hex)) : camera.middle();
  const { offsetWidth: w, offsetHeight: h } = paper;
  const below = at.y + SIDE * camera.k + 40 + h < clear.y + clear.h;
  const y = hex ? (below ? at.y + SIDE * camera.k + 34 : at.y - SIDE * camera.k - 34 - h) : clear.y + clear.h * 0.7;
  const x = Math.max(clear.x + 8, Math.min(clear.x + clear.w - w - 8, at.x - w * 0.3));
  paper.style.transform = `translate(${Math.round(x)}px, ${Math.round(Math.max(clear.y + 4, y))}px)`;
}

function slipView(t: Viewer, slip: Slip): Html {
  const reasons = slip.why?.reasons ?? [];
  return html`<div class="card slip" data-slip=${slip.hex ?? "notice"} role="status">
    <button class="icon-button shut" aria-label=${say("app.putAway")} @click=${() => dropSlip(t, slip.id)}>${icon("close", 14)}</button>
    <p>
      <b>${slip.title}</b> ${slip.why?.allowed ? say("why.onlyNotHere") : nothing}
      ${reasons.map((reason) => html`<span lang=${heardIn()}>${reason.sentence} ${cite(t, reason.rule)}</span>${reason.instead ? html`<span class="instead" lang=${heardIn()}>${reason.instead}</span>` : nothing} `)}
      ${slip.problem ? html`<span>${slip.problem.error} ${cite(t, slip.problem.rule)}</span>${slip.problem.instead ? html`<span class="instead">${slip.problem.instead}</span>` : nothing}` : nothing}
    </p>
    ${
      slip.again
        ? html`<button
            class="btn"
            @click=${() => {
              dropSlip(t, slip.id);
              slip.again!();
            }}
          >
            ${say("why.again")}
          </button>`
        : nothing
    }
  </div>`;
}

/** Notices that belong to no hex. */
export const notices = (t: Viewer): Html =>
  html`<div class="notices" id="notices">${t.papers.slips.filter((slip) => !slip.hex).map((slip) => slipView(t, slip))}</div>`;

function fan(t: Viewer, hex: string, acts: Acts): Html {
  const stack = stackAt(t.seen.scene, hex);
  if (!stack) return nothing;
  return html`<div
    class="card fan"
    role="group"
    aria-label=${say("float.stackIn", { hex })}
    @pointerleave=${() => {
      t.look.fan = null;
      t.changed();
    }}
  >
    ${stack.counters.map(
      (counter, n) =>
        html`<button
          class=${acts.has(counter.id) ? "able" : ""}
          data-counter=${counter.id}
          title=${counterName(counter)}
          aria-label=${counterName(counter)}
          @pointerdown=${(event: PointerEvent) => t.dragCounter(event, counter.id, hex)}
          @click=${() => {
            t.look.fan = null;
            t.clickCounter(counter.id);
          }}
        >
          ${smallCounter(counter, 72)}<span class="nth">${n + 1}</span>${acts.get(counter.id) ? html`<small lang=${heardIn()}>${acts.get(counter.id)}</small>` : nothing}
        </button>`,
    )}
  </div>`;
}

export function rulePaper(t: Viewer): Html {
  const shown = t.papers.rule;
  if (!shown) return nothing;
  const left = Math.max(8, Math.min(innerWidth - 348, shown.x - 40));
  const below = shown.y < innerHeight * 0.62;
  const place = below
    ? { left: `${left}px`, top: `${shown.y + 8}px` }
    : { left: `${left}px`, bottom: `${innerHeight - shown.y + 26}px` };
  return html`<aside class="card rule-paper" id="rule" style=${styleMap(place)} aria-label=${say("part.rule", { id: shown.id })} role="note">
    <header>
      <span class="eye">${say("part.rule", { id: ruleLabel(shown.id) })}</span><code>${shown.id}</code
      ><button
        class="icon-button shut"
        aria-label=${say("app.putAway")}
        @click=${() => {
          t.papers.rule = null;
          t.changed();
        }}
      >
        ${icon("close", 14)}
      </button>
    </header>
    ${shown.rule ? ruleBody(t, shown.rule) : html`<p>${shown.problem ?? say("rule.looking")}</p>`}
  </aside>`;
}

function ruleBody(t: Viewer, rule: Rule): Html {
  const related = (rule.related ?? []).map((other) => (typeof other === "string" ? { id: other, statement: "" } : other));
  const row = (other: { id: string; statement: string }): Html =>
    html`<li>
      <button class="rule" data-rule=${other.id} @click=${() => openRule(t, other.id, t.papers.rule!.x, t.papers.rule!.y)}>
        ${other.id.replace(/^[a-z]+-/, "")}
      </button>
      ${other.statement}
    </li>`;
  return html`<p lang=${heardIn()}>${rule.statement}</p>
    <a class="to-book" href=${ruleUrl(t.seen.scene?.game ?? rule.id.split("-")[0]!, rule.id)} target="_blank" rel="noopener">${say("rule.inBook")}</a>
    ${
      related.length
        ? html`<footer>
            <span class="eye">${say("rule.seeAlso")}</span>
            <ul>
              ${related.slice(0, 12).map(row)}
            </ul>
          </footer>`
        : nothing
    }`;
}
