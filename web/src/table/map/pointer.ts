// Mouse, pen and fingers on the map: drag to pan, wheel and pinch to zoom, click to pick, rest to look.
import { showOverlay, wantOffer } from "../asking";
import { askWhy, clickHex, hexOfOffer, pick } from "../choosing";
import { zoomSoftly } from "./ease";
import { stackAt, type Table } from "../state";
import { anchorOf, type Offer } from "../tree";

const DRAG = 6;
const FAN_AFTER = 420;

interface Touch {
  x: number;
  y: number;
}
interface Gesture {
  start: Touch;
  last: Touch;
  moved: boolean;
  pinch: number | null;
}

export function listenPointer(t: Table): void {
  const { root } = t.stage;
  const touches = new Map<number, Touch>();
  let gesture: Gesture | null = null;

  root.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    touches.set(event.pointerId, here(root, event));
    const at = here(root, event);
    gesture ??= { start: at, last: at, moved: false, pinch: null };
    if (touches.size === 2) gesture = { ...gesture, pinch: spread(touches), last: centre(touches), moved: true };
  });
  root.addEventListener("pointermove", (event) => {
    if (!touches.has(event.pointerId) || !gesture) return look(t, event);
    touches.set(event.pointerId, here(root, event));
    if (drag(t, gesture, touches)) root.setPointerCapture(event.pointerId);
  });
  const lift = (event: PointerEvent): void => {
    if (!touches.delete(event.pointerId) || !gesture) return;
    if (touches.size) {
      gesture = { ...gesture, pinch: null, last: centre(touches) };
      return;
    }
    if (!gesture.moved && event.type === "pointerup") click(t, event);
    gesture = null;
    root.classList.remove("dragging");
  };
  root.addEventListener("pointerup", lift);
  root.addEventListener("pointercancel", lift);
  root.addEventListener("pointerleave", () => unlook(t));
  root.addEventListener("wheel", (event) => wheel(t, event), { passive: false });
  root.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    // A long press arrives as a context menu too: the finger that lifts afterwards is no click.
    touches.clear();
    gesture = null;
    const { hex, counter } = under(t, event);
    if (hex && !t.playing) askWhy(t, hex, counter);
  });
  listenLongPress(t, () => gesture !== null && !gesture.moved && touches.size === 1, () => {
    touches.clear();
    gesture = null;
  });
}

const LONG = 550;

/** A finger that rests asks why not; browsers that make a context menu of it are heard there. */
function listenLongPress(t: Table, still: () => boolean, drop: () => void): void {
  const { root } = t.stage;
  let timer = 0;
  root.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    if (event.pointerType !== "touch") return;
    timer = window.setTimeout(() => {
      const { hex, counter } = under(t, event);
      if (!still() || !hex || t.playing) return;
      drop();
      askWhy(t, hex, counter);
    }, LONG);
  });
  for (const kind of ["pointerup", "pointercancel"]) root.addEventListener(kind, () => clearTimeout(timer));
}

