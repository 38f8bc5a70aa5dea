// The table page: state, map, line and layout put together.
import { learnLabels } from "./labels";
import { render } from "lit-html";
import * as api from "../api";
import type { Problem, Scene, Thinking } from "../wire";
import { drawHint } from "../lessons/hint";
import { drawCoach } from "./panels/coach";
import { languageNow, onSettings } from "../settings";
import { Arrivals } from "./arrival";
import { announce, complain } from "./asking";
import { walkTo } from "./choosing";
import { putAway } from "./closing";
import { takeCompany } from "./company";
import { listenKeys } from "./keys";
import { insets, isAnswered, narrow, tellBusy, view } from "./layout";
import { Link, type LineState } from "./link";
import { drawChoices } from "./map/choices";
import { Overview } from "./map/overview";
import { listenPointer } from "./map/pointer";
import { Stage } from "./map/stage";
import { placePins, placeRoll } from "./panels/floats";
import { drawMarks } from "./film/marks";
import { fitTracks, lightTracks } from "./panels/topbar";
import { seesAll } from "./panels/covers";
import { Player } from "./player";
import { hexOf } from "./scene";
import { guest, hear } from "./talk";

export function openTable(root: HTMLElement, id: string): void {
  new TablePage(root, id).open();
}

const ANSWERS = 60; // milliseconds in which the server has mostly answered
const RESTS = 150; // milliseconds after the last movement of the map

class TablePage {
  private readonly t: Player;
  private readonly link: Link;
  private readonly arrivals: Arrivals;
  private readonly asked = new URLSearchParams(location.search);
  private overview: Overview | null = null;
  private due = false;
  private held = 0;
  private paper: string | null = null;
  private ticking = 0;
  private resting = 0;
  /** The language this table was told to speak. */
  private language = languageNow();

  constructor(
    private readonly root: HTMLElement,
    id: string,
  ) {
    this.link = new Link(socketUrl(id), () => this.hello(), {
      scene: (scene: Scene) => {
        this.t.line.thinking = null;
        this.arrivals.take(scene);
      },
      curtain: (seat) => this.curtain(seat),
      notice: (text) => announce(this.t, text),
      thinking: (told) => this.thinking(told),
      waiting: (seats) => {
        this.t.line.waiting = seats;
        this.t.changed();
      },
      talk: (said) => hear(this.t, said),
      company: (now) => takeCompany(this.t, now),
      seating: (now) => {
        this.t.line.seating = now;
        this.t.changed();
      },
      noHints: () => {
        this.t.line.hints = false;
        this.t.changed();
      },
      error: (problem) => this.error(problem),
      state: (state, wait) => this.line(state, wait),
    });
    this.t = new Player(id, this.asked.get("seat") ?? "", this.link, () => this.changed());
    this.arrivals = new Arrivals(this.t, (scene) => this.stageFor(scene));
  }

  open(): void {
    const { t } = this;
    this.draw();
    listenKeys(t);
    watchSize(t);
    onSettings(() => this.settle());
    this.link.start();
  }

  /** How one introduces oneself: the seat, what is already known, and the key to it. */
  private hello(): object {
    const token = this.asked.get("token");
    return { seat: this.t.seat, have: this.t.seen.log.length, changes: true, guest: guest(), language: (this.language = languageNow()), ...(token && { token }) };
  }

  // ---------------------------------------------------------------- what the line says

  private curtain(seat: string): void {
    this.t.line.curtain = seat;
    this.arrivals.skip();
    if (seesAll(this.t)) return this.drawCurtain();
    this.t.film.forget();
    putAway(this.t, "curtain");
    walkTo(this.t, []);
  }

  /** A bot tells how far it has come; its clock goes on until it has decided. */
  private thinking(told: Thinking): void {
    const { t } = this;
    t.line.thinking = { ...told, began: t.line.thinking?.began ?? performance.now() };
    clearInterval(this.ticking);
    this.ticking = window.setInterval(() => (t.line.thinking ? t.changed() : clearInterval(this.ticking)), 1000);
    t.changed();
  }

  private error(problem: Problem): void {
    const { t } = this;
    t.line.sent = null;
    if (t.seen.scene || t.line.curtain) return complain(t, problem);
    t.line.gone = problem;
    t.link.close();
    t.changed();
  }

