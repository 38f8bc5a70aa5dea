// What the table and the lobby need from the drawings.
//
// Ground:   new GroundView(board, { theme, side }) gives a canvas to lay under the live SVG and names to put into it; call
//           resize() once, move() with every pan and zoom, rest() when they end. groundBitmap() gives one picture (overview inset); drawGround() a stand-alone SVG document.
// Counters: counterMarkup() and stackMarkup() draw in a box from (0, 0) to (100, 100); facingMarkup() round a hex centre.
// Marks:    marks.*, workMark(), smokeMark(), areaMark() give SVG text at a Spot.
// All live drawings take their colours from the custom properties of tokens.css.
export type { Theme, Token, Ink } from "./palette";
export { inkOf, liveInk } from "./palette";
export { drawGround, drawLabels, drawNames } from "./ground";
export type { GroundOptions } from "./ground";
export { groundBitmap } from "./painter";
export type { BitmapOptions, Picture } from "./painter";
export { GroundView } from "./view";
export type { ViewOptions } from "./view";
export {
  ON_MAP, counterMarkup, drawCounter, drawFacing, drawFan, drawStack, facingMarkup, fanMarkup, fanPlaces, stackMarkup,
} from "./counter";
export type { CounterOptions } from "./counter";
export * as marks from "./marks";
export type { Spot } from "./marks";
export { areaMark } from "./area";
export { smokeMark, workMark, WORK_NAMES } from "./works";
export { boxArt, boxCrop, paintBoxArt } from "./boxart";
export type { BoxArtOptions } from "./boxart";
