// Formations: picked by their name or by one of their counters, and sent towards a hex. The server says who goes where.
import type { Formation, Led } from "../wire";
import { complain, asProblem } from "./asking";
import { walkTo } from "./choosing";
import { putAway } from "./closing";
import { decided } from "./recap";
import type { Player } from "./player";
import { hexOf } from "./scene";

/** How long the pointer rests on a hex before the server is asked what would happen. */
const RESTS = 90; // milliseconds

export const formationsOf = (t: Player): Formation[] => (t.yours && !t.seen.playing ? (t.seen.scene?.ask?.formations ?? []) : []);

export const pickedFormation = (t: Player): Formation | null => formationsOf(t).find((each) => each.key === t.pick.formation) ?? null;

export const formationOf = (t: Player, counter: string | null): Formation | null =>
  formationsOf(t).find((each) => !!counter && each.units.includes(counter)) ?? null;

/** The hexes its counters lie in. */
export const hexesOf = (t: Player, formation: Formation): string[] => [
  ...new Set(formation.units.map((unit) => hexOf(t.seen.scene, unit)).filter((hex): hex is string => !!hex)),
];

/** Picks a formation, or puts it down again. */
export function pickFormation(t: Player, key: string): void {
  const held = t.pick.formation === key;
  walkTo(t, []);
  t.stopFan();
  t.pick.led = null;
  t.pick.formation = held ? null : key;
  const formation = pickedFormation(t);
  if (formation) bring(t, hexesOf(t, formation));
  t.changed();
}

/** Somewhere of it is brought into sight. */
function bring(t: Player, hexes: string[]): void {
  const spots = hexes.filter((hex) => t.stage.field.has(hex)).map((hex) => t.stage.field.centre(hex));
  if (spots.length && !spots.some((spot) => t.stage.camera.sees(spot))) t.stage.camera.bring(spots[0]!, 140);
}

let resting = 0;

/** The pointer has come upon a hex: what would the formation do? */
export function pointFormation(t: Player, hex: string | null): void {
  const formation = pickedFormation(t);
  clearTimeout(resting);
  if (!formation || !hex || t.pick.proposal?.hex === hex) return;
  t.pick.proposal = null;
  const ask = { type: "propose", formation: formation.key, hex };
  resting = window.setTimeout(() => {
    t.link.ask<Led>(ask).then(
      (led) => {
        if (t.pick.formation !== led.formation || t.look.hex !== led.hex) return;
        t.pick.proposal = led;
        t.changed();
      },
      () => undefined,
    );
  }, RESTS);
}

/** Sends the picked formation towards a hex. */
export function leadTo(t: Player, hex: string): void {
  const { scene } = t.seen;
  const formation = pickedFormation(t);
  if (!scene || !formation || t.line.sent || !t.link.ready) return;
  clearTimeout(resting);
  const { version } = scene;
  const sent = { text: "", version };
  t.line.sent = sent;
  decided(t);
  putAway(t, "sending");
  const free = (): void => {
    if (t.line.sent === sent) t.line.sent = null;
    t.changed();
  };
  t.link
    .ask<Led>({ type: "lead", formation: formation.key, hex, version })
    .then(
      (led) => {
        t.pick.led = led;
        t.seen.news = led.text;
      },
      (reason) => complain(t, asProblem(reason)),
    )
    .finally(free);
  t.pick.formation = null;
  t.changed();
}
