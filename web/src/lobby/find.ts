// Finding a game: a sentence whose underlined words are choices, open offers, and challenges that wait for an answer.
//
// Hooks for tests: #find; [data-find] "game", "pace", "rated"; #look-now; #looking with data-waited; #stop-looking;
// [data-challenge] by table with [data-accept], [data-decline]; #make-offer, #make-challenge.
import { html, kbd, nothing, type Html } from "../bits";
import * as api from "../api";
import type { ChallengeInfo, MatchTold, Strength } from "../wire";
import { sideNamed } from "../people/ratings";
import { strengthTip } from "../people/strength";
import { paceText } from "../table/clocks";
import { DAYS, LIVE } from "./pace";
import { offerList } from "./offers";
import { ANYBODY, CHALLENGE, recommended, setupFor, type Lobby, type Pace } from "./state";
import { pieces, say } from "../texts/say";

export interface Find {
  game: string;
  pace: "none" | "live" | "days";
  rated: boolean;
  /** What was told last while one looks; null where one does not. */
  told: MatchTold | null;
}

const KEPT = "balka.find";
const EVERY = 3000; // milliseconds
const PACES: Record<Find["pace"], Pace | null> = { none: null, live: LIVE, days: DAYS };

/** What was looked for last. */
export function lastFind(): Find {
  const usual: Find = { game: "", pace: "days", rated: true, told: null };
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Find>;
    return { ...usual, ...kept, pace: kept.pace && kept.pace in PACES ? kept.pace : usual.pace, told: null };
  } catch {
    return usual;
  }
}

const isAccount = (lobby: Lobby): boolean => !!lobby.me && !lobby.me.guest;
const gameOf = (lobby: Lobby): string => (lobby.games?.some((game) => game.key === lobby.find.game) ? lobby.find.game : (lobby.games?.[0]?.key ?? ""));

function change(lobby: Lobby, some: Partial<Find>): void {
  lobby.find = { ...lobby.find, ...some };
  const { game, pace, rated } = lobby.find;
  localStorage.setItem(KEPT, JSON.stringify({ game, pace, rated }));
  lobby.changed();
}

// ---------------------------------------------------------------- looking

/** Looks until somebody is found, or one has had enough. */
export async function look(lobby: Lobby, complain: (reason: unknown) => void): Promise<void> {
  const { find } = lobby;
  const pace = PACES[find.pace];
  try {
    const told = await api.call<MatchTold>("/api/match", "POST", { game: gameOf(lobby), rated: find.rated && isAccount(lobby), ...(pace && { pace }) });
    if (told.url) return location.assign(told.url);
    if (find.told && !lobby.find.told) return; // stopped meanwhile
    lobby.find = { ...lobby.find, told };
    lobby.changed();
    setTimeout(() => void (lobby.find.told && look(lobby, complain)), EVERY);
  } catch (reason) {
    lobby.find = { ...lobby.find, told: null };
    complain(reason);
  }
}

async function stop(lobby: Lobby): Promise<void> {
  lobby.find = { ...lobby.find, told: null };
  lobby.changed();
  await api.call("/api/match", "DELETE").catch(() => null);
}

// ---------------------------------------------------------------- drawing

export function findCard(lobby: Lobby, complain: (reason: unknown) => void): Html {
  if (!lobby.offers || !lobby.games) return nothing;
  const looking = lobby.now?.looking ?? 0;
  return html`<section class="card find" id="find" aria-label=${say("find.title")}>
    <header><h2>${say("find.title")}</h2>${looking ? html`<span>${say("find.people", { n: looking })}</span>` : nothing}</header>
    ${lobby.me ? (lobby.find.told ? waiting(lobby, lobby.find.told) : sentence(lobby, complain)) : signIn(lobby)}
    ${offerList(lobby, complain)}
    <footer>
      <button class="link-like" id="make-offer" @click=${() => setUp(lobby, ANYBODY)}>${say("find.makeOffer")}</button>
      ${lobby.me ? html`<button class="link-like" id="make-challenge" @click=${() => setUp(lobby, CHALLENGE)}>${say("find.challenge")}</button>` : nothing}
    </footer>
  </section>`;
}

const signIn = (lobby: Lobby): Html => (lobby.me === null ? html`<p class="find-sentence">${pieces("find.signIn", { link: html`<a href="/enter">${say("me.signIn")}</a>` })}</p>` : nothing);

