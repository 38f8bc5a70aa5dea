// Ratings in words: a figure never stands without its error.
import type { Strength } from "../wire";
import { say } from "../texts/say";

export const error = (strength: Strength): number => Math.round((strength.high - strength.low) / 2);

/** A rating with its error, as short as a row shows it. */
export const strengthText = (strength: Strength): string => say("rating.withError", { rating: strength.rating, error: error(strength) });

/** The same in a sentence. */
export function strengthTip(strength: Strength | undefined | null): string {
  if (!strength) return "";
  const between = say("rating.between", { low: strength.low, high: strength.high });
  const games = say("rating.ofGames", { n: strength.games });
  return [strengthText(strength), between, games, strength.provisional ? say("rating.provisionalTip") : ""].filter(Boolean).join(". ");
}
