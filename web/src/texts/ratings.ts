// Ratings: how strong somebody is, what a game did to that, and the ladder.
import type { Texts } from "./types";

export const RATINGS = {
  "rating.rated": ["rated", "rankingowa"],
  "rating.unrated": ["not rated", "towarzyska"],
  "rating.counted": ["rated, counted", "rankingowa, zaliczona"],
  "rating.void": ["rated, did not count", "rankingowa, niezaliczona"],
  "rating.isRated": ["The ratings of both change when this game ends.", "Po zakończeniu tej partii zmienią się rankingi obojga."],
  "rating.wasCounted": ["This game has changed the ratings of both.", "Ta partia zmieniła rankingi obojga."],
  "rating.isVoid": ["This game changed no ratings: somebody left it, or a bot went on for him.", "Ta partia nie zmieniła rankingów: ktoś odszedł albo zastąpił go komputer."],
  "rating.choose": ["Rating", "Ranking"],
  "rating.note": [
    "A rated game is played as the rulebook has it, without hints, and changes the ratings of both.",
    "Partia rankingowa toczy się według instrukcji, bez podpowiedzi, i zmienia rankingi obojga.",
  ],
  "rating.withError": ["{rating} ±{error}", "{rating} ±{error}"],
  "rating.between": ["19 times in 20 between {low} and {high}", "19 razy na 20 między {low} a {high}"],
  "rating.provisional": ["provisional", "tymczasowy"],
  "rating.provisionalTip": ["Little is known yet: the figure will still move much.", "Wiadomo jeszcze niewiele: liczba będzie się mocno zmieniać."],
  "rating.ofGames": [
    ["{n} rated game", "{n} rated games"],
    ["{n} partia rankingowa", "{n} partie rankingowe", "{n} partii rankingowych"],
  ],
  "rating.title": ["Ratings", "Rankingi"],
  "rating.none": ["Not rated yet.", "Jeszcze bez rankingu."],
  "rating.games": ["Rated games", "Partie rankingowe"],
  "rating.against": ["against {name}", "przeciw: {name}"],
  "rating.forgotten": ["somebody who has left", "kto już odszedł"],
  "rating.won": ["won", "wygrana"],
  "rating.lost": ["lost", "przegrana"],
  "rating.drawn": ["drawn", "remis"],
  "rating.chart": ["Rating from {from} to {to} over the last {n} games", "Ranking od {from} do {to} w ostatnich partiach: {n}"],
  "rating.sideWorth": ["side worth {points}", "strona warta {points}"],
  "rating.change": ["{name} {rating} ({change})", "{name} {rating} ({change})"],
  "seated.seats": ["Who sits where", "Kto gdzie siedzi"],
  "seated.of": ["{side}: {name}", "{side}: {name}"],
} as const satisfies Texts;
