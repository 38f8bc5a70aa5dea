// Clocks beside the sides, small; and what one may do when the other's time has run out.
//
// Hooks for tests: [data-clock] by seat, with data-running; #claim, #bot-instead.
import { html, nothing, type Html } from "../../bits";
import type { SeatClock } from "../../wire";
import { isShort, leftNow, span, windowNow } from "../clocks";
import { tell } from "../company";
import type { Player } from "../player";
import { sideName, sideStyle } from "../scene";
import { say } from "../../texts/say";

/** Seconds since the clocks were told. */
const since = (t: Player): number => (performance.now() - t.line.companyAt) / 1000;

export function clocks(t: Player): Html {
  const { company } = t.line;
  if (!company?.pace || !company.clocks.length || t.seen.scene?.outcome) return nothing;
  return html`<div class="clocks" role="group" aria-label=${say("clock.clocks")}>${company.clocks.map((clock) => one(t, clock))}</div>`;
}

function one(t: Player, clock: SeatClock): Html {
  const pace = t.line.company!.pace ?? null;
  const left = leftNow(clock, since(t));
  const reaction = windowNow(clock, since(t));
  const side = sideName(t.seen.scene, clock.seat);
  const shown = reaction ?? (pace?.kind === "days" ? Math.max(0, left - (clock.leave ?? 0)) || left : left);
  const leave = pace?.kind === "days" && clock.leave ? say("clock.leave", { span: span(clock.leave) }) : "";
  const tip = [say("clock.of", { side, span: span(shown) }), reaction === null ? "" : say("clock.window"), leave].filter(Boolean).join(" ");
  return html`<span class="clock ${clock.running ? "running" : ""} ${clock.running && isShort(pace, shown) ? "short" : ""}" data-clock=${clock.seat} data-running=${!!clock.running} role="img" title=${tip} aria-label=${tip}
    ><i class="side-dot of-${sideStyle(t.seen.scene, clock.seat)}"></i>${span(shown)}</span
  >`;
}

/** The card for whoever waits for somebody whose time has run out. */
export function outOfTime(t: Player): Html {
  const { company } = t.line;
  const over = company?.clocks.find((clock) => clock.seat !== t.seat && clock.running && leftNow(clock, since(t)) <= 0);
  if (!over || t.seat === "watcher" || t.seen.scene?.outcome) return nothing;
  return html`<section class="card guests proposals" id="out-of-time" role="status">
    <p>${say("clock.ranOut", { side: sideName(t.seen.scene, over.seat) })}</p>
    <div class="buttons">
      <button class="btn filled accent" id="claim" @click=${() => void tell(t, { type: "claim" })}>${say("clock.claim")}</button>
      <button class="btn" id="bot-instead" @click=${() => void tell(t, { type: "claim", bot: "" })}>${say("clock.bot")}</button>
    </div>
    <p class="near">${say("clock.orWait")}</p>
  </section>`;
}
