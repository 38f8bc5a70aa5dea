// The replay from the keyboard.
import { dropSlip } from "../table/asking";
import type { Table } from "../table/state";
import type { Player } from "./player";
import type { Desk } from "./view";

const PAN: Record<string, [number, number]> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function listenReplayKeys(t: Table, desk: Desk, player: () => Player): void {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as Element;
    if (target.matches?.("input:not([type=range]), textarea, select") && event.key !== "Escape") return;
    if (target.matches?.("button, a, summary") && (event.key === " " || event.key === "Enter")) return;
    if (act(t, desk, player(), event)) event.preventDefault();
  });
}

function act(t: Table, desk: Desk, player: Player, event: KeyboardEvent): boolean {
  const { camera } = t.stage;
  const pan = event.shiftKey ? PAN[event.key] : undefined;
  if (pan) return (camera.panBy(pan[0] * 90, pan[1] * 90), true);
  const keys: Record<string, () => void> = {
    ArrowRight: () => player.step(1),
    ArrowLeft: () => player.step(-1),
    ArrowDown: () => player.turn(1),
    ArrowUp: () => player.turn(-1),
    PageDown: () => player.turn(1),
    PageUp: () => player.turn(-1),
    Home: () => player.jump(0),
    End: () => player.jump(player.last),
    " ": () => player.toggle(),
    "+": () => camera.zoomAt(camera.middle(), 1.25),
    "=": () => camera.zoomAt(camera.middle(), 1.25),
    "-": () => camera.zoomAt(camera.middle(), 0.8),
    "0": () => t.stage.frame([]),
    Escape: () => putAway(t, desk),
  };
  keys[event.key]?.();
  return event.key in keys;
}

function putAway(t: Table, desk: Desk): void {
  if (t.rule) t.rule = null;
  else if (t.slips.length) return dropSlip(t, t.slips.at(-1)!.id);
  else if (desk.panel) desk.open("");
  else if (desk.log) desk.log = false;
  else t.chosenCounter = null;
  t.changed();
}
