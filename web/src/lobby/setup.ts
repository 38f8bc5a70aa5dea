// Setting up a game: scenario, side, opponent, options folded away.
import { html, icon, nothing, type Html } from "../bits";
import { ref } from "lit-html/directives/ref.js";
import type { BalanceInfo, GameInfo, OptionInfo, ScenarioInfo } from "../wire";
import { styleOf } from "../art/style";
import { botAbout, botTitle } from "./bots";
import { begin, goTo } from "./page";
import { call } from "../api";
import { paintPicture } from "./picture";
import { ANYBODY, CHALLENGE, FRIEND, seatsFor, setupFor, takes, type Lobby, type Setup } from "./state";
import { paceForm } from "./pace";
import { canRate, isRated, ratedForm } from "./rated";
import { enumerated, say, toldOf } from "../texts/say";

/** The bots the server offers, a friend somewhere else, anybody in this house, and a person at this screen. */
function opponents(lobby: Lobby, game: GameInfo): { kind: string; name: string; note: string }[] {
  const bots = (game.bots ?? []).map((bot) => ({ kind: bot.key, name: botTitle(bot), note: botAbout(bot) }));
  const anybody = lobby.offers ? [{ kind: ANYBODY, name: say("setup.anybody"), note: say("setup.anybodyNote") }] : [];
  const named = lobby.me ? [{ kind: CHALLENGE, name: say("setup.challenge"), note: say("setup.challengeNote") }] : [];
  return [...bots, ...named, { kind: FRIEND, name: say("setup.friend"), note: say("setup.friendNote") }, ...anybody, { kind: "human", name: say("setup.human"), note: say("setup.humanNote") }];
}

export function setupPanel(lobby: Lobby): Html {
  const setup = lobby.setup!;
  const game = lobby.games!.find((each) => each.key === setup.game)!;
  const scenario = game.scenarios.find((each) => each.key === setup.scenario)!;
  const n = lobby.games!.indexOf(game);
  return html`<section class="setup card tint-${n % 4}" id="setup" aria-label=${say("setup.title", { title: game.title })}>
    <div class="setup-picture">
      <div
        class="setup-board"
        ${ref((host) => requestAnimationFrame(() => paintPicture(host as HTMLElement | undefined, scenario.board)))}
      ></div>
      <div class="setup-name">
        <p class="name" lang=${toldOf(game.key)}>${game.title}</p>
        <p lang=${toldOf(game.key)}>${game.blurb}</p>
      </div>
    </div>
    <div class="setup-list">
      <header>
        <button
          class="link-like"
          @click=${() => {
            lobby.setup = null;
            lobby.changed();
          }}
        >
          ${icon("arrow", 14)} ${say("setup.allGames")}</button
        ><span class="eye">${say("setup.toChoose", { n: game.scenarios.length })}</span>
      </header>
      <ul>
        ${game.scenarios.map((each) => row(lobby, game, each))}
      </ul>
    </div>
    ${details(lobby, setup, game, scenario)}
  </section>`;
}

function row(lobby: Lobby, game: GameInfo, scenario: ScenarioInfo): Html {
  const on = lobby.setup!.scenario === scenario.key;
  return html`<li>
    <button
      data-scenario=${scenario.key}
      aria-pressed=${on}
      @click=${() => {
        lobby.setup = setupFor(game, scenario);
        lobby.changed();
      }}
    >
      <b lang=${toldOf(game.key)}>${scenario.title}</b>${scenario.teaches ? html`<span lang=${toldOf(game.key)}>${scenario.teaches}</span>` : nothing}<em
        >${[
          scenario.length,
          takes(scenario),
          scenario.learning && say(`learning.${scenario.learning}`),
          enumerated(scenario.sides.map((side) => side.name)),
        ]
          .filter(Boolean)
          .join(" · ")}</em
      >
    </button>
  </li>`;
}

function details(lobby: Lobby, setup: Setup, game: GameInfo, scenario: ScenarioInfo): Html {
  return html`<div class="setup-details">
    <h2 lang=${toldOf(game.key)}>${scenario.title}</h2>
    <p class="situation" lang=${toldOf(game.key)}>${scenario.situation}</p>
    <p><a class="link-like" data-about href=${`/scenario/${scenario.key}`}>${say("setup.about")}</a></p>
    ${scenario.balance ? balance(lobby, setup, game, scenario, scenario.balance) : nothing} ${sitDown(lobby, setup, game, scenario)}
  </div>`;
}

/** Hooks for tests: #challenge-name. */
function whom(lobby: Lobby, setup: Setup): Html {
  const set = (event: Event): void => {
    lobby.setup = { ...lobby.setup!, name: (event.target as HTMLInputElement).value };
  };
  return html`<label class="field whom"><span>${say("setup.challengeName")}</span><input id="challenge-name" maxlength="24" autocomplete="off" spellcheck="false" .value=${setup.name} @input=${set} /></label>`;
}

const setter = (lobby: Lobby, setup: Setup) => (some: Partial<Setup>) => () => {
  lobby.setup = { ...setup, ...some };
  lobby.changed();
};

/** Whether the coach may be asked at the table; where people play each other, or for ratings, nobody asks anyhow. */
function hintsForm({ hints }: Setup, set: (hints: boolean) => void): Html {
  return html`<label class="hints"><input type="checkbox" id="with-hints" .checked=${hints} @change=${(event: Event) => set((event.target as HTMLInputElement).checked)} /><span>${say("setup.hints")}</span></label>`;
}

