"""Games told again: step by step as one pair of eyes saw them, to be looked at, shared by a link, or played on from."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from msgspec import Struct, structs

from balka.core import records
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.state import Verdict
from balka.server.answers import ReplayInfo
from balka.server.catalogue import Catalogue
from balka.server.store import Shared
from balka.table import scenes
from balka.table.history import ALL, History, Replay, ReplayMoment, whole
from balka.table.plays import Play
from balka.table.table import Table

KEPT = 8


class Telling(Struct):
    """A game as it is told. `play` is how it stood then: it may have gone on since."""

    table: Table
    play: Play
    replay: Replay


class Kept(Struct):
    """What is remembered of one table's replay: its history, the last one made for each viewer, and how the game was
    judged when it stood so."""

    history: History
    replays: dict[str, tuple[Play, Replay]]
    judged: tuple[Play, bytes] | None = None


class Histories:
    """The replays looked at last; one is made at a time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()

    def replay(self, key: str, table: Table, play: Play, view: str) -> Replay:
        """A table's game as one viewer saw it until it stood so."""
        with self._lock:
            kept = self._kept.pop(key, None) or Kept(History(table.start), {})
            self._kept[key] = kept
            told = kept.replays.get(view)
            if told is None or told[0] is not play:
                told = kept.replays[view] = (play, _tell(kept, table, play, view))
            self._make_room()
            return told[1]

    def judged(self, key: str, table: Table, play: Play, judge: Callable[[Replay], bytes]) -> bytes:
        """How a table's game was judged: it takes a while, so it is done once."""
        replay = self.replay(key, table, play, ALL)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept.judged is not None and kept.judged[0] is play:
                return kept.judged[1]
        found = judge(replay)
        with self._lock:
            if (kept := self._kept.get(key)) is not None:
                kept.judged = (play, found)
        return found

    def _make_room(self) -> None:
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def shared(self, shared: Shared, catalogue: Catalogue) -> Replay:
        """The replay behind a link: one step of it, or all up to that step."""
        key = f"share {shared.token}"
        with self._lock:
            kept = self._kept.pop(key, None) or _read_again(shared, catalogue)
            self._kept[key] = kept
            self._make_room()
            return next(replay for _, replay in kept.replays.values())


def _tell(kept: Kept, table: Table, play: Play, view: str) -> Replay:
    if view == ALL:
        return whole(table.start, play.all_answers, play.early)
    if not kept.history.follow(play.all_answers):
        kept.history = History(table.start)
        kept.history.follow(play.all_answers)
    return kept.history.replay(view, play)


def _read_again(shared: Shared, catalogue: Catalogue) -> Kept:
    history, replay = _from_record(shared.record, shared.view, catalogue)
    steps = replay.moments[: shared.step + 1]
    lines = steps[-1].lines if steps else 0
    cut = structs.replace(replay, moments=steps, log=replay.log[:lines], actors=replay.actors[:lines])
    if not shared.whole:
        cut = structs.replace(cut, moments=(structs.replace(steps[-1], lines=0),), log=(), actors=())
    return Kept(history, {shared.view: (history.end(), cut)})


def _from_record(text: str, view: str, catalogue: Catalogue) -> tuple[History, Replay]:
    record = records.read(text)
    game, _ = catalogue.scenario(_full_key(record.header))
    start, answers = records.begin(record, game), records.answers_of(record)
    history = History(start)
    history.follow(answers)
    if view == ALL:
        return history, whole(start, answers, record.early)
    return history, history.replay(view, history.end(record.early))


def _full_key(header: records.Header) -> str:
    return header.scenario if "/" in header.scenario else f"{header.game}/{header.scenario}"


def replay_info(replay: Replay, verdict: Verdict | None) -> ReplayInfo:
    setting = replay.at(0).state.setting
    return ReplayInfo(
        title=setting.title,
        game=setting.game,
        scenario=scenes.scenario_key(setting),
        board=scenes.board_key(setting),
        view=replay.view,
        lines=[moment.lines for moment in replay.moments],
        turns=[moment.state.turn for moment in replay.moments],
        log=scenes.lines_wire(setting, replay.log, replay.actors),
        outcome=scenes.verdict_wire(setting, verdict),
    )


def record_to(found: Telling, moment: ReplayMoment, early: records.EarlyEnd | None = None) -> str:
    """The record of a game up to one moment, without the secret of its dice."""
    start = found.table.start
    header = records.header_of(start, dict(found.table.players))
    return records.write(header, start, found.play.all_answers[: moment.answers], early)


def record_with(found: Telling, moment: ReplayMoment, text: str) -> str:
    """The same with another choice of whoever decided there."""
    given = found.play.all_answers
    asked = given[moment.answers].seat if moment.answers < len(given) else moment.state.asks[0].seat
    if asked == CHANCE:
        raise BalkaError("Nobody chooses at this step: the dice are rolled.", "a step at which somebody was asked")
    header = records.header_of(found.table.start, dict(found.table.players))
    return records.write(header, found.table.start, [*given[: moment.answers], records.Answer(asked, text)])


def shared(seen: Telling, table_id: str, step: int, catalogue: Catalogue) -> Shared:
    """What is kept for a link to a step as one pair of eyes saw it; what they did not see is not behind it."""
    replay = seen.replay
    moment = replay.at(step)
    last = step == len(replay.moments) - 1
    text = record_to(seen, moment, seen.play.early if last else None)
    again = _from_record(text, replay.view, catalogue)[1]
    found = [n for n, other in enumerate(again.moments) if _alike(other, moment, replay.view)]
    if not found:
        raise BalkaError("This step cannot be shared.", "another step of the replay")
    return Shared(secrets.token_urlsafe(12), table_id, replay.view, found[-1], whole=False, record=text)


def _alike(first: ReplayMoment, second: ReplayMoment, view: str) -> bool:
    """Whether two moments show the same to a viewer."""
    if first.lines != second.lines or first.state.turn != second.state.turn:
        return False
    if view == ALL:
        return first.state.hash == second.state.hash
    return first.state.view(view).to_json() == second.state.view(view).to_json()
