// Tools over the map: overlays by key and button, nearer and farther, the legend, counters that lie off the map.
//
// Hooks for tests: [data-tool="sight"]; #legend; [data-tray] with [data-counter] inside.
import { html, icon, nothing, type Html, type IconName } from "../../bits";
import type { LegendLine, Overlay, Stack } from "../../wire";
import { overlayTools } from "../asking";
import { clickCounter } from "../choosing";
import { useTool } from "../keys";
import { zoomSoftly } from "../map/ease";
import type { Player } from "../player";
import { hexOf, stacksOf } from "../scene";
import { anchorOf } from "../tree";
import { counterName } from "../words";
import { cite, smallCounter } from "./parts";
import { say, heardIn } from "../../texts/say";

const ICONS: Record<string, IconName> = {
  sight: "eye",
  fire: "cone",
  reach: "cross",
  zones: "zone",
  supply: "supply",
  control: "flag",
  observation: "field",
};

export function tools(t: Player): Html {
  const zoom = (factor: number) => () => zoomSoftly(t.stage.camera, t.stage.camera.middle(), Math.log(factor));
  return html`<nav class="card tools" aria-label=${say("tool.all")}>
    ${overlayTools(t).map((tool) => html`<button data-tool=${tool.kind} class=${t.pick.overlay?.kind === tool.kind ? "on" : ""} aria-pressed=${t.pick.overlay?.kind === tool.kind} aria-label=${tool.label} title=${say("tool.withKey", { label: tool.label, key: tool.key.toUpperCase() })} @click=${() => useTool(t, tool)}>${icon(ICONS[tool.kind] ?? "layers")}</button>`)}
    <button
      data-tool="find"
      class=${t.panels.drawer === "find" ? "on" : ""}
      aria-label=${say("tool.find")}
      title=${say("tool.find")}
      @click=${() => {
        t.panels.drawer = t.panels.drawer === "find" ? null : "find";
        t.changed();
      }}
    >
      ${icon("find")}
    </button>
    <button class="zoom" aria-label=${say("tool.nearer")} title=${say("tool.withKey", { label: say("tool.nearer"), key: "+" })} @click=${zoom(1.3)}>${icon("plus")}</button>
    <button class="zoom" aria-label=${say("tool.farther")} title=${say("tool.withKey", { label: say("tool.farther"), key: "−" })} @click=${zoom(1 / 1.3)}>${icon("minus")}</button>
    <button class="zoom" data-tool="whole" aria-label=${say("tool.whole")} title=${say("tool.withKey", { label: say("tool.whole"), key: "0" })} @click=${() => t.stage.frame([])}>
      ${icon("whole")}
    </button>
  </nav>`;
}

export function legend(t: Player): Html {
  const shown = t.pick.overlay;
  if (!shown) return nothing;
  const { answer } = shown;
  return html`<section class="card legend" id="legend" role="status">
    <header>
      <b lang=${answer ? heardIn() : nothing}>${answer?.title ?? say("tool.looking")}</b>
      <button
        class="icon-button shut"
        aria-label=${say("tool.off")}
        @click=${() => {
          t.pick.overlay = null;
          t.changed();
        }}
      >
        ${icon("close", 14)}
      </button>
    </header>
    ${answer ? sightWords(t, answer) : nothing}
    ${
      answer?.legend?.length
        ? html`<ul lang=${heardIn()}>
            ${answer.legend.map(legendLine)}
          </ul>`
        : nothing
    }
    ${shown.kind === "sight" && !shown.to ? html`<p class="hint">${say("tool.pointOther")}</p>` : nothing}
  </section>`;
}

/** A line of the legend: a tone with its words. */
const legendLine = (line: LegendLine): Html => html`<li><i class="swatch ${line.tone}"></i>${line.text}</li>`;

function sightWords(t: Player, answer: Overlay): Html {
  const { line } = answer;
  if (!line) return nothing;
  const words = line.clear
    ? say("tool.sees", { from: line.from, to: line.to })
    : say("tool.blocked", { from: line.from, to: line.to, reason: line.reason ?? say("tool.blockedWord") });
  return html`<p class=${line.clear ? "clear" : "blocked"}>
    <i aria-hidden="true">${line.clear ? "○" : "✕"}</i> ${words} ${cite(t, line.rule)}
  </p>`;
}

/** Counters off the map: reinforcements, guns elsewhere, losses. */
export const traysOf = (t: Player): Stack[] => stacksOf(t.seen.scene).filter((stack) => stack.place.kind !== "hex" && stack.counters.length);

/** On a phone they lie on the map, those alone of which one can be picked; a wide screen has its dock. */
export function trays(t: Player): Html {
  const live = traysOf(t).filter((stack) => isLive(t, stack));
  return live.length ? html`<section class="trays" aria-label=${say("tool.trays")}>${live.map((stack) => tray(t, stack))}</section>` : nothing;
}

/** The counters of a tray that can be picked. */
export function ableIn(t: Player, stack: Stack): Set<string> {
  const ids = new Set(stack.counters.map((counter) => counter.id));
  const anchors = t.pick.offers.map((offer) => anchorOf(offer.node));
  return new Set(anchors.filter((anchor) => anchor.kind === "counter" && ids.has(anchor.id ?? "")).map((anchor) => anchor.id!));
}

/** Whether one of its counters can be picked, or was. */
export const isLive = (t: Player, stack: Stack): boolean =>
  ableIn(t, stack).size > 0 || stack.counters.some((counter) => t.pick.path.includes(counter.id));

const mapCalls = (t: Player): boolean => t.pick.offers.some((offer) => anchorOf(offer.node).kind === "counter" && !!hexOf(t.seen.scene, anchorOf(offer.node).id ?? ""));

/** Open where something can be picked from it; it must not lie on the map while the map is what is asked for. */
function tray(t: Player, stack: Stack): Html {
  const able = ableIn(t, stack);
  const picked = stack.counters.some((counter) => t.pick.path.includes(counter.id));
  const first = [...stack.counters].sort((one, other) => Number(able.has(other.id)) - Number(able.has(one.id)));
  return html`<details
    class="card tray ${able.size ? "live" : ""}"
    data-tray=${stack.place.id}
    style=${`--n:${stack.counters.length}`}
    ?open=${able.size > 0 && !picked && !mapCalls(t)}
  >
    <summary>${stack.place.name ?? stack.place.id} <i>${stack.counters.length}</i></summary>
    <div>
      ${first.map((counter) => html`<span class="laid"><span aria-hidden="true">${smallCounter(counter, 52)}</span><button class="${able.has(counter.id) ? "able" : ""} ${t.pick.path.includes(counter.id) ? "picked" : ""}" data-counter=${counter.id} title=${counterName(counter)} aria-label=${counterName(counter)} @click=${() => clickCounter(t, counter.id)}></button></span>`)}
    </div>
  </details>`;
}
