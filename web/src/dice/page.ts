// The dice page: one table by kind and by side, all tables of this server, and the promise checked by the reader.
//
// Hooks for tests: #dice-page; [data-part="game"|"sides"|"house"]; #verify, #verdict with data-true; #secret.
import type * as wire from "../wire";
import { render } from "lit-html";
import { html, nothing, type Html } from "../bits";
import * as api from "../api";
import { styleOf } from "../art/style";
import { onSettings } from "../settings";
import { shell } from "../shell";
import "../shell.css";
import "./dice.css";
import { diceChart, diceTable } from "./chart";
import { keptPromise } from "./promise";
import { bytes, verify, type Verdict } from "./verify";
import { pieces, say, spoken } from "../texts/say";

class DicePage {
  private table: wire.DicePage | null = null;
  private house: wire.HouseDice | null = null;
  private problem = "";
  private verdict: Verdict | null = null;
  private trouble = "";

  constructor(
    private readonly root: HTMLElement,
    private readonly id: string,
  ) {}

  async open(): Promise<void> {
    document.title = `${say("app.dice")} · Balka`;
    onSettings(() => this.draw());
    this.draw();
    try {
      if (this.id) this.table = await api.dicePage(this.id);
      this.house = await api.call<wire.HouseDice>("/api/dice");
    } catch (reason) {
      this.problem = (reason as Error).message;
    }
    this.draw();
  }

  private draw(): void {
    const { table } = this;
    const title = table ? say("dice.of", { title: table.title }) : say("app.dice");
    const back = this.id && table ? html`<a href=${`/table/${encodeURIComponent(this.id)}`}>${say("app.toTable")}</a>` : nothing;
    render(shell(title, back, html`<div id="dice-page">${this.body()}</div>`), this.root);
  }

  private body(): Html {
    if (this.problem) return html`<p class="warn" role="alert">${this.problem}</p>`;
    if (!this.house) return html`<p>${say("dice.counting")}</p>`;
    return html`<p class="lead">
        ${say("dice.lead")}
      </p>
      ${this.table ? this.ofTable(this.table) : nothing}${this.ofHouse(this.house)}${this.table ? this.promise(this.table) : explained()}`;
  }

  private ofTable(table: wire.DicePage): Html {
    return html`<section data-part="game">
        <h2>${say("dice.game")}</h2>
        ${table.over ? nothing : html`<p class="note">${say("dice.secretLater")}</p>`}
        ${charts(table.rows)}
      </section>
      <section data-part="sides">
        ${table.sides.map((side) => html`<h2 class="side-${styleOf(side.style)} side-head">${side.name}</h2>${charts(side.rows)}`)}
      </section>`;
  }

  private ofHouse(house: wire.HouseDice): Html {
    return html`<section data-part="house">
      <h2>${say("dice.house")}</h2>
      <p class="note">${say("dice.games", { n: house.tables })}</p>
      ${charts(house.rows)}
    </section>`;
  }

  private promise(table: wire.DicePage): Html {
    const kept = keptPromise(this.id);
    const same = kept?.commitment === table.commitment;
    return html`<section data-part="promise">
      <h2>${say("dice.promise")}</h2>
      <dl class="seal">
        <dt class="eye">${say("dice.published")}</dt>
        <dd><code id="promise">${table.commitment}</code></dd>
        ${
          kept
            ? html`<dt class="eye">${say("dice.firstSaw", { time: new Date(kept.at).toLocaleString(spoken()) })}</dt>
                <dd>${same ? say("dice.same") : html`<b class="warn">${say("dice.another", { other: kept.commitment })}</b>`}</dd>`
            : nothing
        }
      </dl>
      ${table.over ? this.check(table) : html`<p>${say("dice.sealed")}</p>`}
      ${explained()}
    </section>`;
  }

