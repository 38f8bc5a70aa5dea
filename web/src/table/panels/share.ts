// Sharing from the table: a link to this position or to the game so far, as this seat saw it; files; the replay.
//
// Hooks for tests: #share; [data-share="position"], [data-share="game"]; #share-link.
import { html, nothing, type Html } from "../../bits";
import { asFile, makeLink } from "../../replay/sharing";
import { download } from "../../bits";
import type { Player } from "../player";
import { say, type Plain } from "../../texts/say";

let link: { table: string; url: string; what: Plain } | null = null;
let problem = "";

export function sharePanel(t: Player): Html {
  const over = !!t.seen.scene?.outcome;
  const view = t.seen.scene?.seat ?? "watcher";
  const share = (whole: boolean) => async (): Promise<void> => {
    const made = await makeLink(t.id, view, null, whole);
    problem = made.problem;
    if (made.url) link = { table: t.id, url: made.url, what: whole ? ("share.game" as const) : ("share.position" as const) };
    t.changed();
  };
  const save = (): void => {
    if (t.seen.scene) download(`balka-${t.id}-position.json`, asFile({ ...t.seen.scene, log: [], choices: [] }));
  };
  return html`<p class="note">
      ${say(over ? "share.over" : "share.note")}
    </p>
    <div class="share-rows">
      <button class="btn" data-share="position" @click=${share(false)}>${say("share.position")}</button>
      <button class="btn" data-share="game" @click=${share(true)}>${say("share.game")}</button>
      <button class="btn" data-share="file" @click=${save}>${say("share.file")}</button>
      <a class="btn" href=${`/replay/${t.id}?view=${encodeURIComponent(view)}`}>${say("share.watch")}</a>
    </div>
    ${problem ? html`<p class="warn">${problem}</p>` : nothing}${link?.table === t.id ? linkField(link.url, link.what) : nothing}`;
}

/** A link one can copy by hand where the browser does not copy. */
export function linkField(url: string, what: Plain): Html {
  const full = new URL(url, location.href).href;
  const copy = (event: Event): void => {
    const field = (event.target as HTMLElement).parentElement!.querySelector("input")!;
    field.select();
    void navigator.clipboard?.writeText(full).catch(() => undefined);
  };
  return html`<label class="share-link">
    <span class="eye">${say(what)}</span>
    <span><input id="share-link" type="text" readonly .value=${full} /><button class="btn" @click=${copy}>${say("share.copy")}</button></span>
  </label>`;
}
