// What people at different screens ask each other for: a draw, a choice back, a break.
import type { Company, Proposed } from "../wire";
import { sound } from "../sound";
import { announce, asProblem, complain } from "./asking";
import type { Player } from "./player";
import { sideName } from "./scene";
import { say } from "../texts/say";

export type Matter = Proposed["what"];

const same = (a: Proposed, b: Proposed): boolean => a.what === b.what && a.seat === b.seat;

/** Takes in how things stand, and says aloud what is new: asked for, or declined. */
export function takeCompany(t: Player, told: Company): void {
  const before = t.line.company;
  t.line.company = told;
  t.line.companyAt = performance.now();
  keepTime(t);
  for (const now of told.proposals) {
    const old = before?.proposals.find((each) => same(each, now));
    if (now.asks && !old) sound("word");
    if (now.yours && now.declined && old && !old.declined) announce(t, say("company.declined", { what: say(`company.${now.what}`) }));
  }
  if (before && before.adjourned !== told.adjourned) announce(t, say(told.adjourned ? "company.isAdjourned" : "company.goesOn"));
  t.changed();
}

let ticking = 0;

/** Draws the clocks again every second while one of them runs. */
function keepTime(t: Player): void {
  clearInterval(ticking);
  if (t.line.company?.clocks.some((clock) => clock.running)) ticking = window.setInterval(() => t.changed(), 1000);
}

export async function askFor(t: Player, what: Matter): Promise<void> {
  t.panels.drawer = null;
  await tell(t, { type: "ask_for", what });
}

export const answer = (t: Player, what: Matter, agree: boolean): Promise<void> => tell(t, { type: "answer", what, agree });

export async function tell(t: Player, message: object): Promise<void> {
  try {
    await t.link.ask(message);
  } catch (reason) {
    complain(t, asProblem(reason));
  }
  t.changed();
}

/** Who asks for what, as a sentence. */
export const asked = (t: Player, one: Proposed): string =>
  one.yours ? say("company.youAsked", { what: say(`company.${one.what}`) }) : say(`company.asks.${one.what}`, { side: sideName(t.seen.scene, one.seat) });
