// The overview: the whole board in small with a frame around what is seen; a press there moves the view.
import { groundBitmap } from "../../art/painter";
import { inkOf } from "../../art/palette";
import { tint } from "../../art/style";
import type { Scene } from "../../wire";
import { themeNow } from "../../settings";
import { SIDE } from "./field";
import type { Stage } from "./stage";

const PIXELS = 168;
const DOCKED = 94; // its height in the dock of a wide screen

export class Overview {
  private readonly canvas = document.createElement("canvas");
  private readonly frame = document.createElement("div");
  private readonly dots = document.createElement("canvas");
  private scene: Scene | null = null;
  private painted = false;
  /** The stacks that are drawn, and how wide. */
  private marked: [Scene["stacks"] | null, number] = [null, 0];
  /** Once the dock has made room for it, the room stays: nothing beside it moves when somebody zooms. */
  private stays = false;

  constructor(
    private readonly root: HTMLElement,
    private readonly stage: Stage,
  ) {
    this.frame.className = "overview-frame";
    this.dots.className = "overview-dots";
    root.replaceChildren(this.canvas, this.dots, this.frame);
    root.addEventListener("pointerdown", (event) => {
      root.setPointerCapture(event.pointerId);
      this.go(event);
    });
    root.addEventListener("pointermove", (event) => {
      if (event.buttons) this.go(event);
    });
  }

  private get docked(): boolean {
    return this.root.parentElement?.matches(".table.wide") ?? false;
  }

  /** Draws the board in small, in the light of now; its room is taken before it is drawn. */
  async paint(): Promise<void> {
    const { field, board } = this.stage;
    const { box } = field;
    const scale = Math.min(PIXELS / box.w, (this.docked ? DOCKED : PIXELS) / box.h);
    Object.assign(this.canvas.style, { width: `${Math.round(box.w * scale)}px`, height: `${Math.round(box.h * scale)}px` });
    this.follow();
    const picture = await groundBitmap(board, { theme: themeNow(), side: SIDE * scale * 2, grid: false });
    this.canvas.width = picture.width;
    this.canvas.height = picture.height;
    this.canvas.getContext("2d")!.drawImage(picture, 0, 0);
    this.painted = true;
    this.marked = [null, 0];
    if (this.scene) this.mark(this.scene);
    this.follow();
  }

  /** Where counters stand: squares for one side, rounds for the other. */
  mark(scene: Scene): void {
    const { field } = this.stage;
    this.scene = scene;
    const [stacks, width] = this.marked;
    if (!this.painted || (scene.stacks === stacks && this.canvas.width === width)) return;
    this.marked = [scene.stacks, this.canvas.width];
    const [w, h] = [this.canvas.width, this.canvas.height];
    [this.dots.width, this.dots.height] = [w, h];
    Object.assign(this.dots.style, { width: this.canvas.style.width, height: this.canvas.style.height });
    const pen = this.dots.getContext("2d")!;
    const k = w / field.box.w;
    const ink = inkOf(themeNow());
    const r = Math.max(2.5, Math.min(5, SIDE * k * 0.45));
    for (const stack of scene.stacks) {
      const top = stack.counters.at(-1);
      if (stack.place.kind !== "hex" || !top || !field.has(stack.place.id)) continue;
      const { x, y } = field.centre(stack.place.id);
      const round = ["sov", "red"].includes(top.style);
      pen.fillStyle = ink(tint(top.style, "-deep"));
      pen.beginPath();
      if (round) pen.arc((x - field.box.x) * k, (y - field.box.y) * k, r, 0, 7);
      else pen.rect((x - field.box.x) * k - r, (y - field.box.y) * k - r, 2 * r, 2 * r);
      pen.fill();
    }
  }

  /** Shows itself only where the board exceeds the view. */
  follow(): void {
    const { camera, field } = this.stage;
    const { box } = field;
    const clear = camera.clear;
    const seen = { x: camera.toWorld({ x: clear.x, y: clear.y }), w: clear.w / camera.k, h: clear.h / camera.k };
    const exceeds = (this.docked && this.stays) || (!!this.scene && seen.w * seen.h < box.w * box.h * 0.5);
    this.stays = exceeds;
    this.root.hidden = !exceeds;
    document.documentElement.style.setProperty("--overview", `${exceeds ? this.root.offsetWidth : 0}px`);
    if (!exceeds) return;
    const share = (n: number, of: number): string => `${Math.max(0, Math.min(100, (n / of) * 100))}%`;
    const left = Math.max(0, seen.x.x - box.x);
    const top = Math.max(0, seen.x.y - box.y);
    Object.assign(this.frame.style, {
      left: share(left, box.w),
      top: share(top, box.h),
      width: share(Math.min(box.w - left, seen.x.x - box.x + seen.w - left), box.w),
      height: share(Math.min(box.h - top, seen.x.y - box.y + seen.h - top), box.h),
    });
  }

  private go(event: PointerEvent): void {
    const rect = this.canvas.getBoundingClientRect();
    const { box } = this.stage.field;
    const x = box.x + ((event.clientX - rect.left) / rect.width) * box.w;
    const y = box.y + ((event.clientY - rect.top) / rect.height) * box.h;
    this.stage.camera.centreOn({ x, y: Math.min(y, box.y + box.h - SIDE / 2) });
  }
}
