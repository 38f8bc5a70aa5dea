// One's own account: name, password, mail, passkeys, the browsers one is signed in with, one's data, and the end of it.
//
// Hooks for tests: #account; #prove the present password; #change-name, #change-password, #change-mail, #add-passkey forms;
// [data-passkey], [data-session] rows; #sign-out, #sign-out-all; #download; #delete, #really-delete.
import { render } from "lit-html";
import { html, nothing, type Html } from "../bits";
import { call, me, Refused } from "../api";
import { onSettings } from "../settings";
import { shell } from "../shell";
import "../shell.css";
import "./people.css";
import { field, onSend, saidIn, valueIn, wrong, type Said } from "./form";
import { barredList } from "./keeping";
import { passkeys, sessions } from "./lists";
import { Notices } from "./notices";
import { addPasskey } from "./passkey";
import { day } from "./words";
import type { Account, BarredInfo } from "../wire";
import { say } from "../texts/say";

export class AccountPage {
  account: Account | null = null;
  said: Said | null = null;
  private deleting = false;
  private barred: BarredInfo[] = [];
  private readonly notices = new Notices(this);

  constructor(private readonly root: HTMLElement) {}

  async open(): Promise<void> {
    document.title = `${say("me.account")} · Balka`;
    onSettings(() => this.draw());
    this.draw();
    try {
      if (!(await me()).person) return location.replace("/enter");
      await this.learn();
      await this.notices.load();
    } catch (reason) {
      this.said = wrong("page", reason);
    }
    this.draw();
  }

  private async learn(): Promise<void> {
    [this.account, this.barred] = await Promise.all([call<Account>("/api/me/account"), call<BarredInfo[]>("/api/me/barred")]);
  }

  /** The present password, where it must be shown again. */
  private get proof(): string {
    return this.root.querySelector<HTMLInputElement>("#prove")?.value ?? "";
  }

  /** Changes something; what is known about the account is asked for again. */
  async do(where: string, does: (password: string) => Promise<unknown>, done = say("account.saved")): Promise<void> {
    this.said = null;
    try {
      await does(this.proof);
      await this.learn();
      this.said = { where, text: done, wrong: false };
    } catch (reason) {
      if (reason instanceof Refused && reason.status === 401) return location.assign("/enter");
      this.said = wrong(where, reason);
    }
    this.draw();
  }

  private async leave(where: string, path: string, method: string, body?: object): Promise<void> {
    try {
      await call(path, method, body);
      location.assign("/");
    } catch (reason) {
      this.said = wrong(where, reason);
      this.draw();
    }
  }

  draw(): void {
    const out = html`<button class="btn" id="sign-out" @click=${() => this.leave("page", "/api/me/session", "DELETE")}>${say("account.signOut")}</button>`;
    const title = this.account?.name ?? say("me.account");
    render(shell(title, this.account ? out : nothing, html`<div id="account">${saidIn(this.said, "page")}${this.body()}</div>`), this.root);
  }

  private body(): Html {
    const { account } = this;
    if (!account) return nothing;
    return html`${this.head(account)}
      <div class="parts">
        ${this.name(account)}${account.guest ? nothing : html`${this.prove(account)}${this.password(account)}${this.mail(account)}${this.keys(account)}${this.elsewhere(account)}`}
        ${this.notices.parts(account)}${this.part("barred", say("keep.people"), say("keep.peopleNote"), barredList(this, this.barred))}${this.browsers(account)}${this.data()}${this.end()}
      </div>`;
  }

  private head(account: Account): Html {
    const since = say("account.since", { date: day(account.created) });
    if (account.guest) return html`<p class="lead">${say("account.guestNote")} <a href="/enter">${say("enter.make")}</a></p>`;
    return html`<p class="lead">${since}. <a href=${`/people/${encodeURIComponent(account.name)}`}>${say("account.page")}</a></p>`;
  }

  /** A part of the page: what it is about at the left, what can be done at the right. */
  part(where: string, title: string, note: string, does: Html): Html {
    return html`<section class="card part" data-part=${where} aria-label=${title}>
      <header>
        <h2>${title}</h2>
        ${note ? html`<p class="note">${note}</p>` : nothing}
      </header>
      <div>${does}${saidIn(this.said, where)}</div>
    </section>`;
  }

  private prove(account: Account): Html {
    if (account.fresh) return nothing;
    if (!account.password) return html`<p class="prove">${say("account.again")}</p>`;
    return html`<div class="prove">${field("password", { label: say("account.prove"), id: "prove" })}</div>`;
  }

