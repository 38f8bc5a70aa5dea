// Standing orders: each window of the game is asked about, let pass, or answered when the odds are good enough.
//
// Hooks for tests: #orders; [data-window] a row; [data-order="ask"|"never"|"when"] its buttons; .order-band, .order-least.
import { html, nothing, type Html } from "../../bits";
import type { Order, Window } from "../../wire";
import { complain } from "../asking";
import type { Player } from "../player";
import { orderList, ordersFrom, readOrders, type WindowRule } from "../orders";
import { pieces, say, heardIn } from "../../texts/say";

const LEVELS = [10, 20, 25, 30, 40, 50, 60, 75, 90];
let held: { table: string; seat: string; orders: Order[] } | null = null;

const current = (t: Player): Order[] => (held?.table === t.id && held.seat === t.seat ? held.orders : []);

/** Asks the server what stands. */
export function fetchOrders(t: Player): void {
  tell(t, undefined);
}

function tell(t: Player, orders: Order[] | undefined): void {
  t.link.ask<string[]>({ type: "orders", ...(orders && { orders }) }).then(
    (said) => {
      held = { table: t.id, seat: t.seat, orders: readOrders(said) };
      t.changed();
    },
    (reason: Error) => complain(t, { error: reason.message }),
  );
}

export function ordersPanel(t: Player): Html {
  const windows = t.seen.scene?.windows ?? [];
  if (!windows.length) return html`<p>${say("orders.none")}</p>`;
  return html`<div class="orders">
    <p class="note">${say("orders.note")}</p>
    ${windows.map((window) => row(t, window))}
  </div>`;
}

function row(t: Player, window: Window): Html {
  const rules = ordersFrom(current(t), t.seen.scene?.windows ?? []);
  const now: WindowRule = rules.get(window.kind) ?? { mode: "ask" };
  const set = (rule: WindowRule): void => {
    rules.set(window.kind, rule);
    tell(t, orderList(rules, t.seen.scene?.windows ?? []));
  };
  const button = (mode: WindowRule["mode"], label: string, rule: WindowRule): Html =>
    html`<button data-order=${mode} aria-pressed=${now.mode === mode} @click=${() => set(rule)}>${label}</button>`;
  const first = { mode: "when" as const, band: now.band ?? window.bands?.[0]?.name ?? "", least: now.least ?? 0.25 };
  return html`<div class="order" data-window=${window.kind}>
    <b lang=${heardIn()}>${window.name}</b><span lang=${heardIn()}>${window.text}</span>
    <div class="segments">
      ${button("ask", say("orders.ask"), { mode: "ask" })}${button("never", say("orders.pass"), { mode: "never" })}
      ${window.act ? button("when", say("orders.when"), first) : nothing}
    </div>
    ${now.mode === "when" ? terms(window, now, set) : nothing}
  </div>`;
}

/** The condition: which result, and how likely it must be at the least. */
function terms(window: Window, now: WindowRule, set: (rule: WindowRule) => void): Html {
  const levels = [...new Set([...LEVELS, Math.round((now.least ?? 0) * 100)])].sort((a, b) => a - b);
  const value = (event: Event): string => (event.target as HTMLSelectElement).value;
  const band = html`<select class="order-band" lang=${heardIn()} aria-label=${say("orders.result")} @change=${(event: Event) => set({ ...now, band: value(event) })}>
      ${(window.bands ?? []).map((band) => html`<option value=${band.name} ?selected=${band.name === now.band}>${band.label}</option>`)}
    </select>`;
  const least = html`<select class="order-least" aria-label=${say("orders.chance")} @change=${(event: Event) => set({ ...now, least: Number(value(event)) / 100 })}>
      ${levels.map((level) => html`<option value=${level} ?selected=${level === Math.round((now.least ?? 0) * 100)}>${level} %</option>`)}
    </select>`;
  return html`<p class="order-terms">${pieces("orders.terms", { band, least })}</p>`;
}
