// The way in: with an account, as somebody new, as a guest, by a link that came by mail.
//
// Hooks for tests: #enter; #sign-in with who, password; #sign-up with name, newPassword; #be-guest; #by-passkey;
// #by-mail with mail, #forgot; #ticket the page of a link, with #use-ticket.
import { render } from "lit-html";
import { html, nothing, type Html } from "../bits";
import { call, me } from "../api";
import { onSettings } from "../settings";
import { shell } from "../shell";
import "../shell.css";
import "./people.css";
import { field, onSend, saidIn, valueIn, wrong, type Said } from "./form";
import { canPasskeys, enterByPasskey } from "./passkey";
import type { LinkSent, Me, TicketInfo } from "../wire";
import { say } from "../texts/say";

class Door {
  private me: Me | null = null;
  private ticket: TicketInfo | null = null;
  private said: Said | null = null;
  private readonly token = location.hash.slice(1);

  constructor(private readonly root: HTMLElement) {}

  async open(): Promise<void> {
    document.title = `${say("enter.title")} · Balka`;
    onSettings(() => this.draw());
    this.draw();
    const failed = location.search === "?failed" ? { where: "page", text: say("enter.failed"), wrong: true } : null;
    await this.try("page", async () => {
      this.me = await me();
      if (this.token) this.ticket = await call<TicketInfo>("/api/me/link/look", "POST", { ticket: this.token });
      else if (this.me.person && !this.me.person.guest) location.replace("/account");
    });
    this.said ??= failed;
    this.draw();
    this.root.querySelector<HTMLInputElement>("input")?.focus();
  }

  /** Does something, and shows what went wrong where it was asked for. */
  private async try(where: string, does: () => Promise<void>): Promise<void> {
    this.said = null;
    try {
      await does();
    } catch (reason) {
      this.said = wrong(where, reason);
    }
    this.draw();
  }

  private comeIn(where: string, path: string, body: object): Promise<void> {
    return this.try(where, async () => {
      await call<Me>(path, "POST", body);
      location.assign("/");
    });
  }

  private draw(): void {
    render(shell(say("enter.title"), nothing, html`<div id="enter">${this.body()}</div>`), this.root);
  }

  private body(): Html {
    const problem = saidIn(this.said, "page");
    if (!this.me) return problem;
    if (!this.me.open) return html`<p class="lead">${say("enter.closed")}</p>`;
    if (this.token) return html`${problem}${this.ofTicket()}`;
    return html`${problem}<div class="door">${this.known(this.me)}${this.stranger(this.me)}</div>`;
  }

  // -- with an account

  private known({ ways }: Me): Html {
    const send = onSend((form) =>
      this.comeIn("known", "/api/me/session", { who: valueIn(form, "who"), password: valueIn(form, "password") }),
    );
    return html`<section class="card" aria-label=${say("enter.known")}>
      <h2>${say("enter.known")}</h2>
      ${saidIn(this.said, "known")}
      <form id="sign-in" @submit=${send}>
        ${field("who", { label: say("enter.who") })}${field("password", { label: say("enter.password") })}
        <button class="btn filled accent">${say("me.signIn")}</button>
      </form>
      ${this.otherWays(ways)} ${ways.mail ? this.byMail() : html`<p class="note">${say("enter.noMail")}</p>`}
    </section>`;
  }

  private otherWays(ways: Me["ways"]): Html {
    const passkey = ways.passkeys && canPasskeys();
    if (!passkey && !ways.provider) return nothing;
    const show = (): void =>
      void this.try("known", async () => {
        await enterByPasskey();
        location.assign("/");
      });
    return html`<p class="other-ways">
      ${passkey ? html`<button class="btn" id="by-passkey" @click=${show}>${say("enter.passkey")}</button>` : nothing}
      ${ways.provider ? html`<a class="btn" id="by-provider" href="/api/me/elsewhere">${say("enter.provider", { name: ways.provider })}</a>` : nothing}
    </p>`;
  }

