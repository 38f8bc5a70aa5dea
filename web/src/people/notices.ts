// How somebody hears of his tables while he is away: what by which channel, in which browsers, by which webhooks.
//
// Hooks for tests: #wanted with [data-wanted="channel.kind"] boxes; #take-push; [data-target] rows with [data-try],
// [data-remove]; #add-hook with url, shape; #hook-secret.
import { html, nothing, type Html } from "../bits";
import { call } from "../api";
import { ago } from "../lobby/state";
import type { AccountPage } from "./account";
import { onSend, valueIn, wrong } from "./form";
import { endPush, takePush, whyNoPush } from "./push";
import { browserOf, day } from "./words";
import type { Account, ChannelInfo, HookMade, NoticeSettings, TargetInfo, Tried } from "../wire";
import { say, type Plain } from "../texts/say";

type Channel = ChannelInfo["channel"];
type Kind = ChannelInfo["kinds"][number];
type Pace = ChannelInfo["paces"][number];
const KINDS: [Kind, Plain][] = [
  ["turn", "notices.turn"],
  ["asked", "notices.asked"],
  ["clock", "notices.clock"],
  ["came", "notices.came"],
  ["challenge", "notices.challenge"],
  ["over", "notices.over"],
];
const PACES: [Pace, Plain][] = [
  ["live", "notices.live"],
  ["days", "notices.days"],
  ["none", "notices.none"],
];
const CHANNELS: Record<Channel, Plain> = { mail: "notices.mail", push: "notices.push", hook: "notices.hook" };
const CLOSED: Record<string, Plain> = { mail: "enter.noMail", address: "notices.noAddress", packages: "notices.noPackages" };
const SHAPES: [TargetInfo["shape"], Plain][] = [
  ["text", "notices.shapeText"],
  ["content", "notices.shapeContent"],
  ["json", "notices.shapeJson"],
];

const switched = <T>(list: T[], one: T, on: boolean): T[] => [...list.filter((known) => known !== one), ...(on ? [one] : [])];

export class Notices {
  settings: NoticeSettings | null = null;
  private secret = "";

  constructor(private readonly page: AccountPage) {}

  async load(): Promise<void> {
    this.settings = await call<NoticeSettings>("/api/me/notices");
  }

  /** Does something that answers with what is so now, and shows what went wrong where it was asked for. */
  private async do(where: string, does: () => Promise<NoticeSettings | void>, done = ""): Promise<void> {
    this.page.said = null;
    try {
      this.settings = (await does()) ?? (await call<NoticeSettings>("/api/me/notices"));
      if (done) this.page.said = { where, text: done, wrong: false };
    } catch (reason) {
      this.page.said = wrong(where, reason);
    }
    this.page.draw();
  }

  parts(account: Account): Html {
    const { settings } = this;
    if (!settings) return nothing;
    return html`${this.wanted(account, settings)}${this.browsers(settings)}${account.guest ? nothing : this.hooks(settings)}`;
  }

  private channel(settings: NoticeSettings, name: Channel): ChannelInfo {
    return settings.channels.find(({ channel }) => channel === name)!;
  }

  // -- what by which channel

  private wanted(account: Account, settings: NoticeSettings): Html {
    const gathered = say("notices.note", { n: Math.max(1, Math.round(settings.minutes)) });
    const head = html`<tr>
      <td></td>
      ${settings.channels.map(({ channel }) => html`<th scope="col">${say(CHANNELS[channel])}</th>`)}
    </tr>`;
    const table = html`<table id="wanted">
      <thead>
        ${head}
      </thead>
      <tbody>
        ${KINDS.map(([kind, name]) => this.row(account, settings, "kinds", kind, name))}
      </tbody>
      <tbody>
        <tr>
          <th colspan="4" scope="rowgroup">${say("notices.atPace")}</th>
        </tr>
        ${PACES.map(([pace, name]) => this.row(account, settings, "paces", pace, name))}
      </tbody>
    </table>`;
    const noMail = account.guest || account.mail || this.channel(settings, "mail").closed ? nothing : html`<p class="note">${say("notices.giveMail")}</p>`;
    return this.page.part("notices", say("notices.title"), gathered, html`${table}${noMail}`);
  }

  private row(account: Account, settings: NoticeSettings, list: "kinds" | "paces", one: Kind | Pace, name: Plain): Html {
    return html`<tr>
      <th scope="row">${say(name)}</th>
      ${settings.channels.map((channel) => html`<td>${this.box(account, channel, list, one, say(name))}</td>`)}
    </tr>`;
  }

