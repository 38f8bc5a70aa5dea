// Clocks: counted down here between two messages of the server, which has the last word.
import type { Company, SeatClock } from "../wire";
import { say } from "../texts/say";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

/** Seconds left now of a clock that was told so long ago. */
export const leftNow = (clock: SeatClock, since: number): number => Math.max(0, clock.left - (clock.running ? since : 0));
export const windowNow = (clock: SeatClock, since: number): number | null => (clock.window == null ? null : Math.max(0, clock.window - since));

/** A span as short as a clock shows it: minutes and seconds, hours, days. */
export function span(seconds: number): string {
  const whole = Math.floor(seconds);
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
  if (whole < DAY) return say("clock.hours", { h: Math.floor(whole / HOUR), m: Math.floor((whole % HOUR) / MINUTE) });
  return say("clock.days", { d: Math.floor(whole / DAY), h: Math.floor((whole % DAY) / HOUR) });
}

/** A pace in a few words. */
export function paceText(pace: Company["pace"] | undefined): string {
  if (!pace) return say("pace.none");
  return pace.kind === "live" ? say("pace.liveIs", { minutes: pace.minutes, seconds: pace.seconds }) : say("pace.daysIs", { n: pace.days });
}

/** How much sooner than this a clock is worth looking at. */
export const isShort = (pace: Company["pace"], seconds: number): boolean => seconds < (pace?.kind === "days" ? DAY / 2 : MINUTE);
