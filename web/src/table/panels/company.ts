// What people ask each other for: a card with the answer, and what one may ask for in the menu.
//
// Hooks for tests: #proposals; [data-agree], [data-decline], [data-withdraw] by what is asked for; [data-ask-for] in the menu.
import { html, nothing, type Html } from "../../bits";
import { answer, asked, askFor, type Matter } from "../company";
import type { Player } from "../player";
import { say } from "../../texts/say";

/** The card over the map while somebody waits for an answer. */
export function proposals(t: Player): Html {
  const { company } = t.line;
  if (!company || t.seen.scene?.outcome) return nothing;
  const open = company.proposals.filter((one) => !one.declined);
  if (!open.length && !company.adjourned) return nothing;
  return html`<section class="card guests proposals" id="proposals" role="status" aria-label=${say("company.title")}>
    ${company.adjourned ? html`<p>${say("company.isAdjourned")}</p>` : nothing}
    ${open.map(
      (one) => html`<p>${asked(t, one)}</p>
        ${one.asks ? html`<div class="buttons"><button class="btn filled accent" data-agree=${one.what} @click=${() => void answer(t, one.what, true)}>${say("company.agree")}</button><button class="btn" data-decline=${one.what} @click=${() => void answer(t, one.what, false)}>${say("company.decline")}</button></div>` : nothing}
        ${one.yours ? html`<div class="buttons"><button class="btn" data-withdraw=${one.what} @click=${() => void answer(t, one.what, false)}>${say("company.withdraw")}</button></div>` : nothing}`,
    )}
    ${company.adjourned && !open.length && t.seat !== "watcher" ? html`<div class="buttons"><button class="btn filled accent" data-ask-for="resume" @click=${() => void askFor(t, "resume")}>${say("company.do.resume")}</button></div>` : nothing}
  </section>`;
}

/** What may be asked for now. */
export function companyMenu(t: Player): Html {
  const { company } = t.line;
  if (!company || t.seat === "watcher" || t.seen.scene?.outcome) return nothing;
  const own = (what: Matter): boolean => company.proposals.some((one) => one.what === what && one.yours);
  const matters: Matter[] = company.adjourned ? ["resume"] : ["draw", ...(company.back ? (["back"] as const) : []), "adjourn"];
  return html`${matters.filter((what) => !own(what)).map((what) => html`<button data-ask-for=${what} @click=${() => void askFor(t, what)}>${say(`company.do.${what}`)}</button>`)}`;
}
