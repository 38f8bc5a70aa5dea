// Dragging: a counter, a stack or a formation is carried to a hex, as if it had been clicked and then the hex.
import { whyNot } from "./asking";
import { asked, clickCounter, clickHex, offersOn, pick, whenGrown } from "./choosing";
import { formationOf, hexesOf, leadTo, pickedFormation } from "./formations";
import type { Under } from "./map/pointer";
import type { Player } from "./player";
import { stackAt } from "./scene";
import { anchorOf, offersAt, type Offer } from "./tree";

/** Takes up what lies under the pointer; false where nothing of it can be carried. */
export function takeUp(t: Player, { hex, counter, coarse }: Under): boolean {
  if (!t.yours || t.seen.playing || t.line.sent || coarse || !hex || !t.seen.scene?.ask?.looks) return false;
  const formation = pickedFormation(t);
  if (formation) return hexesOf(t, formation).includes(hex);
  const offer = carried(t, hex, counter);
  if (!offer) return false;
  t.stopFan();
  if (t.pick.path[0] !== offer.path[0]) pick(t, offer);
  return true;
}

/** What is taken up at a hex: the stack as a whole, or the only counter. */
function carried(t: Player, hex: string, counter: string | null): Offer | null {
  const roots = offersAt(t.pick.roots, []).filter((offer) => offer.role === "target");
  const whole = roots.find((offer) => offer.node.main && anchorOf(offer.node).id === hex);
  const own = roots.find((offer) => anchorOf(offer.node).kind === "counter" && anchorOf(offer.node).id === counter);
  return whole ?? own ?? null;
}

/** Takes up one counter of a fan. */
export function takeUpCounter(t: Player, id: string): boolean {
  if (!t.yours || t.line.sent || !t.seen.scene?.ask?.looks) return false;
  t.look.fan = null;
  clickCounter(t, id);
  return true;
}

/** Lays down on a hex what was taken up there. */
export function layDown(t: Player, from: string | null, { hex }: Under): void {
  if (!hex || hex === from) return t.changed();
  if (pickedFormation(t)) return leadTo(t, hex);
  whenGrown(t, () => {
    if (offersOn(t, hex, null).some((offer) => offer.trail.length > 1)) return clickHex(t, hex, null);
    const unit = asked(t) ?? (from ? (stackAt(t.seen.scene, from)?.counters.at(-1)?.id ?? null) : null);
    if (unit) whyNot(t, unit, hex);
  });
}

const FAR = 6; // pixels from which a press is a drag

/** A drag that begins off the map, on the name of a formation or a counter of a fan. */
export function dragFrom(t: Player, event: PointerEvent, takeUpHere: () => boolean, from: string | null): void {
  if (event.button || event.pointerType === "touch") return;
  const start = { x: event.clientX, y: event.clientY };
  let carrying = false;
  const move = (now: PointerEvent): void => {
    if (!carrying && Math.hypot(now.clientX - start.x, now.clientY - start.y) < FAR) return;
    if (!carrying && !takeUpHere()) return stop();
    carrying = true;
    t.pointAt(underPoint(t, now));
  };
  const up = (now: PointerEvent): void => {
    stop();
    const over = document.elementFromPoint(now.clientX, now.clientY);
    if (carrying && over?.closest("#map")) layDown(t, from, underPoint(t, now));
  };
  const stop = (): void => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
}

function underPoint(t: Player, event: PointerEvent): Under {
  const box = t.stage.root.getBoundingClientRect();
  const hex = t.stage.field.at(t.stage.camera.toWorld({ x: event.clientX - box.left, y: event.clientY - box.top }));
  return { hex, counter: null, key: null, coarse: false };
}

/** The formation a counter under a finger or a double click belongs to. */
export const formationUnder = (t: Player, { hex, counter }: Under): string | null =>
  formationOf(t, counter ?? (hex ? (stackAt(t.seen.scene, hex)?.counters.at(-1)?.id ?? null) : null))?.key ?? null;
