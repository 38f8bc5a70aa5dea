// Mouse, pen and fingers on the map: drag to pan or to carry a counter, wheel and pinch to zoom, click to pick, rest to look.
import { zoomSoftly } from "./ease";
import type { Viewer } from "../viewer";

const DRAG = 6;

interface Touch {
  x: number;
  y: number;
}
interface Gesture {
  start: Touch;
  last: Touch;
  moved: boolean;
  pinch: number | null;
  /** What lay under the pointer when it went down, and whether it is being carried. */
  from: Under;
  carries: boolean;
}

export function listenPointer(t: Viewer): void {
  const { root } = t.stage;
  const touches = new Map<number, Touch>();
  let gesture: Gesture | null = null;

  root.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    touches.set(event.pointerId, here(root, event));
    const at = here(root, event);
    gesture ??= { start: at, last: at, moved: false, pinch: null, from: under(t, event), carries: false };
    if (touches.size === 2) gesture = { ...gesture, pinch: spread(touches), last: centre(touches), moved: true };
  });
  root.addEventListener("pointermove", (event) => {
    if (!touches.has(event.pointerId) || !gesture) return look(t, event);
    touches.set(event.pointerId, here(root, event));
    if (gesture.carries) return look(t, event);
    if (drag(t, gesture, touches) && !gesture.carries) root.setPointerCapture(event.pointerId);
  });
  const lift = (event: PointerEvent): void => {
    if (!touches.delete(event.pointerId) || !gesture) return;
    if (touches.size) {
      gesture = { ...gesture, pinch: null, last: centre(touches) };
      return;
    }
    const { moved, carries, from } = gesture;
    gesture = null;
    root.classList.remove("dragging", "carrying");
    if (carries && event.type === "pointerup") t.layDown(from, under(t, event));
    else if (!moved && event.type === "pointerup") click(t, event);
  };
  root.addEventListener("pointerup", lift);
  root.addEventListener("pointercancel", lift);
  root.addEventListener("pointerleave", () => t.pointAway());
  root.addEventListener("dblclick", (event) => {
    if (!t.seen.playing) t.pickWhole(under(t, event));
  });
  root.addEventListener("wheel", (event) => wheel(t, event), { passive: false });
  root.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    // A long press arrives as a context menu too: the finger that lifts afterwards is no click.
    touches.clear();
    gesture = null;
    const here = under(t, event);
    if (here.coarse && t.pickWhole(here)) return;
    if (here.hex && !t.seen.playing) t.askWhy(here.hex, here.counter);
  });
  listenLongPress(t, () => gesture !== null && !gesture.moved && touches.size === 1, () => {
    touches.clear();
    gesture = null;
  });
}

const LONG = 550;

/** A finger that rests picks the formation of a counter, or asks why not; browsers that make a context menu of it are heard there. */
function listenLongPress(t: Viewer, still: () => boolean, drop: () => void): void {
  const { root } = t.stage;
  let timer = 0;
  root.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    if (event.pointerType !== "touch") return;
    timer = window.setTimeout(() => {
      const here = under(t, event);
      if (!still() || !here.hex || t.seen.playing) return;
      drop();
      if (!t.pickWhole(here)) t.askWhy(here.hex, here.counter);
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

/** Moves the camera with the fingers, or takes up what lies under a mouse; true once it is a drag and no click. */
function drag(t: Viewer, gesture: Gesture, touches: Map<number, Touch>): boolean {
  const now = centre(touches);
  if (!gesture.moved && Math.hypot(now.x - gesture.start.x, now.y - gesture.start.y) < DRAG) return false;
  if (!gesture.moved) gesture.carries = touches.size === 1 && t.takeUp(gesture.from);
  if (!gesture.moved) t.stage.root.classList.add(gesture.carries ? "carrying" : "dragging");
  gesture.moved = true;
  if (gesture.carries) return true;
  t.stage.camera.panBy(now.x - gesture.last.x, now.y - gesture.last.y);
  gesture.last = now;
  if (gesture.pinch !== null && touches.size === 2) {
    const wide = spread(touches);
    t.stage.camera.zoomAt(now, wide / gesture.pinch);
    gesture.pinch = wide;
  }
  return true;
}

function wheel(t: Viewer, event: WheelEvent): void {
  event.preventDefault();
  const unit = event.deltaMode === 1 ? 16 : 1;
  // A pinch on a touch pad arrives as a wheel with ctrl held; two fingers sideways pan.
  if (event.shiftKey || (Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.ctrlKey))
    return t.stage.camera.panBy(-(event.deltaX || event.deltaY) * unit, 0);
  const step = Math.max(-120, Math.min(120, event.deltaY * unit));
  zoomSoftly(t.stage.camera, here(t.stage.root, event), -step * (event.ctrlKey ? 0.01 : 0.0022));
}

/** What lies under the pointer: an arrow that can be pressed by its key, else a hex and perhaps a counter on it. */
export interface Under {
  hex: string | null;
  counter: string | null;
  key: string | null;
  /** By a finger or a pen, not by a mouse. */
  coarse: boolean;
}

function under(t: Viewer, event: MouseEvent): Under {
  const target = event.target as Element;
  const coarse = event instanceof PointerEvent && event.pointerType !== "mouse";
  const key = target.closest("[data-key]")?.getAttribute("data-key");
  if (key) return { hex: null, counter: null, key, coarse };
  const piece = target.closest("[data-counter]");
  if (piece) return { hex: piece.getAttribute("data-at"), counter: piece.getAttribute("data-counter"), key: null, coarse };
  return { hex: t.stage.field.at(t.stage.camera.toWorld(here(t.stage.root, event))), counter: null, key: null, coarse };
}

function click(t: Viewer, event: PointerEvent): void {
  if (event.pointerType === "mouse") t.stage.root.focus({ preventScroll: true });
  if (t.seen.playing) t.stage.root.dispatchEvent(new CustomEvent("skip"));
  else t.click(under(t, event));
}

function look(t: Viewer, event: PointerEvent): void {
  if (event.pointerType !== "touch" && !t.seen.playing) t.pointAt(under(t, event));
}
