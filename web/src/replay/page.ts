// The replay page: a table one looks at, step by step; and the page that opens a file.
import { learnLabels } from "../table/labels";
import { render } from "lit-html";
import * as api from "../api";
import { download, html, nothing } from "../bits";
import type { Scene, TableMade } from "../wire";
import { languageNow, onSettings } from "../settings";
import { shell } from "../shell";
import "../shell.css";
import "./replay.css";
import { Overview } from "../table/map/overview";
import { listenPointer } from "../table/map/pointer";
import { drawSeen } from "../table/map/scenery";
import { Stage } from "../table/map/stage";
import type { Insets } from "../table/map/camera";
import { drawNotes, fetchNotes } from "../table/notes";
import { placePins, placeRoll } from "../table/panels/floats";
import { Viewer } from "../table/viewer";
import { drawJudged, toggleJudged } from "./judged";
import { listenReplayKeys } from "./keys";
import { Playback } from "./playback";
import { asFile, makeLink, readFile } from "./sharing";
import { ofFile, ofLink, ofTable, pastAnswers, type Source } from "./source";
import { stepFrom } from "./steps";
import { deskView, type Desk } from "./view";
import { say } from "../texts/say";

const narrow = matchMedia("(max-width: 700px)");

export function openReplay(root: HTMLElement, page: string, id: string): void {
  if (page === "open") return openFile(root);
  const source = page === "shared" ? ofLink(id) : ofTable(id);
  const asked = new URLSearchParams(location.search);
  void new ReplayPage(root, source).open(asked.get("view") ?? "", asked.has("judged"));
}

class ReplayPage {
  private readonly t: Viewer;
  private desk: Desk | null = null;
  private overview: Overview | null = null;
  private due = false;
  private noted = "";
  /** The language the replay was told in. */
  private readonly language = languageNow();

  constructor(
    private readonly root: HTMLElement,
    private readonly source: Source,
  ) {
    this.t = new Viewer("", "", pastAnswers(source, () => this.t.seen.scene), () => this.changed());
  }

  async open(view: string, judged = false): Promise<void> {
    render(html`<p class="loading">${say("replay.fetching")}</p>`, this.root);
    try {
      const replay = await this.source.load(view);
      await learnLabels(replay.game);
      this.t.id = replay.table ?? "";
      const playback = new Playback(this.t, this.source, replay, () => this.laid());
      this.desk = this.makeDesk(playback);
      document.title = `${replay.title} · ${say("replay.replay")} · Balka`;
      this.draw();
      await this.layBoard(replay.board);
      await playback.go(stepFrom(location.hash, playback.last) ?? (replay.over ? 0 : playback.last));
      this.firstView();
      if (judged && replay.judged) this.desk.judge();
    } catch (reason) {
      this.fail((reason as Error).message);
      return;
    }
    listenReplayKeys(this.t, this.desk, () => this.desk!.playback);
    onSettings(() => (this.language === languageNow() ? this.paint() : location.reload()));
    addEventListener("resize", () => this.fit());
    addEventListener("hashchange", () => this.desk?.playback.jump(stepFrom(location.hash, this.desk.playback.last) ?? 0));
  }

  /** The whole board where there is room for it, else the pieces on it. */
  private firstView(): void {
    const { stage, seen } = this.t;
    const pieces = (seen.scene?.stacks ?? []).filter((stack) => stack.place.kind === "hex").map((stack) => stack.place.id);
    stage.frame(narrow.matches ? pieces : [], narrow.matches ? 0.55 : 0);
  }

  private fail(why: string): void {
    render(shell(say("replay.replay"), nothing, html`<p class="warn" id="replay-problem" role="alert">${why}</p><p><a href="/">${say("app.toLobby")}</a></p>`), this.root);
  }

  private makeDesk(playback: Playback): Desk {
    const { t } = this;
    const desk: Desk = {
      t,
      playback,
      replay: playback.replay,
      panel: "",
      seats: { ...playback.replay.players },
      bots: [],
      link: null,
      problem: "",
      log: false,
      judging: false,
      judged: null,
      judge: () => {
        void toggleJudged(desk);
        this.named();
      },
      look: (view) => void this.look(view),
      open: (panel) => {
        [desk.panel, desk.problem, desk.link] = [panel, "", null];
        if (panel === "play") void this.listBots(desk);
        t.changed();
      },
      playHere: (step, choice = "") => void this.playHere(step, choice),
      share: (whole) => void this.share(whole),
      save: () => download(`balka-position-${playback.at}.json`, asFile({ ...(t.seen.scene as Scene), log: [], choices: [] })),
    };
    return desk;
  }

  // ---------------------------------------------------------------- doing

  /** Which bots may take a seat of the table that goes on from here: those that can play its game. */
  private async listBots(desk: Desk): Promise<void> {
    const games = await api.games().catch(() => []);
    const key = desk.replay.scenario?.split("/")[0];
    desk.bots = games.find((game) => game.key === key)?.bots ?? desk.bots;
    this.t.changed();
  }

  /** Looks through other eyes, at about the same moment. */
  private async look(view: string): Promise<void> {
    const desk = this.desk!;
    const { playback } = desk;
    playback.pause();
    desk.judging &&= view === "all"; // its steps are those of a game that is seen whole
    try {
      const replay = await this.source.load(view);
      const share = playback.goal / Math.max(1, playback.last);
      playback.take(replay);
      desk.replay = playback.replay;
      this.t.papers.notes = null;
      await playback.go(Math.round(share * playback.last));
    } catch (reason) {
      playback.problem = (reason as Error).message;
    }
    this.t.changed();
  }