  private name(account: Account): Html {
    const send = onSend((form) => this.do("name", () => call("/api/me/name", "PUT", { name: valueIn(form, "name") })));
    const form = html`<form id="change-name" class="line" @submit=${send}>
      ${field("name", { label: say("enter.name"), value: account.name })}<button class="btn">${say("account.change")}</button>
    </form>`;
    return this.part("name", say("account.name"), say("account.nameNote"), form);
  }

  private password(account: Account): Html {
    const send = onSend((form) =>
      this.do("password", async (password) => {
        await call("/api/me/password", "PUT", { new: valueIn(form, "newPassword"), password });
        form.reset();
      }),
    );
    const form = html`<form id="change-password" class="line" @submit=${send}>
      ${field("newPassword", { label: say("enter.newPassword"), note: say("enter.passwordNote") })}<button class="btn">${say("account.change")}</button>
    </form>`;
    return this.part("password", say("enter.password"), say(account.password ? "account.passwordNote" : "account.noPassword"), form);
  }

  private mail(account: Account): Html {
    const send = onSend((form) =>
      this.do("mail", (password) => call("/api/me/mail", "PUT", { mail: valueIn(form, "mail"), password }), say("account.sent")),
    );
    const remove = (): Promise<void> => this.do("mail", (password) => call("/api/me/mail/remove", "POST", { password }));
    const form = account.ways.mail
      ? html`<form id="change-mail" class="line" @submit=${send}>
          ${field("mail", { label: say("enter.mail"), value: account.mail })}<button class="btn">${say("account.change")}</button>
        </form>`
      : html`<p class="note">${say("enter.noMail")}</p>`;
    const gone = account.mail ? html`<p class="row"><span>${account.mail}</span><button class="btn" @click=${remove}>${say("account.remove")}</button></p>` : nothing;
    return this.part("mail", say("enter.mail"), say("account.mailNote"), html`${gone}${form}`);
  }

  private keys(account: Account): Html {
    const send = onSend((form) => this.do("passkeys", (password) => addPasskey(valueIn(form, "name"), password).then(() => form.reset())));
    const form = account.ways.passkeys
      ? html`<form id="add-passkey" class="line" @submit=${send}>
          ${field("name", { label: say("account.keyName"), optional: true })}<button class="btn">${say("account.addKey")}</button>
        </form>`
      : html`<p class="note">${say("account.noPasskeys")}</p>`;
    return this.part("passkeys", say("account.passkeys"), say("account.passkeysNote"), html`${passkeys(this, account)}${form}`);
  }

  private elsewhere({ elsewhere, ways }: Account): Html {
    if (!ways.provider && !elsewhere.length) return nothing;
    const list = html`<ul class="rows">
      ${elsewhere.map((issuer) => html`<li class="row"><span>${issuer}</span></li>`)}
    </ul>`;
    const connect = ways.provider && !elsewhere.length ? html`<a class="btn" id="connect" href="/api/me/elsewhere">${say("account.connect", { name: ways.provider })}</a>` : nothing;
    return this.part("elsewhere", say("account.elsewhere"), "", html`${elsewhere.length ? list : nothing}${connect}`);
  }

  private browsers(account: Account): Html {
    const all = (): Promise<void> => this.leave("sessions", "/api/me/sessions", "DELETE");
    const list = html`${sessions(this, account)}
      <p><button class="btn" id="sign-out-all" @click=${all}>${say("account.signOutAll")}</button></p>`;
    return this.part("sessions", say("account.sessions"), "", list);
  }

  private data(): Html {
    const link = html`<a class="btn" id="download" href="/api/me/data" download="balka-account.json">${say("account.download")}</a>`;
    return this.part("data", say("account.data"), say("account.dataNote"), link);
  }

  private end(): Html {
    const ask = (deleting: boolean) => (): void => {
      this.deleting = deleting;
      this.draw();
    };
    const really = (): Promise<void> => this.leave("delete", "/api/me/delete", "POST", { password: this.proof });
    const buttons = this.deleting
      ? html`<button class="btn filled fire" id="really-delete" @click=${really}>${say("account.reallyDelete")}</button>
          <button class="btn" @click=${ask(false)}>${say("account.keep")}</button>`
      : html`<button class="btn" id="delete" @click=${ask(true)}>${say("account.delete")}</button>`;
    return this.part("delete", say("account.delete"), say("account.deleteNote"), html`<p class="other-ways">${buttons}</p>`);
  }
}

export function openAccount(root: HTMLElement): void {
  void new AccountPage(root).open();
}
