// What lies open at the table, and what is put away when: the one place that says so.
import type { Player } from "./player";

interface Thing {
  isOpen(t: Player): boolean;
  close(t: Player): void;
}

const THINGS = {
  rule: { isOpen: (t) => !!t.papers.rule, close: (t) => (t.papers.rule = null) },
  drawer: { isOpen: (t) => !!t.panels.drawer, close: (t) => (t.panels.drawer = null) },
  chooser: { isOpen: (t) => !!t.pick.chooser, close: (t) => (t.pick.chooser = null) },
  fan: { isOpen: (t) => !!t.look.fan, close: (t) => (t.look.fan = null) },
  slips: { isOpen: (t) => t.papers.slips.length > 0, close: (t) => (t.papers.slips = []) },
  pins: { isOpen: (t) => t.papers.slips.some((slip) => slip.hex), close: (t) => t.clearPins() },
  pending: { isOpen: (t) => !!t.pick.pending, close: (t) => (t.pick.pending = null) },
  hover: { isOpen: (t) => !!t.pick.hover, close: (t) => ([t.pick.hover, t.pick.last] = [null, null]) },
  focus: { isOpen: (t) => !!t.pick.focus, close: (t) => (t.pick.focus = null) },
  overlay: { isOpen: (t) => !!t.pick.overlay, close: (t) => (t.pick.overlay = null) },
  chosen: { isOpen: (t) => !!t.look.chosen, close: (t) => (t.look.chosen = null) },
  quotes: { isOpen: (t) => t.pick.quotes.size > 0, close: (t) => (t.pick.quotes = new Map()) },
  sent: { isOpen: (t) => !!t.line.sent, close: (t) => (t.line.sent = null) },
} satisfies Record<string, Thing>;
type Name = keyof typeof THINGS;

const MOMENTS = {
  /** A click on the map or a pick. */
  click: ["chooser", "pins"],
  /** Another place in the tree of choices. */
  step: ["pending", "chooser", "hover", "focus", "fan"],
  /** A sentence goes out. */
  sending: ["pending", "chooser", "overlay", "slips"],
  /** Another scene; a step to its first choices follows. */
  scene: ["sent", "quotes", "overlay"],
  /** The table is covered for another person; a step follows. */
  curtain: ["sent"],
} satisfies Record<string, Name[]>;

export function putAway(t: Player, moment: keyof typeof MOMENTS): void {
  for (const name of MOMENTS[moment]) THINGS[name].close(t);
}

/** What "back" closes before it goes back in the tree, one at a time, and what after. */
const UPPER: Name[] = ["rule", "drawer", "chooser", "fan", "slips", "pending"];
const LOWER: Name[] = ["overlay", "chosen"];

function closeFirst(t: Player, names: Name[]): boolean {
  const open = names.find((name) => THINGS[name].isOpen(t));
  if (open) THINGS[open].close(t);
  return !!open;
}

export const closeUpper = (t: Player): boolean => closeFirst(t, UPPER);
export const closeLower = (t: Player): boolean => closeFirst(t, LOWER);
