// The bots somebody can play against, as the server lists them; in another language than its own where we have the words.
import type { Opponent } from "../wire";
import { say, TEXTS, type Plain } from "../texts/say";

const own = (key: string): Plain | null => (key in TEXTS ? (key as Plain) : null);

function words(key: string, fallback: string): string {
  const known = own(key);
  return known ? say(known) : fallback;
}

export const botTitle = (bot: Opponent): string => words(`bot.${bot.key}`, bot.title);
export const botAbout = (bot: Opponent): string => words(`bot.${bot.key}Note`, bot.about);
