// The table page: state, map, line and layout put together.
import { render } from "lit-html";
import * as api from "../api";
import type { Problem, Scene, Seat } from "../art/types";
import { drawHint } from "../lessons/glow";
import { onSettings } from "../settings";
import { Arrivals } from "./arrival";
import { announce, complain } from "./asking";
import { stand, subject } from "./choosing";
import { listenKeys } from "./keys";
import { insets, narrow, view } from "./layout";
import { Link, type LineState } from "./link";
import { drawGlow } from "./map/glow";
import { Overview } from "./map/overview";
import { listenPointer } from "./map/pointer";
import { Stage } from "./map/stage";
import { placePins } from "./panels/floats";
import { fitTracks } from "./panels/topbar";
import { blank, hexOf, type Table } from "./state";

export function openTable(root: HTMLElement, id: string): void {
  new TablePage(root, id).open();
}

class TablePage {
  private readonly t: Table;
  private readonly arrivals: Arrivals;
  private overview: Overview | null = null;
  private due = false;
  private paper: string | null = null;

  constructor(
    private readonly root: HTMLElement,
    private readonly id: string,
  ) {
    this.t = { ...blank(id, ""), changed: () => this.changed() } as Table;
    this.arrivals = new Arrivals(this.t, (board) => this.stageFor(board));
  }

  open(): void {
    const { t } = this;
    this.draw();
    listenKeys(t);
    watchSize(t);
    onSettings(() => this.paint());
    const asked = new URLSearchParams(location.search);
    t.seat = asked.get("seat") ?? "";
    const token = asked.get("token") ?? "";
    t.link = new Link(socketUrl(this.id), () => ({ seat: t.seat, have: t.log.length, ...(token && { token }) }), {
      scene: (scene: Scene) => this.arrivals.take(scene),
      curtain: (seat) => this.curtain(seat),
      notice: (text) => announce(t, text),
      error: (problem) => this.error(problem),
      state: (state, wait) => this.line(state, wait),
    });
  }

  // ---------------------------------------------------------------- what the line says

  private curtain(seat: Seat): void {
    this.t.curtain = seat;
    this.t.sent = null;
    stand(this.t, []);
  }

  private error(problem: Problem): void {
    const { t } = this;
    t.sent = null;
    if (t.scene || t.curtain) return complain(t, problem);
    t.gone = problem;
    t.link.close();
    t.changed();
  }

  private line(state: LineState, wait: number): void {
    const { t } = this;
    [t.line, t.retryIn] = [state, wait];
    if (state === "open") {
      this.arrivals.fresh = true;
      t.slips = t.slips.filter((slip) => slip.hex !== null);
    }
    t.changed();
  }

  private drawCurtain(): void {
    const { t } = this;
    t.seat = t.curtain!;
    t.log = [];
    this.arrivals.fresh = true;
    t.link.tell({ type: "seat", seat: t.seat });
  }

  // ---------------------------------------------------------------- drawing

  private changed(): void {
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
    this.followPaper();
    if (!t.stage || !t.scene) return;
    t.stage.draw(t.scene, subject(t) ?? t.matter.subject ?? t.chosenCounter);
    this.overview?.mark(t.scene);
    drawGlow(t);
    drawHint(t);
    placePins(t);
  }

  /** Whoever opens a drawer is led to it, and back to the map when it is put away. */
  private followPaper(): void {
    const { drawer, curtain } = this.t;
    const now = curtain ? "curtain" : drawer;
    if (now === this.paper) return;
    this.paper = now;
    const found = now ? document.getElementById(now) : null;
    if (found && !found.contains(document.activeElement)) found.focus({ preventScroll: true });
    else if (!now && document.activeElement === document.body) document.getElementById("map")?.focus({ preventScroll: true });
  }

  private paint(): void {
    this.t.stage?.paint();
    void this.overview?.paint();
    this.changed();
  }

  /** Lays the board of a scene, unless it lies there already. */
  private async stageFor(key: string): Promise<void> {
    const { t } = this;
    if (t.board?.key === key) return;
    t.board = await api.board(key);
    const moved = (): void => {
      placePins(t);
      this.overview?.follow();
    };
    t.stage = new Stage(document.getElementById("map")!, t.board, moved, () => this.changed(), insets);
    this.overview = new Overview(document.getElementById("overview")!, t.stage);
    t.stage.resize();
    t.stage.root.addEventListener("skip", () => this.arrivals.skip());
    listenPointer(t);
    this.paint();
  }
}

/** Keeps the map's free part in step with the window and the sheet, and what is decided on in sight of it. */
function watchSize(t: Table): void {
  const fit = (): void => {
    if (!t.stage) return;
    t.stage.resize();
    const hex = hexOf(t.scene, subject(t)) ?? t.matter.hex;
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
