// The dice page: one table by kind and by side, all tables of this server, and the promise checked by the reader.
//
// Hooks for tests: #dice-page; [data-part="game"|"sides"|"house"]; #verify, #verdict with data-true; #secret.
import { render } from "lit-html";
import { html, nothing, type Html } from "../bits";
import * as api from "../api";
import { onSettings } from "../settings";
import { shell } from "../shell";
import "../shell.css";
import "./dice.css";
import { diceChart, diceTable } from "./chart";
import { keptPromise } from "./promise";
import { bytes, verify, type Possible, type Rolled, type Verdict } from "./verify";

interface House {
  rows: api.DiceRow[];
  tables: number;
}
interface Rolls {
  rolls: Rolled[];
  kinds: Record<string, Possible>;
}

class DicePage {
  private table: api.DicePage | null = null;
  private house: House | null = null;
  private problem = "";
  private verdict: Verdict | null = null;
  private trouble = "";

  constructor(
    private readonly root: HTMLElement,
    private readonly id: string,
  ) {}

  async open(): Promise<void> {
    document.title = "Dice · Balka";
    onSettings(() => this.draw());
    this.draw();
    try {
      if (this.id) this.table = await api.dicePage(this.id);
      this.house = await api.call<House>("/api/dice");
    } catch (reason) {
      this.problem = (reason as Error).message;
    }
    this.draw();
  }

  private draw(): void {
    const { table } = this;
    const title = table ? `Dice: ${table.title}` : "Dice";
    const back = this.id && table ? html`<a href=${`/table/${encodeURIComponent(this.id)}`}>To the table</a>` : nothing;
    render(shell(title, back, html`<div id="dice-page">${this.body()}</div>`), this.root);
  }

  private body(): Html {
    if (this.problem) return html`<p class="warn" role="alert">${this.problem}</p>`;
    if (!this.house) return html`<p>Counting.</p>`;
    return html`<p class="lead">
        Bars are the shares of the rolls that came up, the heavy line is the true chance, and the bracket is Wilson's 95 % interval: the
        chances under which these rolls are no surprise. One bracket in twenty misses the line with honest dice, so on a page
        with many brackets some do; those are marked *.
      </p>
      ${this.table ? this.ofTable(this.table) : nothing}${this.ofHouse(this.house)}${this.table ? this.promise(this.table) : explained()}`;
  }

  private ofTable(table: api.DicePage): Html {
    return html`<section data-part="game">
        <h2>The whole game</h2>
        ${table.over ? nothing : html`<p class="note">Rolls that everybody saw; secret rolls are counted when the game is over.</p>`}
        ${charts(table.rows)}
      </section>
      <section data-part="sides">
        ${table.sides.map((side) => html`<h2 class="side-${side.style} side-head">${side.name}</h2>${charts(side.rows)}`)}
      </section>`;
  }

  private ofHouse(house: House): Html {
    const games = house.tables === 1 ? "1 finished game" : `${house.tables} finished games`;
    return html`<section data-part="house">
      <h2>All tables of this server</h2>
      <p class="note">${games}; those still played may hold secret rolls.</p>
      ${charts(house.rows)}
    </section>`;
  }

  private promise(table: api.DicePage): Html {
    const kept = keptPromise(this.id);
    const same = kept?.commitment === table.commitment;
    return html`<section data-part="promise">
      <h2>The promise</h2>
      <dl class="seal">
        <dt class="eye">Published before the first roll</dt>
        <dd><code id="promise">${table.commitment}</code></dd>
        ${
          kept
            ? html`<dt class="eye">As this browser first saw it, ${new Date(kept.at).toLocaleString()}</dt>
                <dd>${same ? "The same." : html`<b class="warn">Another one: ${kept.commitment}</b>`}</dd>`
            : nothing
        }
      </dl>
      ${table.over ? this.check(table) : html`<p>The secret behind it stays sealed until the game is over; then every roll can be made again here. Write the promise down, or trust that this browser remembers it.</p>`}
      ${explained()}
    </section>`;
  }

