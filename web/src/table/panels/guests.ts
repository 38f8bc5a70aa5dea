// Who is still to come: for the host the link to send, for everybody else a word that somebody is awaited.
import { html, nothing, type Html } from "../../bits";
import { sideName } from "../scene";
import type { Player } from "../player";
import { say } from "../../texts/say";

let copied = "";

/** The card over the map while a seat waits for somebody. */
export function guests(t: Player): Html {
  const { waiting } = t.line;
  const seats = Object.entries(waiting?.seats ?? {});
  if (!seats.length || t.seen.scene?.outcome) return nothing;
  return html`<section class="card guests" id="guests" role="status" aria-label=${say("guests.title")}>
    ${seats.map(([seat, link]) => row(t, seat, link))}
    ${waiting!.near && seats.some(([, link]) => link) ? html`<p class="near">${say("guests.near")}</p>` : nothing}
  </section>`;
}

function row(t: Player, seat: string, link: string): Html {
  const side = sideName(t.seen.scene, seat);
  if (!link) return html`<p>${say("guests.awaited", { side })}</p>`;
  // Browsers keep their clipboard from pages without encryption, where the old way still works.
  const copy = async (event: Event): Promise<void> => {
    const field = (event.target as HTMLElement).closest(".guest-link")!.querySelector("input")!;
    field.select();
    const done = navigator.clipboard ? navigator.clipboard.writeText(link).then(() => true, () => false) : document.execCommand("copy");
    if (await done) copied = link;
    t.changed();
  };
  return html`<p>${say("guests.send", { side })}</p>
    <div class="guest-link">
      <input readonly data-guest=${seat} aria-label=${say("guests.link", { side })} .value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      <button class="btn filled accent" @click=${copy}>${say(copied === link ? "guests.copied" : "guests.copy")}</button>
    </div>`;
}