  private check(table: wire.DicePage): Html {
    const run = (event: Event): void => {
      event.preventDefault();
      const field = (event.target as HTMLFormElement).elements;
      const secret = (field.namedItem("secret") as HTMLInputElement).value;
      const promise = (field.namedItem("promise") as HTMLInputElement).value;
      void this.verify(secret, promise, table.from);
    };
    return html`<form class="check-form" @submit=${run}>
        <label><span class="eye">${say("dice.secretOpen")}</span><input type="text" id="secret" name="secret" spellcheck="false" .value=${table.secret ?? ""} /></label>
        <label
          ><span class="eye">${say("dice.putIn")}</span
          ><input type="text" name="promise" spellcheck="false" .value=${keptPromise(this.id)?.commitment ?? table.commitment}
        /></label>
        <button class="btn filled accent" id="verify">${say("dice.makeAgain")}</button>
      </form>
      ${this.trouble ? html`<p class="warn" role="alert">${this.trouble}</p>` : nothing}${this.verdict ? verdictWords(this.verdict, table.from) : nothing}`;
  }

  private async verify(text: string, promise: string, from: number): Promise<void> {
    const secret = bytes(text);
    [this.verdict, this.trouble] = [null, ""];
    if (!secret) this.trouble = say("dice.noSecret");
    else
      try {
        const { rolls, kinds } = await api.call<wire.Rolls>(`/api/tables/${encodeURIComponent(this.id)}/dice/rolls`);
        this.verdict = verify(secret, promise, rolls, kinds, from);
      } catch (reason) {
        this.trouble = (reason as Error).message;
      }
    this.draw();
  }
}

const charts = (rows: wire.DiceRow[]): Html => {
  const rolled = rows.filter((row) => row.rolls > 0);
  if (!rolled.length) return html`<p>${say("dice.none")}</p>`;
  return html`<div class="dice-grid">${rolled.map((row) => html`<div class="card">${diceChart(row)}${diceTable(row)}</div>`)}</div>`;
};

function verdictWords(verdict: Verdict, from: number): Html {
  const sound = verdict.promise && !verdict.wrong.length;
  return html`<div class="card verdict ${sound ? "true" : "false"}" id="verdict" data-true=${sound} role="status">
    <b>${`${sound ? "✓" : "✕"} ${say(sound ? "dice.honest" : "dice.untrue")}`}</b>
    <ul>
      <li>${say(verdict.promise ? "dice.keeps" : "dice.breaks")}</li>
      <li>
        ${verdict.wrong.length ? say("dice.wrong", { n: verdict.wrong.length, all: verdict.checked }) : say("dice.allTrue", { n: verdict.checked })}
        ${from ? say("dice.uploaded", { n: from }) : ""}
      </li>
      ${verdict.wrong.slice(0, 10).map((roll) => html`<li>${say("dice.roll", { n: roll.number, got: roll.got, given: roll.true })}</li>`)}
    </ul>
  </div>`;
}

const SCRIPT = `import hashlib, hmac
secret = bytes.fromhex("...")                       # told when the game is over
print(hashlib.sha256(secret).hexdigest())           # must be the promise
n, ways = 0, 36                                     # roll number 0 of two dice
value = int.from_bytes(hmac.digest(secret, f"{n}.0".encode(), "sha256"))
print(value % ways)                                 # which of the 36 ways, in order 1 1, 1 2, 1 2, 1 3 ...`;

const explained = (): Html =>
  html`<details class="explained" ?open=${false}>
    <summary>${say("dice.how")}</summary>
    <ol>
      <li>${say("dice.how1")}</li>
      <li>${say("dice.how2")}</li>
      <li>${say("dice.how3")}</li>
      <li>${pieces("dice.how4", { command: html`<code>balka replay FILE --verify</code>` })}</li>
    </ol>
    <pre tabindex="0">${SCRIPT}</pre>
  </details>`;

export function openDice(root: HTMLElement, id: string): void {
  void new DicePage(root, id).open();
}