function here(root: HTMLElement, event: MouseEvent): Touch {
  const box = root.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function centre(touches: Map<number, Touch>): Touch {
  const all = [...touches.values()];
  return { x: all.reduce((sum, one) => sum + one.x, 0) / all.length, y: all.reduce((sum, one) => sum + one.y, 0) / all.length };
}

function spread(touches: Map<number, Touch>): number {
  const [a, b] = [...touches.values()];
  return a && b ? Math.max(10, Math.hypot(a.x - b.x, a.y - b.y)) : 10;
}

/** Moves the camera with the fingers; true once it is a drag and no click. */
function drag(t: Table, gesture: Gesture, touches: Map<number, Touch>): boolean {
  const now = centre(touches);
  if (!gesture.moved && Math.hypot(now.x - gesture.start.x, now.y - gesture.start.y) < DRAG) return false;
  if (!gesture.moved) t.stage.root.classList.add("dragging");
  gesture.moved = true;
  t.stage.camera.panBy(now.x - gesture.last.x, now.y - gesture.last.y);
  gesture.last = now;
  if (gesture.pinch !== null && touches.size === 2) {
    const wide = spread(touches);
    t.stage.camera.zoomAt(now, wide / gesture.pinch);
    gesture.pinch = wide;
  }
  return true;
}

function wheel(t: Table, event: WheelEvent): void {
  event.preventDefault();
  const unit = event.deltaMode === 1 ? 16 : 1;
  // A pinch on a touch pad arrives as a wheel with ctrl held; two fingers sideways pan.
  if (event.shiftKey || (Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.ctrlKey))
    return t.stage.camera.panBy(-(event.deltaX || event.deltaY) * unit, 0);
  const step = Math.max(-120, Math.min(120, event.deltaY * unit));
  zoomSoftly(t.stage.camera, here(t.stage.root, event), -step * (event.ctrlKey ? 0.01 : 0.0022));
}

/** The counter, arrow or hex under the pointer. */
function under(t: Table, event: MouseEvent): { hex: string | null; counter: string | null; offer: Offer | null } {
  const target = event.target as Element;
  const key = target.closest("[data-key]")?.getAttribute("data-key");
  if (key) return { hex: null, counter: null, offer: t.offers.find((offer) => offer.key === key) ?? null };
  const piece = target.closest("[data-counter]");
  if (piece) return { hex: piece.getAttribute("data-at"), counter: piece.getAttribute("data-counter"), offer: null };
  return { hex: t.stage.field.at(t.stage.camera.toWorld(here(t.stage.root, event))), counter: null, offer: null };
}

function click(t: Table, event: PointerEvent): void {
  if (event.pointerType === "mouse") t.stage.root.focus({ preventScroll: true });
  if (t.playing) return (t.stage.root.dispatchEvent(new CustomEvent("skip")), undefined);
  const { hex, counter, offer } = under(t, event);
  t.focus = null;
  if (t.drawer === "menu") t.drawer = null;
  t.rule = null;
  if (offer) return pick(t, offer);
  if (!hex) return t.changed();
  const stack = stackAt(t.scene, hex);
  const coarse = event.pointerType !== "mouse";
  if (coarse && stack && stack.counters.length > 1 && t.fan !== hex && severalHere(t, hex)) {
    t.fan = hex;
    return t.changed();
  }
  clickHex(t, hex, counter);
}

/** Whether more than one counter of a hex can be picked, so that a finger needs the fan. */
function severalHere(t: Table, hex: string): boolean {
  const here = t.offers.filter((offer) => anchorOf(offer.node).kind === "counter" && hexOfOffer(t, offer) === hex);
  return here.length > 1;
}

let fanTimer = 0;

function look(t: Table, event: PointerEvent): void {
  if (event.pointerType === "touch" || t.playing) return;
  const { hex, counter, offer } = under(t, event);
  const found = offer ?? offerUnder(t, hex, counter);
  if (found?.key === t.hover?.key && hex === t.hoverHex && counter === t.hoverCounter) return;
  const newHex = hex !== t.hoverHex;
  [t.hover, t.hoverHex, t.hoverCounter] = [found, hex, counter];
  if (found) [t.focus, t.seen] = [null, found];
  if (found) wantOffer(t, found);
  if (newHex) restOn(t, hex);
  t.changed();
}

function offerUnder(t: Table, hex: string | null, counter: string | null): Offer | null {
  const targets = t.offers.filter((offer) => offer.role === "target");
  const onCounter = targets.find((offer) => anchorOf(offer.node).kind === "counter" && anchorOf(offer.node).id === counter);
  return onCounter ?? targets.find((offer) => anchorOf(offer.node).kind === "hex" && anchorOf(offer.node).id === hex) ?? null;
}

/** A pause over a stack opens it; a sight line in use follows the pointer. */
function restOn(t: Table, hex: string | null): void {
  clearTimeout(fanTimer);
  if (t.overlay?.kind === "sight" && t.overlay.hex && hex && hex !== t.overlay.hex) showOverlay(t, { ...t.overlay, to: hex });
  if (t.fan && t.fan !== hex) t.fan = null;
  if (!hex || t.chooser || (stackAt(t.scene, hex)?.counters.length ?? 0) < 2) return;
  fanTimer = window.setTimeout(() => {
    if (t.hoverHex !== hex || t.chooser) return;
    t.fan = hex;
    t.changed();
  }, FAN_AFTER);
}

function unlook(t: Table): void {
  clearTimeout(fanTimer);
  if (!t.hover && !t.hoverHex) return;
  [t.hover, t.hoverHex, t.hoverCounter] = [null, null, null];
  t.changed();
}