  private line(state: LineState, wait: number): void {
    const { t } = this;
    [t.line.state, t.line.retryIn] = [state, wait];
    if (state === "open") {
      this.arrivals.fresh = true;
      t.papers.slips = t.papers.slips.filter((slip) => slip.hex !== null);
    }
    t.changed();
  }

  private drawCurtain(): void {
    const { t } = this;
    t.seat = t.line.curtain!;
    t.seen.log = [];
    this.arrivals.fresh = true;
    t.link.tell({ type: "seat", seat: t.seat });
  }

  // ---------------------------------------------------------------- drawing

  /** Draws with the next frame. What waits for the server's answer is drawn with it, for drawing twice takes twice as
   * long; if the answer is slow, the table shows meanwhile what was pressed. */
  private changed(): void {
    if (this.due) return;
    if (isAnswered(this.t)) {
      tellBusy(this.root, this.t);
      this.held ||= window.setTimeout(() => this.soon(), ANSWERS);
    } else this.soon();
  }

  private soon(): void {
    clearTimeout(this.held);
    this.held = 0;
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    const { t } = this;
    this.due = false;
    render(
      view(t, () => this.drawCurtain()),
      this.root,
    );
    fitTracks();
    lightTracks();
    this.followPaper();
    if (!t.map || !t.seen.scene) return;
    if (t.seen.scene.lesson) t.stage.teach();
    if (!t.seen.playing) t.stage.clearNames(t.seen.scene);
    t.stage.draw(t.seen.scene, t.subject() ?? t.pick.action.subject ?? t.look.chosen);
    this.overview?.mark(t.seen.scene);
    drawChoices(t);
    drawMarks(t);
    drawHint(t);
    drawCoach(t);
    placePins(t);
    placeRoll(t);
  }

  /** Whoever opens a drawer is led to it, and back to the map when it is put away. */
  private followPaper(): void {
    const { line, panels } = this.t;
    const now = line.curtain ? "curtain" : panels.drawer;
    if (now === this.paper) return;
    this.paper = now;
    const found = now ? document.getElementById(now) : null;
    if (found && !found.contains(document.activeElement)) found.focus({ preventScroll: true });
    else if (!now && document.activeElement === document.body) document.getElementById("map")?.focus({ preventScroll: true });
  }

  /** What was told in one language is told anew in another. */
  private settle(): void {
    if (this.language !== languageNow()) this.link.startOver();
    this.paint();
  }

  private paint(): void {
    this.t.map?.paint();
    void this.overview?.paint();
    this.changed();
  }

  /** Lays the board of a scene, unless it lies there already. */
  private async stageFor(scene: Scene): Promise<void> {
    const { t } = this;
    if (t.seen.board?.key === scene.board) return;
    [t.seen.board] = await Promise.all([api.board(scene.board), learnLabels(scene.game)]);
    const moved = (): void => {
      placePins(t);
      placeRoll(t);
      this.overview?.follow();
      clearTimeout(this.resting);
      this.resting = window.setTimeout(() => this.changed(), RESTS);
    };
    t.map = new Stage(document.getElementById("map")!, t.seen.board, moved, () => this.changed(), insets);
    this.overview = new Overview(document.getElementById("overview")!, t.stage);
    t.stage.resize();
    t.stage.root.addEventListener("skip", () => this.arrivals.skip());
    t.stage.root.addEventListener("again", () => void this.arrivals.again());
    listenPointer(t);
    this.paint();
  }
}

/** Keeps the map's free part in step with the window and the sheet, and what is decided on in sight of it. */
function watchSize(t: Player): void {
  const fit = (): void => {
    if (!t.map) return;
    t.stage.resize();
    const hex = hexOf(t.seen.scene, t.subject()) ?? t.pick.action.hex;
    if (narrow.matches && hex) t.stage.camera.bring(t.stage.field.centre(hex), 80);
  };
  const sheets = new ResizeObserver(fit);
  const watch = (): void => {
    sheets.disconnect();
    const found = document.getElementById("sheet");
    if (found) sheets.observe(found);
    fit();
  };
  const soon = (): void => {
    t.changed();
    requestAnimationFrame(() => requestAnimationFrame(watch));
  };
  watch();
  addEventListener("resize", soon);
  narrow.addEventListener("change", soon);
}

function socketUrl(id: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/tables/${encodeURIComponent(id)}`;
}
