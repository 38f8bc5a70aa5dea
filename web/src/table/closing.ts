// What lies open at the table, and what is put away when: the one place that says so.
import type { Player } from "./player";

const CLOSE = {
  rule: (t: Player) => (t.papers.rule = null),
  drawer: (t: Player) => (t.panels.drawer = null),
  chooser: (t: Player) => (t.pick.chooser = null),
  fan: (t: Player) => (t.look.fan = null),
  slips: (t: Player) => (t.papers.slips = []),
  pins: (t: Player) => t.clearPins(),
  pending: (t: Player) => (t.pick.pending = null),
  hover: (t: Player) => ([t.pick.hover, t.pick.last] = [null, null]),
  focus: (t: Player) => (t.pick.focus = null),
  overlay: (t: Player) => (t.pick.overlay = null),
  chosen: (t: Player) => (t.look.chosen = null),
  quotes: (t: Player) => (t.pick.quotes = new Map()),
  sent: (t: Player) => (t.line.sent = null),
  formation: (t: Player) => ([t.pick.formation, t.pick.proposal] = [null, null]),
  led: (t: Player) => (t.pick.led = null),
  dropped: (t: Player) => (t.pick.afterGrowing = null),
};

const MOMENTS = {
  /** A click on the map or a pick. */
  click: ["chooser", "pins", "led", "formation"],
  /** Another place in the tree of choices. */
  step: ["pending", "chooser", "hover", "focus", "fan"],
  /** A sentence goes out. */
  sending: ["pending", "chooser", "overlay", "slips", "led"],
  /** Another scene; a step to its first choices follows. */
  scene: ["sent", "quotes", "overlay", "dropped", "formation"],
  /** The table is covered for another person; a step follows. */
  curtain: ["sent"],
} satisfies Record<string, (keyof typeof CLOSE)[]>;

export function putAway(t: Player, moment: keyof typeof MOMENTS): void {
  for (const name of MOMENTS[moment]) CLOSE[name](t);
}

type Layer = [name: keyof typeof CLOSE, isOpen: (t: Player) => boolean];

/** What "back" closes one at a time, before it goes back in the tree of choices... */
const UPPER: Layer[] = [
  ["rule", (t) => !!t.papers.rule],
  ["drawer", (t) => !!t.panels.drawer],
  ["chooser", (t) => !!t.pick.chooser],
  ["fan", (t) => !!t.look.fan],
  ["slips", (t) => t.papers.slips.length > 0],
  ["pending", (t) => !!t.pick.pending],
  ["formation", (t) => !!t.pick.formation],
];
/** ... and after. */
const LOWER: Layer[] = [
  ["overlay", (t) => !!t.pick.overlay],
  ["chosen", (t) => !!t.look.chosen],
];

function closeFirst(t: Player, layers: Layer[]): boolean {
  const open = layers.find(([, isOpen]) => isOpen(t));
  if (open) CLOSE[open[0]](t);
  return !!open;
}

export const closeUpper = (t: Player): boolean => closeFirst(t, UPPER);
export const closeLower = (t: Player): boolean => closeFirst(t, LOWER);
