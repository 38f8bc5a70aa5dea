"""Crucibles played once by mischief and kept, with a digest of what each seat could do, read and see at every step.

Small random boards with everything on them, so that a rule that has changed shows: in the list of choices, in the
figures of a quote, in the rule a refusal cites, or in what lies on the board of one seat or the other. Wording is left
out. When a rule was meant to change, `python -m tests.playthroughs --crucibles` writes them anew.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

import balka
from balka.bots.mischief import MischiefBot
from balka.core.chance import draw
from balka.core.checks import Check, Forecast, Shown, Tally
from balka.core.choices import Choice
from balka.core.dice import Outcome, read_outcome
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE, Quote, leaves
from balka.core.state import State
from balka.lab.crucible import CRUCIBLE

FOLDER = Path(__file__).parent / "crucibles"
GAMES = {"sos": 24, "atb": 20, "kursk": 16, "gd": 16}
STEPS = 160
# Seeds, and scenarios from their set-up on, of which each runs rules that the others pass by.
LONG = {
    "sos": ("24", "38", "40", "45", "46", "48", "sos/courier", "sos/corn", "sos/smoke", "sos/wings", "sos/ditch"),
    "atb": ("20", "24", "26", "35", "41", "43", "atb/mir", "atb/stalin", "atb/kv2"),
    "kursk": ("25", "26", "27", "29", "30", "32", "36", "kursk/slice"),
    "gd": ("21", "23", "24", "31", "37", "48", "52", "gd/lutchessa"),
}
LONG_STEPS, LOOKS = 600, 5  # of a long game, and how many of them are played between two looks at it
QUOTED, REFUSED, REMEMBERED = 10, 8, 60  # sentences of a step whose figures are read, or that are refused
STRANGE = 6  # sentences of a step that have a word of another: most of them are refused, each for a reason of its own
COUNTERS, EVERY = 2, 16  # counters whose figures are read, and how often: they are dear
SELDOM = 4  # how often it is read what is said in one go, who can be led together, and the working of a decision
DRAWN_PARTS = ("stacks", "layers", "tracks", "hands", "bags", "ghosts")
WORDS = {"text", "tip", "label", "name", "title", "rule", "rules", "note", "step", "effect", "why"}
PARTS = ("choices", "figures", "refusals", "board")


class Moment(Struct, frozen=True):
    """One step of a kept game: who said what, and what was known before it, a digest for each part looked at."""

    game: str
    step: int
    who: str
    said: str
    choices: str = ""
    figures: str = ""
    refusals: str = ""
    board: str = ""


def path_of(key: str) -> Path:
    return FOLDER / f"{key}.tsv"


def games(key: str) -> list[str]:
    return [*map(str, range(GAMES[key])), *LONG[key]]


def played(key: str) -> Iterator[Moment]:
    """All games of a crucible: what was said before is said again as far as it can be, and mischief goes on."""
    before = kept(key) if path_of(key).exists() else []
    for game in games(key):
        walk = Walk(key, game)
        with suppress(BalkaError):
            for moment in before:
                if moment.game == game:
                    yield walk.on(moment.who, moment.said)
        yield from _on_from(walk, Random(f"{key} {game}"))


def _on_from(walk: Walk, rng: Random) -> Iterator[Moment]:
    bots = {seat: MischiefBot() for seat in ("german", "soviet")}
    while walk.step < walk.steps and not walk.state.over:
        who = walk.state.asks[0].seat
        choice = draw(walk.state, rng) if who == CHANCE else bots[who].choose(walk.state.view(who), who, rng)
        yield walk.on(who, walk.state.text(choice))


def kept(key: str) -> list[Moment]:
    with path_of(key).open(newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return [msgspec.convert(row, Moment, strict=False) for row in rows]


def write(key: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    moments = list(played(key))
    with path_of(key).open("w", newline="") as file:
        rows = csv.writer(file, delimiter="\t", lineterminator="\n")
        rows.writerow(Moment.__struct_fields__)
        rows.writerows(msgspec.structs.astuple(moment) for moment in moments)


class Walk:
    """A game said again, sentence by sentence; a long one is looked at only now and then."""

    def __init__(self, key: str, game: str) -> None:
        self.game, self.step = game, 0
        self.state = _start(key, game)
        self.steps, self._looks = (LONG_STEPS, LOOKS) if game in LONG[key] else (STEPS, 1)
        self._said: list[str] = []

    def on(self, who: str, said: str) -> Moment:
        """What is known now, and then one step further."""
        choice = self._read(who, said)
        parts = [] if self.step % self._looks else self._parts(who)
        moment = Moment(self.game, self.step, who, said, *map(_digest, parts))
        self.state, self.step = self.state.apply(choice, who).state, self.step + 1
        self._said = [*self._said, said][-REMEMBERED:] if who != CHANCE else self._said
        return moment

    def _read(self, who: str, said: str) -> Choice | Outcome:
        setting = self.state.setting
        return read_outcome(said) if who == CHANCE else setting.grammar.parse(said, setting.board)

    def _parts(self, who: str) -> list[Any]:
        """Choices, figures, refusals and the board, as far as there are any."""
        board = {seat: _board(self.state.view(seat), seat) for seat in self._shown_to(who)}
        if who == CHANCE:
            check = getattr(self.state.stack[-1], "check", None)
            return [[], _check(check) if check else [], [], board]
        view = self.state.view(who)
        listed = {view.text(choice): choice for choice in leaves(view, (), who)}
        quotes = [_figures(view, who, listed[text]) for text in _spread(sorted(listed), QUOTED)]
        looked_at = _spread(_counters(board[who]), COUNTERS) if self.step % EVERY == 0 else []
        values = [_values(view, who, name) for name in looked_at]
        refusals = [_refused(view, who, text) for text in self._asked_after(listed, board[who])]
        return [[sorted(listed), self._asked(view, who)], [quotes, values], refusals, board]

    def _shown_to(self, who: str) -> list[str]:
        """Who is asked sees the board at every step, the other side now and then."""
        seats = sorted(set(self.state.setting.seat_of.values()))
        return seats if self._looks > 1 or not self.step % SELDOM else [seat for seat in seats if seat == who]

    def _asked(self, view: State, who: str) -> list[Any]:
        """What is asked and what is left to do; now and then also what is said in one go and the working of it."""
        asks, frame = [(ask.kind, ask.window) for ask in view.asks], view.stack[-1]
        owed = [view.text(choice) for choice in (frame.owed_answer(view, who), frame.pointless(view, who)) if choice]
        todo = [(task.rule, task.hex) for task in frame.todo(view, who)]
        told = [asks, owed, frame.left(view, who), todo]
        if self.step % SELDOM:
            return told
        shortcuts = [[view.text(choice) for choice in way.choices] for way in frame.shortcuts(view, who)]
        formations = _without_words(msgspec.to_builtins(frame.formations(view, who)))
        return [*told, shortcuts, formations, [_shown(item) for item in frame.panel(view)]]

    def _asked_after(self, listed: dict[str, Choice], board: Any) -> list[str]:
        """Sentences that were said before and are not listed now, and some that make little sense."""
        before = sorted({text for text in self._said if text not in listed})
        return [*_spread(before, REFUSED), *self._strange([*sorted(listed), *before], _counters(board))]

    def _strange(self, sentences: list[str], counters: list[str]) -> Iterator[str]:
        """Sentences with one word exchanged for one of another, for a counter or a hex."""
        rng, labels = Random(f"{self.game} {self.step}"), self.state.setting.board.labels
        for _ in range(STRANGE):
            words = rng.choice(sentences).split()
            others = rng.choice((rng.choice(sentences).split(), counters or words, labels))
            words[rng.randrange(len(words))] = rng.choice(others)
            yield " ".join(words)


def _start(key: str, game: str) -> State:
    if "/" not in game:
        return CRUCIBLE.drawn(key, f"kept {game}")
    title, scenario = balka.scenario(game)
    return title.start(scenario.key)


def _digest(value: object) -> str:
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()[:8]


def _spread(items: list[str], count: int) -> list[str]:
    """So many of a list, as far apart as they can be."""
    return items if len(items) <= count else [items[n * len(items) // count] for n in range(count)]


def _figures(view: State, seat: str, choice: Choice) -> list[Any]:
    quote: Quote = view.quote(choice, seat)
    cost = _working(quote.cost) if quote.cost else []
    said = [quote.final, len(quote.warns), quote.way, re.findall(r"[\d½]+", quote.price)]
    checks, forecasts = [_check(check) for check in quote.checks], [_forecast(told) for told in quote.forecasts]
    return [view.text(choice), cost, checks, forecasts, said]


def _check(check: Check) -> list[Any]:
    return [check.dice, check.reader, [_working(tally) for tally in (*check.tallies, check.tally)]]


def _shown(item: Shown) -> list[Any]:
    if isinstance(item, Forecast):
        return _forecast(item)
    return _check(item) if isinstance(item, Check) else _working(item)


def _forecast(told: Forecast) -> list[Any]:
    """What can still come of it, chances in millionths: the last digits of a sum are not the same everywhere."""
    outlook = _without_words(msgspec.to_builtins(told.outlook))
    chances = [[round(1_000_000 * answer[name]) for name in ("now", "low", "high")]
               for part in ("answers", "bar") for answer in outlook.pop(part)]  # fmt: skip
    return [_check(told.check), told.also, outlook, chances]


def _working(tally: Tally) -> list[Any]:
    return [(part.op, part.value, part.top) for part in tally.parts]


def _values(view: State, seat: str, counter: str) -> list[Any]:
    try:
        found = view.setting.system.values(view, seat, counter)
    except BalkaError as problem:
        return [counter, type(problem).__name__]
    return [[value.key, _working(value.tally), value.barred is None] for value in found]


def _counters(board: Any) -> list[str]:
    return sorted({counter["id"] for stack in board["stacks"] for counter in stack["counters"]})


def _refused(view: State, seat: str, text: str) -> list[str]:
    try:
        refusal = view.why_not(text, seat)
    except BalkaError as problem:
        return [text, type(problem).__name__]
    return [text, refusal.rule, "told what to do" if refusal.instead else ""] if refusal else [text, "allowed"]


def _board(view: State, seat: str) -> Any:
    shown = msgspec.to_builtins(view.setting.system.scene(view, seat))
    return _without_words({name: shown[name] for name in DRAWN_PARTS})


def _without_words(wire: Any) -> Any:
    if isinstance(wire, dict):
        return {key: _without_words(value) for key, value in wire.items() if key not in WORDS}
    return [_without_words(item) for item in wire] if isinstance(wire, list | tuple) else wire
