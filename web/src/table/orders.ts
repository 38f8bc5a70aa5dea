// Standing orders as data: the server's sentences read back, and what they mean for each window. Pure.
import type { Order, Window } from "../wire";

/** What is done in one window: asked, never, or when the odds are good enough. */
export interface WindowRule {
  mode: "ask" | "never" | "when";
  band?: string;
  least?: number;
}

const SENTENCE = /^(\S+): (.+?)(?: if (\S+) at least (\d+)%)?$/;

/** `oppfire: fire if casualty at least 25%` and `oppfire: hold`; whatever reads otherwise is left out. */
export function readOrders(said: string[]): Order[] {
  return said.flatMap((text) => {
    const match = SENTENCE.exec(text.trim());
    if (!match) return [];
    const order: Order = { kind: match[1]!, answer: match[2]! };
    return [match[3] ? { ...order, band: match[3], least: Number(match[4]) / 100 } : order];
  });
}

/** What the orders make of each window: the first one for it counts. */
export function ordersFrom(orders: Order[], windows: Window[]): Map<string, WindowRule> {
  const rules = new Map<string, WindowRule>();
  for (const window of windows) {
    const first = orders.find((order) => order.kind === window.kind);
    if (!first) continue;
    rules.set(window.kind, first.band ? { mode: "when", band: first.band, least: first.least ?? 0 } : { mode: "never" });
  }
  return rules;
}

/** The orders to send: the condition first, what lets the rest pass after it, then what follows from acting. */
export function orderList(rules: Map<string, WindowRule>, windows: Window[]): Order[] {
  return windows.flatMap((window) => {
    const rule = rules.get(window.kind);
    if (!rule || rule.mode === "ask") return [];
    const pass: Order = { kind: window.kind, answer: window.let };
    if (rule.mode === "never" || !window.act) return [pass];
    const band = rule.band ?? "";
    const then = (window.then ?? []).map((next): Order => ({ ...next, band, least: 0 }));
    return [{ kind: window.kind, answer: window.act, band, least: rule.least ?? 0 }, pass, ...then];
  });
}
