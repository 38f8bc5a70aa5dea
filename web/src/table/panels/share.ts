// Sharing from the table: a link to this position or to the game so far, as this seat saw it; files; the replay.
//
// Hooks for tests: #share; [data-share="position"], [data-share="game"]; #share-link.
import { html, nothing, type Html } from "../../bits";
import { asFile, makeLink } from "../../replay/sharing";
import { download } from "../../bits";
import type { Table } from "../state";

let link: { table: string; url: string; what: string } | null = null;
let problem = "";

export function sharePanel(t: Table): Html {
  const over = !!t.scene?.outcome;
  const view = t.scene?.seat ?? "watcher";
  const share = (whole: boolean) => async (): Promise<void> => {
    const made = await makeLink(t.id, view, null, whole);
    problem = made.problem;
    if (made.url) link = { table: t.id, url: made.url, what: whole ? "the game so far" : "this position" };
    t.changed();
  };
  const save = (): void => {
    if (t.scene) download(`balka-${t.id}-position.json`, asFile({ ...t.scene, log: [], choices: [] }));
  };
  return html`<p class="note">
      ${over ? "The game is over: nothing is secret any more." : "Whoever opens the link sees what your seat sees, and nothing else."}
    </p>
    <div class="share-rows">
      <button class="btn" data-share="position" @click=${share(false)}>Link to this position</button>
      <button class="btn" data-share="game" @click=${share(true)}>Link to the game so far</button>
      <button class="btn" data-share="file" @click=${save}>This position as a file</button>
      <a class="btn" href=${`/replay/${t.id}?view=${encodeURIComponent(view)}`}>Watch the replay</a>
    </div>
    ${problem ? html`<p class="warn">${problem}</p>` : nothing}${link?.table === t.id ? linkField(link.url, link.what) : nothing}`;
}

/** A link one can copy by hand where the browser does not copy. */
export function linkField(url: string, what: string): Html {
  const full = new URL(url, location.href).href;
  const copy = (event: Event): void => {
    const field = (event.target as HTMLElement).parentElement!.querySelector("input")!;
    field.select();
    void navigator.clipboard?.writeText(full).catch(() => undefined);
  };
  return html`<label class="share-link">
    <span class="eye">Link to ${what}</span>
    <span><input id="share-link" type="text" readonly .value=${full} /><button class="btn" @click=${copy}>Copy</button></span>
  </label>`;
}
