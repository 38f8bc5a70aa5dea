// Finding each other: quick matches, offers, challenges; and whom one would rather not meet.
import type { Texts } from "./types";

export const FINDING = {
  "find.title": ["Find a game", "Znajdź partię"],
  "find.people": [
    ["{n} person is looking", "{n} people are looking"],
    ["szuka {n} osoba", "szukają {n} osoby", "szuka {n} osób"],
  ],
  "find.near": ["Anyone near {rating} for {game}, either side, {pace}, {rated}.", "Ktokolwiek w pobliżu {rating}: {game}, dowolna strona, {pace}, {rated}."],
  "find.anyone": ["Anyone for {game}, either side, {pace}, {rated}.", "Ktokolwiek: {game}, dowolna strona, {pace}, {rated}."],
  "find.game": ["Game", "Gra"],
  "find.pace": ["Pace", "Tempo"],
  "find.rated": ["Rating", "Ranking"],
  "find.look": ["Look now", "Szukaj"],
  "find.stop": ["Stop", "Przestań"],
  "find.looking": [
    ["Looking for {n} second.", "Looking for {n} seconds."],
    ["Szukam od {n} sekundy.", "Szukam od {n} sekund.", "Szukam od {n} sekund."],
  ],
  "find.others": [
    ["{n} other looks for the same.", "{n} others look for the same."],
    ["Tego samego szuka jeszcze {n} osoba.", "Tego samego szukają jeszcze {n} osoby.", "Tego samego szuka jeszcze {n} osób."],
  ],
  "find.alone": ["Nobody else looks for this yet.", "Nikt inny jeszcze tego nie szuka."],
  "find.within": ["Within {points} points of your rating so far.", "Na razie w granicach {points} punktów od twojego rankingu."],
  "find.anyStrength": ["Of any strength by now.", "Już bez względu na siłę."],
  "find.signIn": ["{link} to be matched with somebody of your strength, or take an open seat.", "{link}, aby dobrać przeciwnika o podobnej sile, albo zajmij wolne miejsce."],
  "find.makeOffer": ["Make an offer", "Zaproponuj partię"],
  "find.challenge": ["Challenge somebody by name", "Wyzwij kogoś po nazwie"],
  "find.nobody": ["Nobody is looking. Make an offer, or play the computer meanwhile.", "Nikt nie szuka. Zaproponuj partię albo zagraj tymczasem z komputerem."],
  "find.challenges": ["{name} challenges you", "{name} wyzywa cię na partię"],
  "find.youChallenge": ["You have challenged {name}", "Wyzwanie wysłane: {name}"],
  "find.side": ["you would play {side}", "twoja strona: {side}"],
  "find.accept": ["Accept", "Przyjmij"],
  "find.decline": ["Decline", "Odmów"],
  "find.takeBack": ["Take back", "Wycofaj"],
  "setup.challenge": ["Somebody by name", "Ktoś po nazwie"],
  "setup.challengeNote": ["The other finds the challenge in the lobby, and sits down or declines.", "Przeciwnik znajdzie wyzwanie w poczekalni i usiądzie do stołu albo odmówi."],
  "setup.challengeName": ["Name", "Nazwa"],
  "setup.challengeGo": ["Challenge", "Wyzwij"],
  "lobby.yourTables": ["Your tables", "Twoje stoły"],
  "lobby.waitForYou": [
    ["{n} waits for you", "{n} wait for you"],
    ["{n} czeka na ciebie", "{n} czekają na ciebie", "{n} czeka na ciebie"],
  ],
  "person.challenge": ["Challenge {name}", "Wyzwij: {name}"],
} as const satisfies Texts;
