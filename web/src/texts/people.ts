// What people say and do at a table, and how much time they have.
import type { Texts } from "./types";

export const PEOPLE = {
  "pane.talk": ["Talk", "Rozmowa"],
  "talk.unread": [
    ["{n} line you have not read", "{n} lines you have not read"],
    ["{n} nieprzeczytana wypowiedź", "{n} nieprzeczytane wypowiedzi", "{n} nieprzeczytanych wypowiedzi"],
  ],
  "talk.none": [
    "Nothing has been said. Everybody at the table reads what you write; what watchers say among themselves you can read after the game.",
    "Nikt nic nie powiedział. To, co napiszesz, przeczytają wszyscy przy stole; rozmowy widzów zobaczysz po partii.",
  ],
  "talk.noneWatching": [
    "Nothing has been said. Other watchers read what you write; the players only after the game.",
    "Nikt nic nie powiedział. To, co napiszesz, przeczytają inni widzowie, a gracze dopiero po partii.",
  ],
  "talk.say": ["Say something", "Powiedz coś"],
  "talk.hint": ["say something, Enter sends it", "napisz coś, Enter wysyła"],
  "talk.hintWatching": ["say something to other watchers", "napisz coś do innych widzów"],
  "talk.you": ["You", "Ty"],
  "talk.watcher": ["Watcher {n}", "Widz {n}"],
  "talk.among": ["among watchers", "wśród widzów"],
  "talk.mute": ["mute", "wycisz"],
  "talk.muteTip": ["Do not show me what {who} says", "Nie pokazuj mi, co pisze {who}"],
  "talk.isMuted": ["You do not read {who}.", "Nie czytasz: {who}."],
  "talk.unmute": ["read again", "czytaj znowu"],
  "keys.talk": ["Talk with the others at the table", "Rozmowa z innymi przy stole"],
} as const satisfies Texts;
