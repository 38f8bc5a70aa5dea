// Keeping somebody away: blocking, muting, and telling the host about him.
//
// Hooks for tests: #keeping with data-kind; #block, #mute, #let-back, #report with its form #report-form; [data-barred].
import { html, nothing, type Html } from "../bits";
import { call } from "../api";
import { onSend, saidIn, wrong, type Said } from "./form";
import type { AccountPage } from "./account";
import type { BarredInfo, PersonPage } from "../wire";
import { say } from "../texts/say";

const LONGEST = 2000;
const pathOf = (name: string): string => `/api/me/barred/${encodeURIComponent(name)}`;

/** What somebody who is signed in can do about another, on the other's page. */
export class Keeping {
  private said: Said | null = null;
  private reporting = false;

  constructor(
    private readonly page: PersonPage,
    private readonly draw: () => void,
  ) {}

  private async do(action: () => Promise<unknown>, done: () => void): Promise<void> {
    try {
      await action();
      this.said = null;
      done();
    } catch (reason) {
      this.said = wrong("keeping", reason);
    }
    this.draw();
  }

  private bar(kind: "block" | "mute" | ""): void {
    const { page } = this;
    const action = (): Promise<unknown> => (kind ? call(pathOf(page.name), "PUT", { kind }) : call(pathOf(page.name), "DELETE"));
    void this.do(action, () => (page.barred = kind));
  }

  view(): Html {
    const { page } = this;
    const back = html`<button class="btn" id="let-back" @click=${() => this.bar("")}>${say(page.barred === "block" ? "keep.unblock" : "keep.unmute")}</button>`;
    const bars = html`<button class="btn" id="mute" @click=${() => this.bar("mute")}>${say("keep.mute")}</button
      ><button class="btn" id="block" @click=${() => this.bar("block")}>${say("keep.block")}</button>`;
    return html`<section class="card narrow wide-rows" id="keeping" data-kind=${page.barred || "none"}>
      <h2>${say("keep.title")}</h2>
      <p class="note">${say(page.barred === "block" ? "keep.isBlocked" : page.barred === "mute" ? "keep.isMuted" : "keep.note")}</p>
      <p class="other-ways">${page.barred ? back : bars}<button class="btn" id="report" aria-expanded=${this.reporting} @click=${() => this.open()}>${say("keep.report")}</button></p>
      ${this.reporting ? this.form() : nothing} ${saidIn(this.said, "keeping")}
    </section>`;
  }

  private open(): void {
    this.reporting = !this.reporting;
    this.said = null;
    this.draw();
  }

  private form(): Html {
    const table = new URLSearchParams(location.search).get("table") ?? "";
    const send = onSend((form) => {
      const text = (form.elements.namedItem("text") as HTMLTextAreaElement).value;
      return this.do(
        () => call("/api/reports", "POST", { name: this.page.name, text, ...(table && { table }) }),
        () => {
          this.reporting = false;
          this.said = { where: "keeping", text: say("keep.reported"), wrong: false };
        },
      );
    });
    return html`<form id="report-form" @submit=${send}>
      <label class="field"><span>${say("keep.what")}</span><textarea name="text" rows="4" maxlength=${LONGEST} required></textarea></label>
      <button class="btn">${say("keep.send")}</button>
    </form>`;
  }
}

/** Those whom one keeps away, on one's own page. */
export function barredList(page: AccountPage, barred: BarredInfo[]): Html {
  if (!barred.length) return html`<p class="note">${say("keep.nobody")}</p>`;
  const back = (name: string) => (): Promise<void> => page.do("barred", () => call(pathOf(name), "DELETE"));
  return html`<ul class="rows">
    ${barred.map((one) => html`<li class="row" data-barred=${one.name}><span><b>${one.name}</b> <small>${say(one.kind === "block" ? "keep.blocked" : "keep.muted")}</small></span><button class="btn" @click=${back(one.name)}>${say(one.kind === "block" ? "keep.unblock" : "keep.unmute")}</button></li>`)}
  </ul>`;
}
