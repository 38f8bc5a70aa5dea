// The ground on the page, drawn from pictures made elsewhere: a rough one at once, a far one of the whole board, near
// tiles where one looks. Names lie above it in the world's own units.
import type { Board } from "../wire";
import { Glide, type Rect } from "./glide";
import { namesOf } from "./ground";
import type { Names } from "./ground/names";
import { APOTHEM, Lattice } from "./lattice";
import { FONT_UI, type Theme, inkOf, opacityOf } from "./palette";
import { type Picture, groundBitmap } from "./painter";
import { roughGround } from "./rough";
import { type Box, touch } from "./shape";
import { fill } from "./svg";
import { Tiles } from "./tiles";

export interface ViewOptions {
  theme: Theme;
  /** CSS pixels to a hex side at scale 1: the units of the world. */
  side: number;
  /** The most pixels a hex side is drawn with; 192 unless told. */
  sharpest?: number;
}

/** Pixels to a side of the picture that is always there. */
const FAR = 18;
const NO_LABELS = 28;

export class GroundView extends Glide {
  /** Put it into the world. */
  readonly names = overlay();
  /** The far picture is there. */
  ready: Promise<void> = Promise.resolve();
  private readonly tiles: Tiles;
  private far: Picture | null = null;
  private theme: Theme;
  private labels = true;
  private writer: Names | null = null;
  private written = "";
  private occupied: string[] = [];
  /** Pixels to a side for which the names were last fitted. */
  private sized = 0;

  constructor(private readonly board: Board, opts: ViewOptions) {
    super(new Lattice(board).paper, opts.side, "ground-view", true);
    this.theme = opts.theme;
    this.tiles = new Tiles(board, this.bounds, opts.sharpest ?? 192, (box) => this.patch(box));
    const { side } = opts;
    const { x0, y0, x1, y1 } = this.bounds;
    Object.assign(this.names.style, { position: "absolute", left: `${x0 * side}px`, top: `${y0 * side}px`, width: `${(x1 - x0) * side}px`, height: `${(y1 - y0) * side}px` });
    this.names.setAttribute("viewBox", `${x0} ${y0} ${x1 - x0} ${y1 - y0}`);
    this.dress();
    void document.fonts?.load(`500 12px ${FONT_UI}`).then(() => this.redraw());
  }

  /** Draws again in another light. */
  setTheme(theme: Theme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    this.tiles.clear();
    this.dress();
    this.redraw();
  }

  setLabels(shown: boolean): void {
    if (shown === this.labels) return;
    this.labels = shown;
    this.redraw();
  }

  /** Counters lie on these hexes: names are written beside them where there is room. */
  setOccupied(hexes: string[]): void {
    if (hexes.length === this.occupied.length && hexes.every((hex, i) => hex === this.occupied[i])) return;
    this.occupied = hexes;
    this.write();
    if (this.laid) this.sizeNames(this.side * this.eye.k);
  }

  private write(): void {
    const markup = this.writer?.markup(new Set(this.occupied)) ?? "";
    if (markup === this.written) return;
    this.written = markup;
    fill(this.names, markup);
    this.sized = 0;
  }

  override rest(): void {
    this.sizeNames(this.side * this.eye.k);
    super.rest();
    if (this.laid) this.spread();
  }

  protected override spread(): void {
    this.tiles.want(this.boxOf(this.whole), this.unit, this.theme);
  }

  /** A tile has come: it is laid where it belongs. */
  private patch(box: Box): void {
    if (!this.laid) return;
    const [a, b] = [this.spot(box.x0, box.y0), this.spot(box.x1, box.y1)];
    const [x, y] = [Math.floor(a.x), Math.floor(a.y)];
    this.paint({ x, y, w: Math.ceil(b.x) - x, h: Math.ceil(b.y) - y });
  }