/** Which side, against whom, by which rules, and the one button. */
export function sitDown(lobby: Lobby, setup: Setup, game: GameInfo, scenario: ScenarioInfo): Html {
  const set = setter(lobby, setup);
  const against = opponents(lobby, game);
  const timed = [FRIEND, ANYBODY, CHALLENGE].includes(setup.against);
  const note = against.find((each) => each.kind === setup.against)?.note;
  const terms = { scenario: scenario.key, options: setup.options, ...(timed && setup.pace && { pace: setup.pace }), ...(isRated(lobby, setup) && { rated: true }), ...(!setup.hints && { hints: false }) };
  const start = (): void =>
    setup.against === CHALLENGE
      ? goTo(lobby, () => call("/api/challenges", "POST", { ...terms, name: lobby.setup!.name, side: setup.side }))
      : begin(lobby, { ...terms, seats: seatsFor(scenario, setup.side, setup.against) });
  return html`<p class="eye">${say("setup.youPlay")}</p>
    <div class="segments">
      ${scenario.sides.map((side) => html`<button data-side=${side.key} aria-pressed=${setup.side === side.key} @click=${set({ side: side.key })}><i class="side-dot of-${styleOf(side.style)}"></i>${side.name}</button>`)}
    </div>
    <p class="eye">${say("setup.against")}</p>
    <div class="segments">
      ${against.map(({ kind, name }) => html`<button data-against=${kind} aria-pressed=${setup.against === kind} @click=${set({ against: kind })}>${name}</button>`)}
    </div>
    <p class="note">${note || nothing}</p>
    ${setup.against === CHALLENGE ? whom(lobby, setup) : nothing}
    ${timed ? paceForm(setup, (pace) => set({ pace })()) : nothing}
    ${canRate(lobby, setup) ? ratedForm(setup, (rated) => set({ rated })()) : nothing}
    ${timed || isRated(lobby, setup) ? nothing : hintsForm(setup, (hints) => set({ hints })())}
    ${
      scenario.options?.length
        ? html`<details class="options">
            <summary>${say("setup.options")} <span>${changed(scenario, setup)}</span></summary>
            ${scenario.options.map((option) => optionRow(lobby, setup, option))}
          </details>`
        : nothing
    }
    <div class="start-bar">
      <button class="btn filled accent start" id="start" ?disabled=${lobby.busy} @click=${start}>
        ${say(lobby.busy ? "lobby.laying" : setup.against === FRIEND ? "setup.getLink" : setup.against === ANYBODY ? "setup.offer" : setup.against === CHALLENGE ? "setup.challengeGo" : "lobby.sitDown")}
      </button>
    </div>`;
}

/** What each side won when the computer played both, and the handicap that evens it out, one press to take or leave. */
export function balance(lobby: Lobby, setup: Setup, game: GameInfo, scenario: ScenarioInfo, found: BalanceInfo): Html {
  const take = (options: Setup["options"]): void => setter(lobby, setup)({ options: { ...setup.options, ...options } })();
  const on = !!found.even && Object.entries(found.even.options).every(([key, value]) => setup.options[key] === value);
  const shown = on ? found.even! : found;
  const bot = game.bots.find((each) => each.key === found.bot);
  const side = scenario.sides.find((each) => each.key === found.side);
  const other = scenario.sides.find((each) => each.key !== found.side);
  const off = Object.fromEntries(scenario.options.filter((option) => option.key in (found.even?.options ?? {})).map((option) => [option.key, option.default]));
  return html`<div class="balance">
    <p class="eye">${say("setup.balance")}</p>
    <div class="balance-bar" aria-hidden="true">
      <i class="of-${styleOf(side?.style ?? "")}" style="width:${shown.percent}%"></i><i class="of-${styleOf(other?.style ?? "")}" style="width:${100 - shown.percent}%"></i>
    </div>
    <p class="note">${say("setup.balanceNote", { side: side?.name ?? found.side, percent: shown.percent, low: shown.low, high: shown.high, games: shown.games, bot: bot ? botTitle(bot) : say("setup.computer") })}</p>
    ${
      found.even
        ? html`<label class="even"
            ><input type="checkbox" .checked=${on} @change=${() => take(on ? off : found.even!.options)} /><span
              >${say("setup.even", { percent: found.even.percent })} <span lang="en">${found.even.named}</span></span
            ></label
          >`
        : nothing
    }
  </div>`;
}

function changed(scenario: ScenarioInfo, setup: Setup): string {
  const n = (scenario.options ?? []).filter(
    (option) => setup.options[option.key] !== (option.default ?? option.values[0]),
  ).length;
  return n ? say("setup.changed", { n }) : say("setup.asRulebook");
}

function optionRow(lobby: Lobby, setup: Setup, option: OptionInfo): Html {
  const set = (event: Event): void => {
    const value = option.values[(event.target as HTMLSelectElement).selectedIndex]!;
    lobby.setup = { ...setup, options: { ...setup.options, [option.key]: value } };
    lobby.changed();
  };
  const now = setup.options[option.key];
  return html`<label data-option=${option.key} lang="en"
    ><span>${option.title}${option.printed ? html` <i class="rule-id">${option.printed}</i>` : nothing}</span>
    <select @change=${set}>
      ${option.values.map((value) => html`<option ?selected=${value === now}>${String(value)}</option>`)}
    </select></label
  >`;
}
