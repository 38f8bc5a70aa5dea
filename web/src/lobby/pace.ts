// The pace of a game with somebody elsewhere: no clock, live, or by days.
//
// Hooks for tests: [data-pace] "none", "live", "days"; #pace with one field for each figure.
import { html, nothing, type Html } from "../bits";
import { say, type Plain } from "../texts/say";
import type { Pace, Setup } from "./state";

export const LIVE: Pace = { kind: "live", minutes: 25, seconds: 20 };
export const DAYS: Pace = { kind: "days", days: 3, leave: 14, hours: 12 };
const PACES: [string, Plain, Pace | null][] = [
  ["none", "pace.nobody", null],
  ["live", "pace.live", LIVE],
  ["days", "pace.days", DAYS],
];
/** The figures of a pace, what each is called, and between what it may be. */
const FIGURES: Record<Pace["kind"], [string, Plain, number, number][]> = {
  live: [
    ["minutes", "pace.minutes", 1, 600],
    ["seconds", "pace.seconds", 0, 600],
  ],
  days: [
    ["days", "pace.perDecision", 1, 30],
    ["leave", "pace.leave", 0, 60],
    ["hours", "pace.hours", 1, 168],
  ],
};

export function paceForm({ pace }: Setup, set: (pace: Pace | null) => void): Html {
  return html`<p class="eye">${say("pace.pace")}</p>
    <div class="segments">
      ${PACES.map(([kind, name, usual]) => html`<button data-pace=${kind} aria-pressed=${(pace?.kind ?? "none") === kind} @click=${() => set(usual)}>${say(name)}</button>`)}
    </div>
    ${pace ? figures(pace, set) : nothing}`;
}

function figures(pace: Pace, set: (pace: Pace) => void): Html {
  const change = (name: string, low: number, high: number) => (event: Event) => {
    const typed = Math.round(Number((event.target as HTMLInputElement).value));
    set({ ...pace, [name]: Math.min(high, Math.max(low, Number.isFinite(typed) ? typed : low)) });
  };
  const held = pace as unknown as Record<string, number>;
  return html`<div class="pace-figures" id="pace">
    ${FIGURES[pace.kind].map(([name, label, low, high]) => html`<label><input type="number" name=${name} min=${low} max=${high} .value=${String(held[name])} @change=${change(name, low, high)} /> ${say(label)}</label>`)}
  </div>`;
}