  protected override draw(rect: Rect): void {
    const { pen, bounds } = this;
    const shown = this.boxOf(rect);
    pen.fillStyle = inkOf(this.theme)("table");
    pen.fillRect(rect.x, rect.y, rect.w, rect.h);
    if (touch(shown, { x0: bounds.x0 - 0.5, y0: bounds.y0 - 0.5, x1: bounds.x1 + 0.5, y1: bounds.y1 + 0.5 })) this.drawPaper(shown);
  }

  private drawPaper(shown: Box): void {
    this.shadow();
    const lay = (picture: CanvasImageSource, { x0, y0, x1, y1 }: Box): void => {
      const [a, b] = [this.spot(x0, y0), this.spot(x1, y1)];
      const [x, y] = [Math.round(a.x), Math.round(a.y)];
      this.pen.drawImage(picture, x, y, Math.round(b.x) - x, Math.round(b.y) - y);
    };
    const near = this.tiles.cover(shown, this.unit);
    if (!near.whole) lay(this.far ?? roughGround(this.board, this.theme), this.bounds);
    for (const tile of near.tiles) lay(tile.picture, tile.box);
    this.drawLabels(shown);
  }

  /** The paper lies on the table: a soft edge, drawn in a few strokes. */
  private shadow(): void {
    const a = this.spot(this.bounds.x0, this.bounds.y0);
    const b = this.spot(this.bounds.x1, this.bounds.y1);
    this.pen.fillStyle = "rgb(0 0 0 / .035)";
    for (const reach of [8, 6.500, 5, 4, 3, 2, 1]) this.pen.fillRect(a.x - reach, a.y - reach / 2, b.x - a.x + 2 * reach, b.y - a.y + 2 * reach);
  }

  /** Hex labels fade as one leans back. */
  private drawLabels(shown: Box): void {
    const pixels = this.side * this.laid!.k;
    if (!this.labels || pixels < NO_LABELS) return;
    const { pen, unit } = this;
    const top = (this.board.grid === "pointy" ? 1 : APOTHEM) - 0.22;
    pen.globalAlpha = opacityOf(this.theme, "label-o") * Math.min(1, (pixels - NO_LABELS) / 8 + 0.35);
    pen.fillStyle = inkOf(this.theme)("label");
    pen.font = `500 ${0.19 * unit}px ${FONT_UI}`;
    pen.textAlign = "center";
    for (const hex of this.board.hexes) {
      if (hex.half || hex.x < shown.x0 - 1 || hex.x > shown.x1 + 1 || hex.y < shown.y0 - 1 || hex.y > shown.y1 + 1.2) continue;
      const { x, y } = this.spot(hex.x, hex.y - top);
      pen.fillText(hex.id, x, y);
    }
    pen.globalAlpha = 1;
  }

  /** Names keep a readable size as one leans back; the lesser ones give way. */
  private sizeNames(pixels: number): void {
    const fitted = Math.min(26, Math.round(pixels));
    if (fitted === this.sized) return;
    this.sized = fitted;
    const smallest: Record<string, number> = { village: 20, water: 20, town: 9, city: 0 };
    for (const name of this.names.querySelectorAll<SVGTextElement>(".name")) {
      const size = name.classList[1]!.slice("name-".length);
      name.style.display = pixels < smallest[size]! ? "none" : "";
      Object.assign(name.style, { transformBox: "fill-box", transformOrigin: "center", transform: size === "water" ? "" : `scale(${Math.min(2.6, Math.max(1, 25 / pixels))})` });
    }
  }

  private dress(): void {
    const { theme } = this;
    this.writer = namesOf(this.board, theme);
    this.write();
    this.far = null;
    this.ready = groundBitmap(this.board, { theme, side: FAR }).then((picture) => {
      if (theme !== this.theme) return;
      this.far = picture;
      this.redraw();
    });
  }
}

function overlay(): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "ground-names");
  svg.style.pointerEvents = "none";
  return svg;
}
