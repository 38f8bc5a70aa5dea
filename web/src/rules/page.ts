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
import { ruleNumber } from "../table/words";
import { chapterName, marked, type Book, type Chapters, type Detail, type Row } from "./book";

class RulesPage {
  private books: Book[] = [];
  private chapters: Chapters | null = null;
  private section = "";
  private rows: Row[] = [];
  private detail: Detail | null = null;
  private words = "";
  private problem = "";
  private waiting = 0;

  constructor(
    private readonly root: HTMLElement,
    private game: string,
    private id: string,
  ) {}

  async open(): Promise<void> {
    document.title = "Rules · Balka";
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
      if (this.id) await this.fetchRule(this.id);
      else if (!this.words) await this.fetchSection(this.section || this.chapters.chapters[0]?.sections[0]?.name || "");
    });
  }

  private async fetchRule(id: string): Promise<void> {
    this.detail = await api.call<Detail>(this.place(`/${encodeURIComponent(id)}`));
    if (!this.words && this.section !== this.detail.section) await this.fetchSection(this.detail.section);
    document.title = `${ruleNumber(id)} · Rules · Balka`;
    requestAnimationFrame(() => document.querySelector(`[data-row="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "nearest" }));
  }

  private async fetchSection(name: string): Promise<void> {
    this.section = name;
    this.rows = await api.call<Row[]>(this.place(`?section=${encodeURIComponent(name)}`));
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
          } else this.rows = await api.call<Row[]>(this.place(`?q=${encodeURIComponent(this.words)}`));
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
    const books = html`<div class="segments" role="group" aria-label="Game">
      ${this.books.map((book) => html`<a href=${`/rules/${book.key}`} data-book=${book.key} aria-current=${book.key === this.game}>${book.title}</a>`)}
    </div>`;
    render(shell("Rules", books, html`<div class="rules" id="rules-page">${this.contents()}${this.list()}${this.one()}</div>`), this.root);
  }

  private contents(): Html {
    const all = this.chapters;
    return html`<nav class="contents" aria-label="Chapters">
      <input
        type="search"
        id="rule-search"
        placeholder="Words or a number"
        aria-label="Search the rules"
        @input=${(event: Event) => this.search((event.target as HTMLInputElement).value)}
      />
      ${all ? html`<p class="note">${all.rows} rules, ${all.proven} proven by tests</p>` : nothing}
      <details class="chapters" ?open=${matchMedia("(min-width: 901px)").matches}>
        <summary class="eye">Chapters</summary>
        ${(all?.chapters ?? []).map((chapter) => this.chapter(chapter))}
      </details>
    </nav>`;
  }

  private chapter(chapter: Chapters["chapters"][number]): Html {
    const here = chapter.sections.some((section) => section.name === this.section);
    const take = (name: string) => () => {
      this.words = "";
      (document.getElementById("rule-search") as HTMLInputElement).value = "";
      void this.try(() => this.fetchSection(name));
    };
    const button = (section: { name: string; rows: number }): Html =>
      html`<button data-section=${section.name} aria-current=${section.name === this.section && !this.words} @click=${take(section.name)}>
        <span>${section.name}</span><i>${section.rows}</i>
      </button>`;
    if (chapter.sections.length === 1) return button(chapter.sections[0]!);
    return html`<details ?open=${here}>
      <summary>${chapterName(chapter.name)}</summary>
      ${chapter.sections.map(button)}
    </details>`;
  }

  private list(): Html {
    const title = this.words ? `Rules that say “${this.words}”` : this.section ? chapterName(this.section) : "";
    return html`<section class="rows" aria-label="Rules">
      ${this.problem ? html`<p class="warn" role="alert">${this.problem}</p>` : nothing}
      <h2>${title}</h2>
      <ul>
        ${this.rows.map((row) => this.row(row))}
        ${this.words && !this.rows.length ? html`<li class="note">No rule says that.</li>` : nothing}
      </ul>
      ${this.words && this.rows.length === 100 ? html`<p class="note">The first 100; more words find fewer.</p>` : nothing}
    </section>`;
  }

  private row(row: Row, more = ""): Html {
    return html`<li class="${more} ${row.id === this.detail?.id ? "on" : ""}">
      <a href=${`/rules/${this.game}/${encodeURIComponent(row.id)}`} data-row=${row.id} @click=${(event: MouseEvent) => this.follow(event, row.id)}>
        <b>${row.id.slice(row.id.indexOf("-") + 1)}</b> <span>${marked(row.statement, this.words).map(([text, hit]) => (hit ? html`<mark>${text}</mark>` : text))}</span>
      </a>
    </li>`;
  }

  /** A plain click stays on the page; any other opens the address as the browser would. */
  private follow(event: MouseEvent, id: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.go(id);
  }

  private one(): Html {
    const rule = this.detail;
    if (!rule) return html`<aside class="detail empty" id="rule-detail"><p class="note">Choose a rule. / searches, ← and → go from rule to rule.</p></aside>`;
    return html`<aside class="card detail" id="rule-detail" data-rule-id=${rule.id} aria-label=${`Rule ${rule.id}`} aria-live="polite">
      <header>
        <span class="eye">Rule ${ruleNumber(rule.id)}</span><code>${rule.id}</code>
        <span class="steps">
          <button class="btn small" aria-label="Previous rule" ?disabled=${!rule.before} @click=${() => this.go(rule.before!)}>←</button>
          <button class="btn small" aria-label="Next rule" ?disabled=${!rule.after} @click=${() => this.go(rule.after!)}>→</button>
        </span>
      </header>
      <p class="statement">${rule.statement}</p>
      <p class="tags">
        <span class="tag">${rule.kind}</span><span class="tag status-${rule.status.replace(" ", "-")}">${statusWords(rule)}</span>${rule.inferred ? html`<span class="tag">our reading</span>` : nothing}
      </p>
      ${rule.reason ? html`<p class="note">${rule.reason}</p>` : nothing} ${this.parts(rule)}
    </aside>`;
  }

  private parts(rule: Detail): Html {
    const rows = (name: string, title: string, found: Row[]): Html =>
      part(name, title, found.map((row) => this.row(row, "mini")), found.length);
    return html`${part(
      "rulings",
      "Rulings",
      rule.rulings.map((one) => html`<li>${one.question ? html`<b>${one.question}</b> ` : nothing}${one.answer}${one.name ? html` <code>${one.name}</code>` : nothing}</li>`),
      rule.rulings.length,
    )}
    ${part(
      "examples",
      "Worked examples",
      rule.examples.map((one) => html`<li><code>${one.id}</code> ${one.title ? html`<b>${one.title}.</b> ` : nothing}${one.text}</li>`),
      rule.examples.length,
    )}
    ${rows("cites", "Names", rule.cites)}${rows("cited", "Named by", rule.cited_by)}
    ${part(
      "tests",
      rule.tests.length === 1 ? "The test that proves it" : "Tests that prove it",
      rule.tests.map((one) => html`<li>${one.says}<small>tests/${one.where}</small></li>`),
      rule.tests.length,
    )}
    ${rows("together", "Proven together with", rule.together)}${rows("related", "In the same section", rule.related)}`;
  }
}

const statusWords = (rule: Detail): string =>
  rule.status === "proven" ? "proven by a test" : rule.status === "open" ? "not proven yet" : "has no meaning in a program";

const part = (name: string, title: string, rows: Html[], count: number): Html =>
  count
    ? html`<details class="part" data-part=${name} ?open=${count <= 6}>
        <summary class="eye">${title} <i>${count}</i></summary>
        <ul>
          ${rows}
        </ul>
      </details>`
    : nothing;

export function openRules(root: HTMLElement, game: string, id: string): void {
  void new RulesPage(root, game, id).open();
}
