// The rules at hand: every rule in our words, by chapter or by search, with all that belongs to it.
//
// Hooks for tests: #rules-page; [data-book]; #rule-search; [data-section]; [data-row] a rule; #rule-detail with
// [data-part="tests"|"rulings"|"examples"|"related"].
import { render } from "lit-html";
import { html, nothing, type Html } from "../bits";
import * as api from "../api";
import { onSettings } from "../settings";
import { shell } from "../shell";
import "../shell.css";
import "./rules.css";
import { chapterName, marked, numberOf } from "./book";
import type { Book, Chapters, Chart, Rule, RuleRow } from "../wire";
import { chartTable } from "./chart";
import { figure, playButton } from "./figure";
import { say, heardIn, hearOf, spoken } from "../texts/say";

const CHARTS = "charts"; // stands in the address where a rule would

class RulesPage {
  private books: Book[] = [];
  private chapters: Chapters | null = null;
  private section = "";
  private rows: RuleRow[] = [];
  private charts: { game: string; all: Chart[] } = { game: "", all: [] };
  private detail: Rule | null = null;
  private words = "";
  private problem = "";
  private waiting = 0;

  constructor(
    private readonly root: HTMLElement,
    private game: string,
    private id: string,
  ) {}

  async open(): Promise<void> {
    document.title = `${say("app.rules")} · Balka`;
    onSettings(() => this.draw());
    addEventListener("popstate", () => {
      const [, , game = "", id = ""] = location.pathname.split("/").map(decodeURIComponent);
      [this.game, this.id] = [game, id];
      void this.load();
    });
    addEventListener("keydown", (event) => this.key(event));
    this.draw();
    await this.try(async () => {
      this.books = await api.call<Book[]>("/api/rules");
      this.game ||= this.books[0]?.key ?? "";
    });
    await this.load();
  }

