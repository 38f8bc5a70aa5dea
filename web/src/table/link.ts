// The line to the server: one socket, questions answered by number, and an honest account of a line that dropped.
import type { Company, Problem, Scene, Seating, Talk, Thinking, Told, Value, Waiting as SeatsWaiting, Why } from "../wire";
import { Refused } from "../api";
import { say } from "../texts/say";
import { typeset } from "../typeset";
import { changed } from "./changes";
import type { Answers } from "./viewer";

export type LineState = "joining" | "open" | "lost";

export interface LinkEvents {
  scene(scene: Scene): void;
  curtain(seat: string): void;
  notice(text: string): void;
  thinking(progress: Thinking): void;
  waiting(seats: SeatsWaiting): void;
  talk(said: Talk): void;
  company(now: Company): void;
  seating(now: Seating): void;
  noHints(): void;
  error(problem: Problem): void;
  state(state: LineState, retryInSeconds: number): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Refused): void;
}

const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 8;

export class Link implements Answers {
  private socket: WebSocket | null = null;
  private shown: Scene | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private wait = FIRST_WAIT;
  private timer = 0;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly hello: () => object,
    private readonly on: LinkEvents,
  ) {}

  start(): void {
    this.open();
    addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => this.tellLooking());
  }

  get ready(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  retryNow(): void {
    if (this.ready || this.closed) return;
    clearTimeout(this.timer);
    this.open();
  }

  /** Sends what needs no answer of its own; false when the line is down. */
  tell(message: object): boolean {
    if (!this.ready) return false;
    this.socket!.send(JSON.stringify(message));
    return true;
  }

  ask<T>(message: object): Promise<T> {
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      const down = new Refused({ error: say("app.lineDown") }, 0);
      if (!this.tell({ ...message, id })) return reject(down);
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
    });
  }

  values(unit: string): Promise<Value[]> {
    return this.ask({ type: "values", unit });
  }

  why(about: { unit: string; hex?: string }): Promise<Why> {
    return this.ask({ type: "why", ...about });
  }

  private open(): void {
    this.on.state("joining", 0);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.tell({ type: "hello", ...this.hello() });
      if (document.hidden) this.tellLooking();
      this.on.state("open", 0);
    };
    socket.onmessage = (event) => this.heard(String(event.data));
    socket.onclose = () => this.dropped(socket);
  }

  /** Whoever has the page behind others is called when it is his turn. */
  private tellLooking(): void {
    this.tell({ type: "looking", here: !document.hidden });
  }

  private show(scene: Scene): void {
    this.wait = FIRST_WAIT; // a line that is only told why it is closed is asked for less and less often
    this.shown = scene;
    this.on.scene(typeset(scene));
  }

  /** The next line begins with a whole scene: the changes of one that is not here came, or another language is wanted. */
  startOver(): void {
    this.shown = null;
    this.socket?.close();
  }

  private dropped(socket: WebSocket): void {
    if (this.closed || socket !== this.socket) return;
    for (const each of this.waiting.values()) each.reject(new Refused({ error: say("app.lineDropped") }, 0));
    this.waiting.clear();
    this.on.state("lost", this.wait);
    this.timer = window.setTimeout(() => this.open(), this.wait * 1000);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  private heard(text: string): void {
    const said = JSON.parse(text) as Told;
    if (said.type === "scene") return this.show(said.scene);
    if (said.type === "changes") return this.shown?.version === said.after ? this.show(changed(this.shown, said)) : this.startOver();
    if (said.type === "curtain") return this.on.curtain(said.seat);
    if (said.type === "notice") return this.on.notice(said.text);
    if (said.type === "thinking") return this.on.thinking(said);
    if (said.type === "waiting") return this.on.waiting(said);
    if (said.type === "talk") return this.on.talk(said);
    if (said.type === "company") return this.on.company(said);
    if (said.type === "seating") return this.on.seating(said);
    if (said.type === "no_hints") return this.on.noHints();
    const waiting = said.id == null ? undefined : this.waiting.get(said.id);
    if (said.id != null) this.waiting.delete(said.id);
    if (said.type === "reply") return waiting?.resolve(typeset(said.result));
    if (waiting) return waiting.reject(new Refused(said.error, 400));
    this.on.error(said.error);
  }
}