  private byMail(): Html {
    const ask = (form: HTMLFormElement, recover: boolean): Promise<void> =>
      this.try("mail", async () => {
        const { minutes } = await call<LinkSent>("/api/me/link", "POST", { mail: valueIn(form, "mail"), recover });
        this.said = { where: "mail", text: say("enter.sent", { n: minutes }), wrong: false };
      });
    const forgot = (event: Event): void => {
      const form = (event.target as HTMLElement).closest("form")!;
      if (form.reportValidity()) void ask(form, true);
    };
    return html`<form id="by-mail" class="aside" @submit=${onSend((form) => ask(form, false))}>
      <h3>${say("enter.byMail")}</h3>
      ${saidIn(this.said, "mail")}${field("mail", { label: say("enter.mail") })}
      <p class="other-ways">
        <button class="btn">${say("enter.link")}</button>
        <button class="btn" type="button" id="forgot" @click=${forgot}>${say("enter.forgot")}</button>
      </p>
    </form>`;
  }

  // -- new here

  private stranger({ person }: Me): Html {
    const send = onSend((form) =>
      this.comeIn("new", "/api/me/account", { name: valueIn(form, "name"), password: valueIn(form, "newPassword") }),
    );
    const title = say(person ? "enter.become" : "enter.new");
    return html`<section class="card" aria-label=${title}>
      <h2>${title}</h2>
      ${saidIn(this.said, "new")}
      <form id="sign-up" @submit=${send}>
        ${field("name", { label: say("enter.name"), note: say("enter.nameNote"), value: person?.name })}
        ${field("newPassword", { label: say("enter.password"), note: say("enter.passwordNote") })}
        <button class="btn">${say("enter.make")}</button>
        ${person ? nothing : this.asGuest()}
      </form>
    </section>`;
  }

  private asGuest(): Html {
    const come = (event: Event): void => {
      const name = valueIn((event.target as HTMLElement).closest("form")!, "name");
      void this.comeIn("new", "/api/me/guest", { name });
    };
    return html`<div class="aside">
      <button class="btn" type="button" id="be-guest" @click=${come}>${say("enter.asGuest")}</button>
      <p class="note">${say("enter.guestNote")}</p>
    </div>`;
  }

  // -- a link that came by mail

  private ofTicket(): Html {
    const { ticket } = this;
    if (!ticket) return this.said ? html`<p><a href="/enter">${say("enter.title")}</a></p>` : html`<p>${say("enter.looking")}</p>`;
    return html`<section class="card narrow" id="ticket" data-kind=${ticket.kind}>${saidIn(this.said, "ticket")}${this.ticketForm(ticket)}</section>`;
  }

  private ticketForm(ticket: TicketInfo): Html {
    const send = onSend((form) => this.use(ticket, form));
    const isNew = ticket.kind === "enter" && !ticket.name;
    const [lead, button] = ticketWords(ticket);
    return html`<form @submit=${send}>
      <p class="lead">${lead}</p>
      ${isNew ? field("name", { label: say("enter.name"), note: say("enter.nameNote") }) : nothing}
      ${ticket.kind === "recover" ? field("newPassword", { label: say("enter.newPassword"), note: say("enter.passwordNote") }) : nothing}
      <button class="btn filled accent" id="use-ticket">${button}</button>
    </form>`;
  }

  private use(ticket: TicketInfo, form: HTMLFormElement): Promise<void> {
    return this.try("ticket", async () => {
      const body = { ticket: this.token, name: valueIn(form, "name"), password: valueIn(form, "newPassword") };
      const now = await call<Me>("/api/me/link/use", "POST", body);
      location.replace(ticket.kind === "confirm" && now.person ? "/account" : "/");
    });
  }
}

/** What a link is good for, and the button that does it. */
function ticketWords({ kind, mail, name }: TicketInfo): [string, string] {
  if (kind === "recover") return [say("enter.ticketRecover", { name }), say("enter.set")];
  if (kind === "confirm") return [say("enter.ticketConfirm", { mail, name }), say("enter.yes")];
  return name ? [mail, say("enter.ticketEnter", { name })] : [say("enter.ticketNew", { mail }), say("enter.make")];
}

export function openEnter(root: HTMLElement): void {
  void new Door(root).open();
}
