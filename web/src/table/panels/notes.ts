// The notebook: what one wrote for oneself, with a form for more.
//
// Hooks for tests: #notes; #note-text, #note-hex, #note-keep; [data-note] a note, with [data-note-drop].
import { html, nothing, type Html } from "../../bits";
import type { Viewer } from "../viewer";
import { pointedMark } from "../showing";
import { dropNote, writeNote } from "../notes";
import type { Note } from "../../wire";
import { say } from "../../texts/say";

let changing: Note | null = null;
/** The hex that was typed; null while the one looked at is meant. */
let typedHex: string | null = null;

/** The hex a new note is about: the one looked at. */
const here = (t: Viewer): string => t.hexInMind() ?? "";

export function notesPanel(t: Viewer): Html {
  if (t.seen.scene?.seat === "watcher") return html`<p>${say("notes.watcher")}</p>`;
  const notes = [...(t.papers.notes ?? [])].reverse();
  return html`${form(t)}
    <ul class="note-list">
      ${notes.map((note) => row(t, note))}
      ${notes.length ? nothing : html`<li class="note">${say("notes.none")}</li>`}
    </ul>`;
}

function form(t: Viewer): Html {
  const keep = (event: Event): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements;
    const text = field.namedItem("text") as HTMLTextAreaElement;
    const hex = field.namedItem("hex") as HTMLInputElement;
    if (!text.value.trim()) return;
    void writeNote(t, text.value, hex.value.trim().toUpperCase() || null, changing).then((kept) => {
      if (!kept) return;
      [text.value, typedHex, changing] = ["", null, null];
      t.changed();
    });
  };
  return html`<form class="note-form" @submit=${keep}>
    <label><span class="eye">${changing ? say("notes.change") : t.seen.scene ? say("notes.on", { turn: t.seen.scene.turn.label }) : say("notes.onThis")}</span>
      <textarea id="note-text" name="text" rows="3" maxlength="2000" .value=${changing?.text ?? ""}></textarea></label>
    <div class="note-row">
      <label>${say("notes.hex")} <input id="note-hex" name="hex" type="text" size="6" placeholder=${say("notes.noHex")} .value=${typedHex ?? (changing ? (changing.hex ?? "") : here(t))} @input=${(event: Event) => (typedHex = (event.target as HTMLInputElement).value)} /></label>
      <button class="btn filled accent" id="note-keep">${say("notes.keep")}</button>
    </div>
  </form>`;
}

function row(t: Viewer, note: Note): Html {
  const show = (): void => {
    const field = t.map?.field;
    if (!note.hex || !field?.has(note.hex)) return;
    t.stage.camera.bring(field.centre(note.hex), 90);
    t.stage.write("fx", pointedMark(field, note.hex));
  };
  return html`<li data-note=${note.number}>
    <span class="eye">${note.label}${note.hex ? html` · <button class="plain" @click=${show}>${note.hex}</button>` : nothing}</span>
    <p>${note.text}</p>
    <span class="note-tools">
      <button
        class="plain"
        @click=${() => {
          [changing, typedHex] = [note, null];
          t.changed();
          requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("note-text")?.focus()));
        }}
      >
        ${say("notes.changeIt")}
      </button>
      <button class="plain" data-note-drop=${note.number} @click=${() => void dropNote(t, note)}>${say("notes.drop")}</button>
    </span>
  </li>`;
}
