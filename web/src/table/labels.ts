// How rules are cited in print: the server tells it once for each game.
import * as api from "../api";
import { hearOf } from "../texts/say";

const known = new Map<string, string>();

/** Learns what the rules of a game are called; a game without a reference shows their ids. */
export async function learnLabels(game: string): Promise<void> {
  hearOf(game);
  const told = await api.labels(game).catch((): Record<string, string> => ({}));
  for (const [id, label] of Object.entries(told)) known.set(id, label);
}

/** `sos-6.5-a` is printed 6.5, `sos-card-06-b` Card 06. */
export const ruleLabel = (id: string): string => known.get(id) ?? id;
