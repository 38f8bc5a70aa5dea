// Lists on the account page: passkeys, and the browsers somebody is signed in with.
import { html, nothing, type Html } from "../bits";
import { call } from "../api";
import { ago } from "../lobby/state";
import type { Account, PasskeyInfo, SessionInfo } from "../wire";
import type { AccountPage } from "./account";
import { browserOf, cameBy, day } from "./words";
import { say } from "../texts/say";

export function passkeys(page: AccountPage, account: Account): Html {
  if (!account.passkeys.length) return nothing;
  return html`<ul class="rows">
    ${account.passkeys.map((key) => passkeyRow(page, key))}
  </ul>`;
}

function passkeyRow(page: AccountPage, key: PasskeyInfo): Html {
  const remove = (): Promise<void> => page.do("passkeys", (password) => call("/api/me/passkeys/remove", "POST", { id: key.id, password }));
  const used = key.used ? `, ${say("account.keyUsed", { ago: ago(key.used, Date.now()) })}` : "";
  return html`<li class="row" data-passkey=${key.id}>
    <span><b>${key.name}</b> <small>${say("account.keySince", { date: day(key.created) })}${used}</small></span>
    <button class="btn" @click=${remove}>${say("account.remove")}</button>
  </li>`;
}

export function sessions(page: AccountPage, account: Account): Html {
  return html`<ul class="rows">
    ${account.sessions.map((session) => sessionRow(page, session))}
  </ul>`;
}

function sessionRow(page: AccountPage, session: SessionInfo): Html {
  const end = (): Promise<void> => page.do("sessions", () => call(`/api/me/sessions/${session.id}`, "DELETE"));
  const seen = say("account.seen", { ago: ago(session.seen, Date.now()), way: cameBy(session.way), date: day(session.created) });
  return html`<li class="row" data-session=${session.id} data-here=${session.here}>
    <span
      ><b title=${session.agent}>${browserOf(session.agent)}</b>${session.here ? html` <em>${say("account.here")}</em>` : nothing}
      <small>${seen}${session.address ? `, ${say("account.from", { address: session.address })}` : ""}</small></span
    >
    ${session.here ? nothing : html`<button class="btn" @click=${end}>${say("account.end")}</button>`}
  </li>`;
}
