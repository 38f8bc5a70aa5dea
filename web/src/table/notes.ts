// Private notes: kept by the server for one seat, pinned to a turn and perhaps to a hex, and marked on the map.
import * as api from "../api";
import { complain } from "./asking";
import { SIDE } from "./map/field";
import type { Table } from "./state";

export interface Note {
  number: number;
  turn: number;
  label: string;
  hex: string | null;
  text: string;
  written: number;
}

const SVG = "http://www.w3.org/2000/svg";
const holds = (t: Table): boolean => !!t.scene && t.scene.seat !== "watcher" && t.scene.seat !== "all";
const place = (t: Table): string => `/api/tables/${encodeURIComponent(t.id)}/notes`;
const asProblem = (reason: unknown): { error: string } => (reason instanceof api.Refused ? reason.problem : { error: String(reason) });

export function fetchNotes(t: Table): void {
  const seat = t.scene?.seat;
  t.notes = null;
  if (!seat || !holds(t)) return;
  api.call<Note[]>(`${place(t)}?seat=${encodeURIComponent(seat)}`).then(
    (notes) => {
      if (t.scene?.seat === seat) t.notes = notes;
      drawNotes(t);
      t.changed();
    },
    () => undefined,
  );
}

/** Keeps a note: a new one, or other words for one that is there. */
export async function writeNote(t: Table, text: string, hex: string | null, old: Note | null): Promise<boolean> {
  const { scene } = t;
  if (!scene) return false;
  const label = old?.label ?? scene.turn.label;
  const turn = old?.turn ?? t.turnAt;
  const sent = { seat: scene.seat, text, hex: hex ?? "", number: old?.number ?? 0, label, ...(turn !== null && { turn }) };
  try {
    const kept = await api.call<Note>(place(t), "POST", sent);
    t.notes = [...(t.notes ?? []).filter((note) => note.number !== kept.number), kept].sort((a, b) => a.number - b.number);
  } catch (reason) {
    complain(t, asProblem(reason));
    return false;
  }
  drawNotes(t);
  t.changed();
  return true;
}

export async function dropNote(t: Table, note: Note): Promise<void> {
  try {
    await api.call(`${place(t)}/${note.number}?seat=${encodeURIComponent(t.scene!.seat)}`, "DELETE");
    t.notes = (t.notes ?? []).filter((each) => each !== note);
  } catch (reason) {
    complain(t, asProblem(reason));
  }
  drawNotes(t);
  t.changed();
}

/** A folded corner on every hex that has a note. */
export function drawNotes(t: Table): void {
  if (!t.stage) return;
  const { field } = t.stage;
  const hexes = [...new Set((t.notes ?? []).map((note) => note.hex).filter((hex): hex is string => !!hex && field.has(hex)))];
  layer(t).innerHTML = hexes
    .map((hex) => {
      const at = field.centre(hex);
      const words = (t.notes ?? []).filter((note) => note.hex === hex).map((note) => note.text);
      return `<g class="noted" data-noted="${hex}" transform="translate(${at.x - SIDE * 0.62} ${at.y + SIDE * 0.34})"><title>${escape(words.join("\n"))}</title><path d="M0 0h11l5 5v12H0Z"/><path class="fold" d="M11 0v5h5M3.500 8h9M3.500 12h6"/></g>`;
    })
    .join("");
}

/** The notes' own layer, over the counters. */
function layer(t: Table): SVGGElement {
  const over = t.stage.layers.fx;
  const found = over.parentNode!.querySelector<SVGGElement>(".layer-notes");
  if (found) return found;
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", "layer-notes");
  over.parentNode!.insertBefore(made, over);
  return made;
}

const escape = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
