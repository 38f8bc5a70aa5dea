// Dates, browsers and ways in, in the words of a person.
import { say, spoken, type Plain } from "../texts/say";

export function day(stamp: string): string {
  const date = new Date(stamp);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleDateString(spoken() === "en" ? "en-GB" : spoken(), { day: "numeric", month: "long", year: "numeric" });
}

const WAYS: Record<string, Plain> = {
  guest: "account.byguest",
  password: "account.bypassword",
  mail: "account.bymail",
  passkey: "account.bypasskey",
  provider: "account.byprovider",
};
export const cameBy = (way: string): string => (WAYS[way] ? say(WAYS[way]) : way);

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];
const first = (list: [RegExp, string][], agent: string): string => list.find(([sign]) => sign.test(agent))?.[1] ?? "";

/** A browser and its system as people call them; what is not known is shown as it named itself. */
export function browserOf(agent: string): string {
  const known = [first(BROWSERS, agent), first(SYSTEMS, agent)].filter(Boolean).join(", ");
  return known || agent.slice(0, 40) || say("account.unknown");
}
