// The replay from the keyboard.
import { dropSlip } from "../table/asking";
import type { Viewer } from "../table/viewer";
import type { Playback } from "./playback";
import type { Desk } from "./view";

const PAN: Record<string, [number, number]> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function listenReplayKeys(t: Viewer, desk: Desk, playback: () => Playback): void {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as Element;
    if (target.matches?.("input:not([type=range]), textarea, select") && event.key !== "Escape") return;
    if (target.matches?.("button, a, summary") && (event.key === " " || event.key === "Enter")) return;
    if (act(t, desk, playback(), event)) event.preventDefault();
  });
}

function act(t: Viewer, desk: Desk, playback: Playback, event: KeyboardEvent): boolean {
  const { camera } = t.stage;
  const pan = event.shiftKey ? PAN[event.key] : undefined;
  if (pan) return (camera.panBy(pan[0] * 90, pan[1] * 90), true);
  const keys: Record<string, () => void> = {
    ArrowRight: () => playback.step(1),
    ArrowLeft: () => playback.step(-1),
    ArrowDown: () => playback.turn(1),
    ArrowUp: () => playback.turn(-1),
    PageDown: () => playback.turn(1),
    PageUp: () => playback.turn(-1),
    Home: () => playback.jump(0),
    End: () => playback.jump(playback.last),
    " ": () => playback.toggle(),
    "+": () => camera.zoomAt(camera.middle(), 1.25),
    "=": () => camera.zoomAt(camera.middle(), 1.25),
    "-": () => camera.zoomAt(camera.middle(), 0.8),
    "0": () => t.stage.frame([]),
    Escape: () => putAway(t, desk),
  };
  keys[event.key]?.();
  return event.key in keys;
}

function putAway(t: Viewer, desk: Desk): void {
  if (t.papers.rule) t.papers.rule = null;
  else if (t.papers.slips.length) return dropSlip(t, t.papers.slips.at(-1)!.id);
  else if (desk.panel) desk.open("");
  else if (desk.judging) desk.judge();
  else if (desk.log) desk.log = false;
  else t.look.chosen = null;
  t.changed();
}
