// Seats that wait for anybody. The list is looked at again whenever the server says that something has changed; what has
// gone is taken away, what is new waits behind a button.
//
// Hooks for tests: #offers; [data-offer-table] a row with its button; #more-offers.
import { html, nothing, type Html } from "../bits";
import * as api from "../api";
import type { OfferInfo } from "../wire";
import { worthResuming } from "../lessons/progress";
import { strengthTip } from "../people/strength";
import { paceText } from "../table/clocks";
import { ago, type Lobby } from "./state";
import { say } from "../texts/say";

const WITHOUT_LINE = 4000; // milliseconds between two looks while the server cannot tell by itself
const WITH_LINE = 30000; // and while it can: some things lapse without anybody doing anything

const same = (a: OfferInfo, b: OfferInfo): boolean => a.table === b.table && a.seat === b.seat;

/** Takes in what the server offers now: rows stay where they are, new ones wait. */
export function taken(lobby: Lobby, now: OfferInfo[]): void {
  const shown = (lobby.offers ?? []).filter((old) => now.some((offer) => same(offer, old)));
  const fresh = now.filter((offer) => !shown.some((old) => same(offer, old)));
  lobby.offers = shown.length ? shown : fresh;
  lobby.newOffers = shown.length ? fresh : [];
}

/** Looks what has changed in the lobby while the page is seen: when the server says so, when one comes back to the page,
 * and now and then. */
export async function watchLobby(lobby: Lobby, look = api.lobby, listen = api.lobbyLine): Promise<void> {
  if (!(await lookAt(lobby, look))) return;
  let line: { readonly open: boolean } | null = null;
  let timer = 0;
  const again = async (): Promise<void> => {
    clearTimeout(timer);
    if (!document.hidden) await lookAt(lobby, look);
    clearTimeout(timer);
    timer = window.setTimeout(() => void again(), line?.open ? WITH_LINE : WITHOUT_LINE);
  };
  line = listen(() => void again());
  document.addEventListener("visibilitychange", () => document.hidden || void again());
  timer = window.setTimeout(() => void again(), WITHOUT_LINE);
}

/** One look; whether there is a lobby to look at. */
async function lookAt(lobby: Lobby, look: typeof api.lobby): Promise<boolean> {
  const found = await look().catch(() => null);
  if (!found) return true; // the next look may tell
  if (!found.open) return false;
  if (!lobby.offers) void greet(lobby);
  taken(lobby, found.offers);
  lobby.now = found;
  if (found.tables) lobby.tables = worthResuming(found.tables);
  lobby.changed();
  return true;
}

/** A server that others reach may know people by name. */
async function greet(lobby: Lobby): Promise<void> {
  const me = await api.me().catch(() => null);
  if (!me?.open) return;
  lobby.me = me.person;
  lobby.changed();
}

export function offerList(lobby: Lobby, complain: (reason: unknown) => void): Html {
  if (!lobby.offers?.length) return html`<p class="note" id="no-offers">${say("find.nobody")}</p>`;
  const more = (): void => {
    lobby.offers = [...lobby.newOffers, ...lobby.offers!];
    lobby.newOffers = [];
    lobby.changed();
  };
  return html`<section class="offers" id="offers" aria-label=${say("offers.title")}>
    <span class="eye">${say("offers.title")}</span>
    <ul>
      ${lobby.offers.map((offer) => row(offer, complain))}
    </ul>
    ${lobby.newOffers.length ? html`<button class="link-like" id="more-offers" @click=${more}>${say("offers.more", { n: lobby.newOffers.length })}</button>` : nothing}
  </section>`;
}

const strength = (offer: OfferInfo): Html => (offer.rating ? html` <span title=${strengthTip(offer.rating)}>${offer.rating.rating}${offer.rating.provisional ? "?" : ""}</span>` : nothing);

function row(offer: OfferInfo, complain: (reason: unknown) => void): Html {
  const sit = (): void => void api.takeOffer(offer.table, offer.seat).then((made) => location.assign(made.url), complain);
  return html`<li data-offer-table=${offer.table}>
    <span class="row-text"
      ><b lang="en">${offer.title}</b> <span>${say("offers.side", { side: offer.name })}${offer.by ? html` · <a href=${`/people/${encodeURIComponent(offer.by)}`}>${offer.by}</a>${strength(offer)}` : nothing}</span>
      <span class="quiet">${paceText(offer.pace)}${offer.rated ? `, ${say("rating.rated")}` : ""} · ${ago(offer.since, Date.now())}</span></span
    >
    <button class="btn" @click=${sit}>${say("lobby.sitDown")}</button>
  </li>`;
}