  private async playHere(step: number, choice: string): Promise<void> {
    const desk = this.desk!;
    const { replay } = desk;
    const place = `/api/tables/${encodeURIComponent(replay.table ?? "")}/replay/${step}`;
    try {
      const made = await api.call<TableMade>(place, "POST", { view: replay.view, seats: desk.seats, choice });
      location.assign(made.url);
    } catch (reason) {
      const { problem } = reason as api.Refused;
      desk.problem = problem?.instead ? `${problem.error} ${say("app.instead", { what: problem.instead })}` : (reason as Error).message;
      this.t.changed();
    }
  }

  private async share(whole: boolean): Promise<void> {
    const desk = this.desk!;
    const made = await makeLink(desk.replay.table ?? "", desk.replay.view, desk.playback.at, whole);
    desk.problem = made.problem;
    desk.link = made.url ? { url: made.url, what: whole ? "replay.linkGame" : "replay.linkStep" } : null;
    this.t.changed();
  }

  // ---------------------------------------------------------------- drawing

  private laid(): void {
    const { t } = this;
    const { playback, replay } = this.desk!;
    t.seat = t.seen.scene!.seat;
    t.seen.turn = replay.turns[playback.at] ?? null;
    t.map?.write("fx", "");
    this.named();
    if (this.noted !== replay.view && replay.yours?.includes(replay.view)) fetchNotes(t);
    this.noted = replay.view;
    drawNotes(t);
    this.changed();
  }

  /** The step in the address, so that it can be kept. */
  private named(): void {
    const { playback, replay } = this.desk!;
    if (this.source.place) {
      const judged = this.desk!.judging ? "&judged=1" : "";
      const query = replay.view && replay.views.length ? `?view=${encodeURIComponent(replay.view)}${judged}` : "";
      history.replaceState(null, "", `${this.source.place}${query}#${playback.at}`);
    }
  }

  private changed(): void {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    const { t, desk } = this;
    this.due = false;
    if (!desk) return;
    render(deskView(desk), this.root);
    if (!t.map || !t.seen.scene) return;
    if (!t.seen.playing) t.stage.clearNames(t.seen.scene);
    t.stage.draw(t.seen.scene, t.look.chosen);
    drawSeen(t);
    drawJudged(desk);
    placePins(t);
    placeRoll(t);
  }

  private paint(): void {
    this.t.map?.paint();
    void this.overview?.paint();
    this.changed();
  }

  private fit(): void {
    this.changed();
    requestAnimationFrame(() => requestAnimationFrame(() => this.t.map?.resize()));
  }

  private async layBoard(key: string): Promise<void> {
    const { t } = this;
    t.seen.board = await api.board(key);
    const moved = (): void => {
      placePins(t);
      placeRoll(t);
      this.overview?.follow();
    };
    t.map = new Stage(document.getElementById("map")!, t.seen.board, moved, () => this.changed(), insets);
    this.overview = new Overview(document.getElementById("overview")!, t.stage);
    t.stage.resize();
    listenPointer(t);
    this.paint();
  }
}

/** Room the panels take from the map. */
function insets(): Insets {
  const box = (selector: string): DOMRect | undefined => document.querySelector(selector)?.getBoundingClientRect();
  const bottom = (box("#controls")?.height ?? 0) + (narrow.matches ? 0 : 26);
  const right = narrow.matches ? 0 : (box("#rail")?.width ?? 0) + 16;
  const left = narrow.matches ? 0 : (box("#judged")?.right ?? 0);
  return { top: box("#top")?.height ?? 56, right, bottom, left };
}

// ---------------------------------------------------------------- opening a file

/** A page for a file: a record becomes a table, a position is shown, anything else is refused with the reason. */
function openFile(root: HTMLElement): void {
  let problem = "";
  const draw = (): void => void render(shell(say("app.openFile"), nothing, body()), root);
  const refuse = (why: string): void => {
    problem = why;
    draw();
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const opened = readFile(await file.text());
    if (opened.kind === "refused") return refuse(opened.why);
    if (opened.kind === "position") return void new ReplayPage(root, ofFile(opened.scene)).open("");
    try {
      const made = await api.call<TableMade>("/api/tables", "POST", { record: opened.text });
      const table = await api.oneTable(made.id);
      location.assign(table.over ? `/replay/${made.id}` : made.url);
    } catch (reason) {
      const { problem: said } = reason as api.Refused;
      refuse(said?.instead ? `${said.error} (${said.instead})` : (reason as Error).message);
    }
  };
  const choose = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    void take(file).finally(() => {
      input.value = ""; // the same file, mended, can be chosen again
    });
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  };
  const body = () =>
    html`<div class="open-file" @dragover=${(event: Event) => event.preventDefault()} @drop=${drop}>
      <h2>${say("open.title")}</h2>
      <p>${say("open.text")}</p>
      <input id="open-file" type="file" aria-label=${say("open.file")} @change=${choose} />
      ${problem ? html`<p class="warn" id="open-problem" role="alert">${problem}</p>` : nothing}
    </div>`;
  document.title = `${say("app.openFile")} · Balka`;
  onSettings(draw);
  draw();
}