  private check(table: api.DicePage): Html {
    const run = (event: Event): void => {
      event.preventDefault();
      const field = (event.target as HTMLFormElement).elements;
      const secret = (field.namedItem("secret") as HTMLInputElement).value;
      const promise = (field.namedItem("promise") as HTMLInputElement).value;
      void this.verify(secret, promise, table.from);
    };
    return html`<form class="check-form" @submit=${run}>
        <label><span class="eye">Secret, now open</span><input type="text" id="secret" name="secret" spellcheck="false" .value=${table.secret ?? ""} /></label>
        <label
          ><span class="eye">Promise: put in what you wrote down</span
          ><input type="text" name="promise" spellcheck="false" .value=${keptPromise(this.id)?.commitment ?? table.commitment}
        /></label>
        <button class="btn filled accent" id="verify">Make every roll again</button>
      </form>
      ${this.trouble ? html`<p class="warn" role="alert">${this.trouble}</p>` : nothing}${this.verdict ? verdictWords(this.verdict, table.from) : nothing}`;
  }

  private async verify(text: string, promise: string, from: number): Promise<void> {
    const secret = bytes(text);
    [this.verdict, this.trouble] = [null, ""];
    if (!secret) this.trouble = "This is no secret: it has 64 hexadecimal digits.";
    else
      try {
        const { rolls, kinds } = await api.call<Rolls>(`/api/tables/${encodeURIComponent(this.id)}/dice/rolls`);
        this.verdict = verify(secret, promise, rolls, kinds, from);
      } catch (reason) {
        this.trouble = (reason as Error).message;
      }
    this.draw();
  }
}

const charts = (rows: api.DiceRow[]): Html => {
  const rolled = rows.filter((row) => row.rolls > 0);
  if (!rolled.length) return html`<p>No dice have been rolled yet.</p>`;
  return html`<div class="dice-grid">${rolled.map((row) => html`<div class="card">${diceChart(row)}${diceTable(row)}</div>`)}</div>`;
};

function verdictWords(verdict: Verdict, from: number): Html {
  const sound = verdict.promise && !verdict.wrong.length;
  return html`<div class="card verdict ${sound ? "true" : "false"}" id="verdict" data-true=${sound} role="status">
    <b>${sound ? "✓ The dice were honest." : "✕ Something is not true."}</b>
    <ul>
      <li>${verdict.promise ? "The secret keeps the promise." : "The secret does not keep the promise."}</li>
      <li>
        ${verdict.wrong.length ? `${verdict.wrong.length} of ${verdict.checked} rolls are not the secret's own.` : `All ${verdict.checked} rolls and draws are the secret's own.`}
        ${from ? `The first ${from} came with an uploaded record and are not judged.` : ""}
      </li>
      ${verdict.wrong.slice(0, 10).map((roll) => html`<li>Roll ${roll.number}: the record says ${roll.got}, the secret gives ${roll.true}.</li>`)}
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
    <summary>How the promise works</summary>
    <ol>
      <li>Before the first roll the server draws 32 random bytes, the secret, and publishes their SHA-256. Nobody can find the secret from it, and the server cannot change the secret any more without being found out.</li>
      <li>Roll number n is HMAC-SHA256(secret, “n.0”) read as a number, modulo the number of equally likely ways the dice can fall. A value from the small remainder at the top that would favour some ways is thrown away, and “n.1” is taken.</li>
      <li>When the game is over the secret is published. Your browser then makes every roll again by itself and compares it with what was played; nothing of that is done by the server.</li>
      <li>Without this page: save the record and type <code>balka replay FILE --verify</code>. Without Balka:</li>
    </ol>
    <pre tabindex="0">${SCRIPT}</pre>
  </details>`;

export function openDice(root: HTMLElement, id: string): void {
  void new DicePage(root, id).open();
}