/** Opens the set-up of the game one would look for, with somebody else in the other seat. */
export function setUp(lobby: Lobby, against: string, name = ""): void {
  const game = lobby.games?.find((each) => each.key === gameOf(lobby));
  const first = game && recommended(game);
  if (!game || !first) return;
  lobby.setup = { ...setupFor(game, first), against, name };
  lobby.changed();
}

function choice(lobby: Lobby, name: "game" | "pace" | "rated", options: [string, string][], now: string): Html {
  const set = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    change(lobby, name === "rated" ? { rated: value === "yes" } : { [name]: value });
  };
  return html`<select data-find=${name} aria-label=${say(`find.${name}`)} @change=${set}>
    ${options.map(([key, text]) => html`<option value=${key} ?selected=${key === now}>${text}</option>`)}
  </select>`;
}

function sentence(lobby: Lobby, complain: (reason: unknown) => void): Html {
  const { find } = lobby;
  const game = gameOf(lobby);
  const own: Strength | undefined = lobby.now?.ratings[game];
  const games = lobby.games!.map((each): [string, string] => [each.key, each.title]);
  const paces = Object.entries(PACES).map(([key, pace]): [string, string] => [key, paceText(pace ?? undefined)]);
  const rated: [string, string][] = isAccount(lobby) ? [["yes", say("rating.rated")], ["no", say("rating.unrated")]] : [["no", say("rating.unrated")]];
  const slots: Record<"game" | "pace" | "rated", Html> = { game: choice(lobby, "game", games, game), pace: choice(lobby, "pace", paces, find.pace), rated: choice(lobby, "rated", rated, find.rated && isAccount(lobby) ? "yes" : "no") };
  const near = own ? html`<b title=${strengthTip(own)}>${own.rating}</b>` : nothing;
  return html`<div class="find-line">
    <p class="find-sentence">${own ? pieces<"find.near", Html>("find.near", { rating: near, ...slots }) : pieces<"find.anyone", Html>("find.anyone", slots)}</p>
    <button class="btn" id="look-now" @click=${() => void look(lobby, complain)}>${say("find.look")} ${kbd("Q")}</button>
  </div>`;
}

function waiting(lobby: Lobby, told: MatchTold): Html {
  const others = told.others ? say("find.others", { n: told.others }) : say("find.alone");
  const reach = told.within ? say("find.within", { points: told.within }) : say("find.anyStrength");
  return html`<div class="find-line" id="looking" data-waited=${told.waited} role="status">
    <p class="find-sentence">${say("find.looking", { n: told.waited })} <small>${others} ${reach}</small></p>
    <button class="btn" id="stop-looking" @click=${() => void stop(lobby)}>${say("find.stop")}</button>
  </div>`;
}

/** Whoever has asked me to a table, and whom I have asked. */
export function challengeRows(lobby: Lobby, yours: boolean, complain: (reason: unknown) => void): Html[] {
  return (lobby.now?.challenges ?? []).filter((one) => !!one.yours === yours).map((one) => challengeRow(lobby, one, complain));
}

function challengeRow(lobby: Lobby, one: ChallengeInfo, complain: (reason: unknown) => void): Html {
  const path = `/api/challenges/${encodeURIComponent(one.table)}`;
  const accept = (): void => void api.call<{ url: string }>(path, "POST").then((made) => location.assign(made.url), complain);
  const drop = (): void => {
    lobby.now = { ...lobby.now!, challenges: lobby.now!.challenges.filter((each) => each.table !== one.table) };
    lobby.changed();
    void api.call(path, "DELETE").catch(complain);
  };
  const text = say(one.yours ? "find.youChallenge" : "find.challenges", { name: one.name });
  const strength = one.strength ? ` ${one.strength.rating}${one.strength.provisional ? "?" : ""}` : "";
  const facts = [say("find.side", { side: sideNamed(one.side) }), paceText(one.pace), one.rated ? say("rating.rated") : say("rating.unrated")];
  return html`<li data-challenge=${one.table}>
    <span class="row-text"
      ><b lang="en">${one.yours ? html`<a href=${`/table/${encodeURIComponent(one.table)}`}>${one.title}</a>` : one.title}</b> <span title=${strengthTip(one.strength)}>${text}${strength}</span> <span class="quiet">${one.yours ? facts.slice(1).join(" · ") : facts.join(" · ")}</span></span
    >
    ${one.yours ? nothing : html`<button class="btn" data-accept @click=${accept}>${say("find.accept")}</button>`}
    <button class="btn" data-decline @click=${drop}>${say(one.yours ? "find.takeBack" : "find.decline")}</button>
  </li>`;
}
