// The page of a scenario: its map at set-up, how it is won, who takes part, how even it is; and a seat.
//
// Hooks for tests: #scenario with data-scenario; #scenario-map; [data-kind] a kind of counter; #takes and #learning, estimates; #brief; #start and the
// others of the lobby's set-up; #scenario-problem.
import { render } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { html, nothing, picture, type Html } from "../bits";
import * as api from "../api";
import { styleOf } from "../art/style";
import { onSettings } from "../settings";
import { languageButton, themeButton } from "../shell";
import { watchLobby } from "../lobby/offers";
import { balance, sitDown } from "../lobby/setup";
import { setupFor, takes, type Lobby } from "../lobby/state";
import { say, heardIn } from "../texts/say";
import { learnLabels, ruleLabel } from "../table/labels";
import { counterSvg } from "../table/map/paint";
import type { Force, Kind, ScenarioLink, ScenarioPage } from "../wire";
import { light, paintMap } from "./map";
import { lastFind } from "../lobby/find";
import { typeset } from "../typeset";
import "./scenario.css";

const COUNTER = 40;

class Page {
  private found: ScenarioPage | null = null;
  private problem = "";
  private readonly lobby: Lobby;

  constructor(
    private readonly root: HTMLElement,
    private readonly key: string,
  ) {
    this.lobby = {
      games: null, tables: [], offers: null, newOffers: [], me: undefined, now: null, find: lastFind(), problem: null, setup: null, busy: false,
      allTables: false, drawer: null, changed: () => this.draw(),
    };
  }

  async open(): Promise<void> {
    document.title = "Balka";
    onSettings(() => this.draw());
    this.draw();
    try {
      const [page, games] = await Promise.all([api.call<ScenarioPage>(`/api/scenarios/${this.key}`).then(typeset), api.games()]);
      await learnLabels(page.game);
      const game = games.find((each) => each.key === page.game);
      this.lobby.games = games;
      this.lobby.setup = game ? setupFor(game, page.scenario) : null;
      this.found = page;
      document.title = `${page.scenario.title} · Balka`;
      void watchLobby(this.lobby);
    } catch (reason) {
      this.problem = reason instanceof api.Refused ? [reason.problem.error, reason.problem.instead].filter(Boolean).join(" ") : String(reason);
    }
    this.draw();
  }

  private draw(): void {
    render(
      html`<main class="scenario-page">
        <header class="lobby-head">
          <h1><a href="/">Balka</a></h1>
          <p>${say("lobby.tagline")}</p>
          <nav>${languageButton()}${themeButton()}</nav>
        </header>
        ${this.problem || this.lobby.problem ? html`<p class="card lobby-problem" id="scenario-problem" role="alert"><b>${this.problem || this.lobby.problem!.error}</b></p>` : nothing}
        ${this.found ? this.body(this.found) : nothing}
      </main>`,
      this.root,
    );
  }

  private body(page: ScenarioPage): Html {
    const { scenario } = page;
    const game = this.lobby.games!.find((each) => each.key === page.game);
    const setup = this.lobby.setup;
    const all = game?.scenarios.length ?? 0;
    return html`<section class="scenario card" id="scenario" data-scenario=${scenario.key}>
      <div
        class="scenario-map"
        id="scenario-map"
        role="img"
        aria-label=${say("scenario.map")}
        ${ref((host) => requestAnimationFrame(() => paintMap(host as HTMLElement | undefined, page)))}
      ></div>
      <div class="scenario-story">
        <p class="scenario-place">
          <a href="/rules/${page.game}" lang=${heardIn()}>${page.game_title}</a>${page.number ? html` <span>${say("scenario.of", { n: page.number, all })}</span>` : nothing}<span class="grow"></span>${link(page.before, "←")}${link(page.after, "→")}
        </p>
        <h2 lang=${heardIn()}>${scenario.title}</h2>
        <p class="situation" lang=${heardIn()}>${scenario.situation}</p>
        <dl class="scenario-facts">
          <div><dt>${say("scenario.long")}</dt><dd lang=${heardIn()}>${scenario.length}</dd></div>
          ${scenario.minutes ? html`<div title=${say("scenario.takesNote")}><dt>${say("scenario.takes")}</dt><dd id="takes">${takes(scenario)}</dd></div>` : nothing}
          ${scenario.learning ? html`<div title=${say("scenario.learningNote")}><dt>${say("scenario.learning")}</dt><dd id="learning">${say(`learning.${scenario.learning}`)}</dd></div>` : nothing}
          ${scenario.teaches ? html`<div><dt>${say("scenario.teaches")}</dt><dd lang=${heardIn()}>${scenario.teaches}</dd></div>` : nothing}
        </dl>
        <p class="eye">${say("scenario.won")}</p>
        <ul class="scenario-brief" id="brief" lang=${heardIn()}>
          ${page.brief.filter((line) => line.text !== scenario.situation).map((line) => html`<li><span>${line.text}</span>${line.rule ? html`<a class="rule" href=${`/rules/${page.game}/${encodeURIComponent(line.rule)}`}>${ruleLabel(line.rule)}</a>` : nothing}</li>`)}
        </ul>
        <p class="eye">${say("scenario.forces")}</p>
        <div class="scenario-forces">${page.forces.map((force) => this.force(force))}</div>
        ${page.forces.some((force) => force.kinds.some((kind) => !kind.hexes?.length)) ? html`<p class="note">${say("scenario.placed")}</p>` : nothing}
        ${
          game && setup && scenario.balance
            ? balance(this.lobby, setup, game, scenario, scenario.balance)
            : html`<p class="eye">${say("setup.balance")}</p>
                <p class="note">${say("scenario.unmeasured")}</p>`
        }
      </div>
      <div class="scenario-seat setup-details">
        <h3>${say("scenario.sitDown")}</h3>
        ${game && setup ? sitDown(this.lobby, setup, game, scenario) : nothing}
      </div>
    </section>`;
  }

  private force(force: Force): Html {
    return html`<div class="scenario-force">
      <h3><i class="side-dot of-${styleOf(force.side.style)}"></i>${force.side.name}</h3>
      <ul>
        ${force.kinds.map((kind) => this.kind(kind))}
      </ul>
    </div>`;
  }

  private kind(kind: Kind): Html {
    const name = kind.counter.name ?? "";
    const show = (on: boolean) => () => light(this.root.querySelector("#scenario-map"), on ? (kind.hexes ?? []) : []);
    return html`<li data-kind=${kind.counter.id} tabindex="0" title=${name} @pointerenter=${show(true)} @pointerleave=${show(false)} @focus=${show(true)} @blur=${show(false)}>
      ${picture(counterSvg(kind.counter, 88), COUNTER, 46)}<span class="sr">${name}</span>${kind.count > 1 ? html`<small>× ${kind.count}</small>` : nothing}
    </li>`;
  }
}

const link = (to: ScenarioLink | null | undefined, arrow: string): Html =>
  to ? html`<a href=${`/scenario/${to.key}`} lang=${heardIn()}>${arrow === "←" ? `← ${to.title}` : `${to.title} →`}</a>` : nothing;

export function openScenario(root: HTMLElement, key: string): void {
  void new Page(root, key).open();
}