  private box(account: Account, channel: ChannelInfo, list: "kinds" | "paces", one: Kind | Pace, name: string): Html {
    const chosen = channel[list] as (Kind | Pace)[];
    const change = (event: Event): void => this.choose(channel, list, switched(chosen, one, (event.target as HTMLInputElement).checked));
    const useless = Boolean(channel.closed) || (channel.channel === "mail" && !account.mail);
    return html`<input
      type="checkbox"
      data-wanted=${`${channel.channel}.${one}`}
      aria-label=${`${say(CHANNELS[channel.channel])}: ${name}`}
      .checked=${chosen.includes(one)}
      ?disabled=${useless}
      @change=${change}
    />`;
  }

  private choose(channel: ChannelInfo, list: "kinds" | "paces", chosen: (Kind | Pace)[]): void {
    const now = this.settings!.channels.map((known) => (known === channel ? { ...known, [list]: chosen } : known));
    const wish = Object.fromEntries(now.map(({ channel: name, kinds, paces }) => [name, { kinds, paces }]));
    void this.do("notices", () => call<NoticeSettings>("/api/me/notices", "PUT", wish), say("account.saved"));
  }

  // -- browsers

  private browsers(settings: NoticeSettings): Html {
    const closed = this.channel(settings, "push").closed;
    const why = closed ? say(CLOSED[closed]!) : whyNoPush();
    const mine = settings.targets.filter(({ channel }) => channel === "push");
    const take = (): Promise<void> => this.do("push", () => takePush(settings.key), say("notices.taken"));
    const button = mine.some(({ here }) => here)
      ? nothing
      : html`<p><button class="btn" id="take-push" @click=${take}>${say("notices.takePush")}</button></p>`;
    const list = html`${this.list(mine)}${why ? html`<p class="note">${why}</p>` : button}`;
    return this.page.part("push", say("notices.browsers"), say("notices.browsersNote"), list);
  }

  // -- webhooks

  private hooks(settings: NoticeSettings): Html {
    const closed = this.channel(settings, "hook").closed;
    const mine = settings.targets.filter(({ channel }) => channel === "hook");
    const list = html`${this.list(mine)}${this.told()}${closed ? html`<p class="note">${say(CLOSED[closed]!)}</p>` : this.newHook()}`;
    return this.page.part("hooks", say("notices.hooks"), say("notices.hooksNote"), list);
  }

  private newHook(): Html {
    const send = onSend((form) =>
      this.do("hooks", async () => {
        const shape = (form.elements.namedItem("shape") as HTMLSelectElement).value;
        const made = await call<HookMade>("/api/me/hooks", "POST", { url: valueIn(form, "url"), shape });
        form.reset();
        this.secret = made.secret;
        return made.settings;
      }),
    );
    return html`<form id="add-hook" class="line" @submit=${send}>
      <label class="field"><span>${say("notices.url")}</span><input name="url" type="url" required maxlength="1000" autocomplete="off" /></label>
      <button class="btn">${say("notices.add")}</button>
      <label class="field"
        ><span>${say("notices.shape")}</span
        ><select name="shape">
          ${SHAPES.map(([shape, name]) => html`<option value=${shape}>${say(name)}</option>`)}
        </select></label
      >
    </form>`;
  }

  private told(): Html {
    if (!this.secret) return nothing;
    return html`<p class="secret" role="status">${say("notices.secret")} <code id="hook-secret">${this.secret}</code></p>`;
  }

  // -- both

  private list(targets: TargetInfo[]): Html {
    if (!targets.length) return nothing;
    return html`<ul class="rows">
      ${targets.map((target) => this.target(target))}
    </ul>`;
  }

  private target(target: TargetInfo): Html {
    const where = target.channel === "push" ? "push" : "hooks";
    const path = `/api/me/targets/${target.id}`;
    const attempt = (): Promise<void> =>
      this.do(where, async () => {
        const { problem } = await call<Tried>(`${path}/try`, "POST", {});
        if (problem) throw new Error(problem);
      }, say("notices.tried"));
    const remove = (): Promise<void> =>
      this.do(where, async () => {
        if (target.here) await endPush();
        return call<NoticeSettings>(path, "DELETE");
      });
    const name = target.channel === "push" ? browserOf(target.name) : target.name;
    const used = target.used ? `, ${say("notices.used", { ago: ago(target.used, Date.now()) })}` : "";
    return html`<li class="row" data-target=${target.id} data-off=${Boolean(target.off)}>
      <span
        ><b>${name}</b>${target.here ? html` <em>${say("account.here")}</em>` : nothing}
        <small>${say("account.keySince", { date: day(target.created) })}${used}</small>
        ${target.off ? html`<small class="warn">${say("notices.off", { why: target.off })}</small>` : nothing}</span
      >
      <span class="acts">
        <button class="btn" data-try @click=${attempt}>${say("notices.try")}</button>
        <button class="btn" data-remove @click=${remove}>${say("account.remove")}</button>
      </span>
    </li>`;
  }
}
