// Private notes: kept by the server for one seat, pinned to a turn and perhaps to a hex, and marked on the map.
import type { Note, Written } from "../wire";
import * as api from "../api";
import { fill, group, path, tip } from "../art/svg";
import { asProblem, complain } from "./asking";
import { SIDE } from "./map/field";
import type { Viewer } from "./viewer";

const SVG = "http://www.w3.org/2000/svg";
const holds = (t: Viewer): boolean => !!t.seen.scene && t.seen.scene.seat !== "watcher" && t.seen.scene.seat !== "all";
const place = (t: Viewer): string => `/api/tables/${encodeURIComponent(t.id)}/notes`;

export function fetchNotes(t: Viewer): void {
  const seat = t.seen.scene?.seat;
  t.papers.notes = null;
  if (!seat || !holds(t)) return;
  api.call<Note[]>(`${place(t)}?seat=${encodeURIComponent(seat)}`).then(
    (notes) => {
      if (t.seen.scene?.seat === seat) t.papers.notes = notes;
      drawNotes(t);
      t.changed();
    },
    () => undefined,
  );
}

/** Keeps a note: a new one, or other words for one that is there. */
export async function writeNote(t: Viewer, text: string, hex: string | null, old: Note | null): Promise<boolean> {
  const { scene } = t.seen;
  if (!scene) return false;
  const label = old?.label ?? scene.turn.label;
  const turn = old?.turn ?? t.seen.turn;
  const sent: Written = { seat: scene.seat, text, hex: hex ?? "", number: old?.number ?? 0, label, ...(turn !== null && { turn }) };
  try {
    const kept = await api.call<Note>(place(t), "POST", sent);
    t.papers.notes = [...(t.papers.notes ?? []).filter((note) => note.number !== kept.number), kept].sort((a, b) => a.number - b.number);
  } catch (reason) {
    complain(t, asProblem(reason));
    return false;
  }
  drawNotes(t);
  t.changed();
  return true;
}

export async function dropNote(t: Viewer, note: Note): Promise<void> {
  try {
    await api.call(`${place(t)}/${note.number}?seat=${encodeURIComponent(t.seen.scene!.seat)}`, "DELETE");
    t.papers.notes = (t.papers.notes ?? []).filter((each) => each !== note);
  } catch (reason) {
    complain(t, asProblem(reason));
  }
  drawNotes(t);
  t.changed();
}

/** A folded corner on every hex that has a note. */
export function drawNotes(t: Viewer): void {
  if (!t.map) return;
  const { field } = t.stage;
  const hexes = [...new Set((t.papers.notes ?? []).map((note) => note.hex).filter((hex): hex is string => !!hex && field.has(hex)))];
  const drawn = hexes.map((hex) => {
    const at = field.centre(hex);
    const texts = (t.papers.notes ?? []).filter((note) => note.hex === hex).map((note) => note.text);
    const sheet = path("M0 0h11l5 5v12H0Z") + path("M11 0v5h5M3.500 8h9M3.500 12h6", { class: "fold" });
    const transform = `translate(${at.x - SIDE * 0.62} ${at.y + SIDE * 0.34})`;
    return group(tip(texts.join("\n")) + sheet, { class: "noted", "data-noted": hex, transform });
  });
  fill(layer(t), drawn.join(""));
}

/** The notes' own layer, over the counters. */
function layer(t: Viewer): SVGGElement {
  const over = t.stage.layers.fx;
  const found = over.parentNode!.querySelector<SVGGElement>(".layer-notes");
  if (found) return found;
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", "layer-notes");
  over.parentNode!.insertBefore(made, over);
  return made;
}