  private async try(work: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await work();
    } catch (reason) {
      this.problem = (reason as Error).message;
    }
    this.draw();
  }

  private place(more = ""): string {
    return `/api/rules/${encodeURIComponent(this.game)}${more}`;
  }

  private load(): Promise<void> {
    return this.try(async () => {
      if (!this.game) return;
      if (this.chapters?.game !== this.game) this.chapters = await api.call<Chapters>(this.place());
      if (this.charts.game !== this.game) this.charts = { game: this.game, all: await api.call<Chart[]>(this.place("/charts")) };
      if (this.id === CHARTS) this.section = CHARTS;
      else if (this.id) await this.fetchRule(this.id);
      else if (!this.words) await this.fetchSection(this.section || this.chapters.chapters[0]?.sections[0]?.name || "");
    });
  }

  private async fetchRule(id: string): Promise<void> {
    this.detail = await api.call<Rule>(this.place(`/${encodeURIComponent(id)}`));
    if (!this.words && this.section !== this.detail.section) await this.fetchSection(this.detail.section);
    document.title = `${this.detail.printed} · ${say("app.rules")} · Balka`;
    requestAnimationFrame(() => document.querySelector(`[data-row="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "nearest" }));
  }

  private async fetchSection(name: string): Promise<void> {
    this.section = name;
    if (name === CHARTS) return;
    this.rows = await api.call<RuleRow[]>(this.place(`?section=${encodeURIComponent(name)}`));
    await this.fillRightPage();
  }

  /** Where two pages lie open, the right one shows the first rule of the left until another is chosen. */
  private async fillRightPage(): Promise<void> {
    const first = this.rows[0];
    if (this.id || !first || matchMedia("(max-width: 900px)").matches) return;
    this.detail = await api.call<Rule>(this.place(`/${encodeURIComponent(first.id)}`));
  }

  private go(id: string): void {
    this.id = id;
    history.pushState(null, "", `/rules/${this.game}${id ? `/${encodeURIComponent(id)}` : ""}`);
    void this.try(() => this.fetchRule(id)).then(() => {
      const detail = document.getElementById("rule-detail");
      if (matchMedia("(max-width: 900px)").matches) detail?.scrollIntoView({ block: "start" });
    });
  }

  private search(words: string): void {
    this.words = words.trim();
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(
      () =>
        void this.try(async () => {
          if (this.words.length < 2) {
            this.words = "";
            await this.fetchSection(this.section);
          } else this.rows = await api.call<RuleRow[]>(this.place(`?q=${encodeURIComponent(this.words)}`));
        }),
      200,
    );
  }

  private key(event: KeyboardEvent): void {
    const typing = (event.target as Element).matches?.("input, select, textarea");
    if (event.altKey || event.ctrlKey || event.metaKey || typing) return;
    const to = { j: this.detail?.after, k: this.detail?.before, ArrowRight: this.detail?.after, ArrowLeft: this.detail?.before }[event.key];
    if (event.key === "/") document.getElementById("rule-search")?.focus();
    else if (to) this.go(to);
    else return;
    event.preventDefault();
  }

  // ---------------------------------------------------------------- drawing

  private draw(): void {
    hearOf(this.game);
    const books = html`<div class="segments" role="group" aria-label=${say("book.game")}>
      ${this.books.map((book) => html`<a href=${`/rules/${book.key}`} data-book=${book.key} aria-current=${book.key === this.game}>${book.title}</a>`)}
    </div>`;
    render(shell(say("app.rules"), books, html`<div class="rules ${this.section === CHARTS && !this.words ? "wide" : ""}" id="rules-page">${this.contents()}${this.list()}${this.one()}</div>`), this.root);
  }

  private contents(): Html {
    const all = this.chapters;
    return html`<nav class="contents" aria-label=${say("book.chapters")}>
      <input
        type="search"
        id="rule-search"
        placeholder=${say(heardIn() === spoken() ? "book.hint" : "book.hintEnglish")}
        aria-label=${say("book.search")}
        @input=${(event: Event) => this.search((event.target as HTMLInputElement).value)}
      />
      ${heardIn() === spoken() ? nothing : html`<p class="note" id="only-english">${say("book.english")}</p>`}
      ${all ? html`<p class="note">${say("book.proven", { rows: all.rows, proven: all.proven })}</p>` : nothing}
      <details class="chapters" ?open=${matchMedia("(min-width: 901px)").matches}>
        <summary class="eye">${say("book.chapters")}</summary>
        ${this.charts.all.length ? this.toCharts() : nothing} ${(all?.chapters ?? []).map((chapter) => this.chapter(chapter))}
      </details>
    </nav>`;
  }

  private toCharts(): Html {
    return html`<a class="to-charts" href=${`/rules/${this.game}/${CHARTS}`} data-section=${CHARTS} aria-current=${this.section === CHARTS && !this.words}>
      ${say("book.charts")}
    </a>`;
  }

  /** The section that is open, with its title if it has one. */
  private heading(): Html {
    const chapters = this.chapters?.chapters ?? [];
    const found = chapters.flatMap((chapter) => chapter.sections).find((section) => section.name === this.section);
    const chapter = chapters.find((each) => each.sections.some((section) => section.name === this.section));
    if (!found?.title) return html`<h2>${this.section ? chapterName(this.section) : ""}</h2>`;
    return html`<p class="running" lang=${heardIn()}>${headed(chapter?.name ?? "", chapter?.title ?? "")}</p>
      <h2>${headed(numberOf(found.name), found.title)}</h2>`;
  }

  private chapter(chapter: Chapters["chapters"][number]): Html {
    const here = chapter.sections.some((section) => section.name === this.section);
    const take = (name: string) => () => {
      [this.words, this.id] = ["", ""];
      history.pushState(null, "", `/rules/${this.game}`);
      (document.getElementById("rule-search") as HTMLInputElement).value = "";
      void this.try(() => this.fetchSection(name));
    };
    const button = (section: Chapters["chapters"][number]["sections"][number]): Html =>
      html`<button data-section=${section.name} aria-current=${section.name === this.section && !this.words} @click=${take(section.name)}>
        <span>${section.title ? html`<b>${numberOf(section.name)}</b> <span lang=${heardIn()}>${section.title}</span>` : section.name}</span><i>${section.rows}</i>
      </button>`;
    if (chapter.sections.length === 1 && !chapter.title) return button(chapter.sections[0]!);
    return html`<details ?open=${here}>
      <summary>${headed(chapter.name, chapter.title)}</summary>
      ${chapter.sections.map(button)}
    </details>`;
  }

  private list(): Html {
    if (this.section === CHARTS && !this.words)
      return html`<section class="rows charts" aria-label=${say("book.charts")}>
        ${this.problem ? html`<p class="warn" role="alert">${this.problem}</p>` : nothing} ${this.charts.all.map((chart) => chartTable(this.game, chart))}
      </section>`;
    return html`<section class="rows" aria-label=${say("app.rules")}>
      ${this.problem ? html`<p class="warn" role="alert">${this.problem}</p>` : nothing}
      ${this.words ? html`<h2>${say("book.thatSay", { words: this.words })}</h2>` : this.heading()}
      <ul>
        ${this.rows.map((row) => this.row(row))}
        ${this.words && !this.rows.length ? html`<li class="note">${say("book.none")}</li>` : nothing}
      </ul>
      ${this.words && this.rows.length === 100 ? html`<p class="note">${say("book.first")}</p>` : nothing}
    </section>`;
  }

  private row(row: RuleRow, more = ""): Html {
    return html`<li class="${more} ${row.id === this.detail?.id ? "on" : ""}">
      <a href=${`/rules/${this.game}/${encodeURIComponent(row.id)}`} data-row=${row.id} @click=${(event: MouseEvent) => this.follow(event, row.id)}>
        <b>${this.letterOf(row.id)}</b> <span lang=${heardIn()}>${marked(row.statement, this.words).map(([text, hit]) => (hit ? html`<mark>${text}</mark>` : text))}</span>
      </a>
    </li>`;
  }

  /** How a rule is told from its neighbours: by its letter under the title of its number, else by the whole. */
  private letterOf(id: string): string {
    const name = id.slice(id.indexOf("-") + 1).replace(/^c\d+-/, "");
    const number = numberOf(this.section);
    return !this.words && number && name.startsWith(`${number}-`) ? name.slice(number.length + 1) : name;
  }

  /** A plain click stays on the page; any other opens the address as the browser would. */
  private follow(event: MouseEvent, id: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.go(id);
  }

  private one(): Html {
    const rule = this.detail;
    if (this.section === CHARTS && !this.words) return nothing;
    if (!rule) return html`<aside class="detail empty" id="rule-detail"><p class="note">${say("book.choose")}</p></aside>`;
    return html`<aside class="detail" id="rule-detail" data-rule-id=${rule.id} aria-label=${say("part.rule", { id: rule.id })} aria-live="polite">
      <header>
        <span class="running">${say("part.rule", { id: rule.printed })}</span>
        <span class="steps">
          <button class="btn small" aria-label=${say("book.previous")} ?disabled=${!rule.before} @click=${() => this.go(rule.before!)}>←</button>
          <button class="btn small" aria-label=${say("book.next")} ?disabled=${!rule.after} @click=${() => this.go(rule.after!)}>→</button>
        </span>
      </header>
      <p class="statement" lang=${heardIn()}>${rule.statement}</p>
      ${rule.figures.map((one) => figure(one))}
      <p class="tags">
        <span class="tag">${rule.kind}</span><span class="tag status-${rule.status.replace(" ", "-")}">${statusWords(rule)}</span>${rule.inferred ? html`<span class="tag">${say("book.reading")}</span>` : nothing}<code>${rule.id}</code>
      </p>
      ${spoken() === "en" ? nothing : html`<p class="note">${say("book.partsEnglish")}</p>`}
      ${rule.reason ? html`<p class="note">${rule.reason}</p>` : nothing} ${this.parts(rule)}
    </aside>`;
  }

  private parts(rule: Rule): Html {
    const rows = (name: string, title: string, found: RuleRow[]): Html =>
      part(name, title, found.map((row) => this.row(row, "mini")), found.length);
    return html`${part(
      "rulings",
      say("book.rulings"),
      rule.rulings.map((one) => html`<li>${one.question ? html`<b>${one.question}</b> ` : nothing}${one.answer}${one.name ? html` <code>${one.name}</code>` : nothing}</li>`),
      rule.rulings.length,
    )}
    ${part(
      "examples",
      say("book.examples"),
      rule.examples.map((one) => html`<li>${one.title ? html`<b>${one.title}.</b> ` : nothing}${one.text} <code>${one.id}</code>${one.lesson ? playButton(one.lesson, say("book.playExample")) : nothing}</li>`),
      rule.examples.length,
    )}
    ${rows("cites", say("book.names"), rule.cites)}${rows("cited", say("book.namedBy"), rule.cited_by)}
    ${part(
      "tests",
      say("book.tests", { n: rule.tests.length }),
      rule.tests.map((one) => html`<li>${one.says}<small>tests/${one.where}</small></li>`),
      rule.tests.length,
    )}
    ${rows("together", say("book.together"), rule.together)}${rows("related", say("book.same"), rule.related)}`;
  }
}

/** A heading of the book: its number, and its title in the language of the book. */
const headed = (name: string, title: string): Html =>
  title ? html`<b class="number">${numberOf(name)}</b> <span lang=${heardIn()}>${title}</span>` : html`${chapterName(name)}`;

const statusWords = (rule: Rule): string =>
  say(rule.status === "proven" ? "book.isProven" : rule.status === "open" ? "book.isOpen" : "book.noMeaning");

const part = (name: string, title: string, rows: Html[], count: number): Html =>
  count
    ? html`<details class="part" data-part=${name} ?open=${count <= 6 && name !== "tests"}>
        <summary class="eye">${title} <i>${count}</i></summary>
        <ul>
          ${rows}
        </ul>
      </details>`
    : nothing;

export function openRules(root: HTMLElement, game: string, id: string): void {
  void new RulesPage(root, game, id).open();
}
