"""Replays: a game stepped through again, shared by a link or a file, and played on from any of its steps."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from threading import Lock

from msgspec import Struct, structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core import records
from balka.core.errors import BalkaError
from balka.core.scene.display import seat_name
from balka.core.state import WATCHER, Verdict
from balka.server.answers import ReplayInfo, ReplayView, ShareMade, TableMade
from balka.server.calls import NotYetError, answer, body, json, read, remember, sitting, tables_of
from balka.server.catalogue import Catalogue, NotHereError
from balka.server.messages import NewTable
from balka.server.store import Shared
from balka.server.tables import LiveTable
from balka.table import scenes
from balka.table.history import ALL, History, Replay, ReplayMoment, whole
from balka.table.plays import Play
from balka.table.table import Table

KEPT = 8
LONGEST_STEP = 6  # digits
NOT_YOURS = "You may not look through these eyes while the game goes on."
NAMES = {ALL: "Everything", WATCHER: "Watcher"}


class Kept(Struct):
    """What is remembered of one table's replay: its history, and the last one made for each viewer."""

    history: History
    replays: dict[str, tuple[Play, Replay]]


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
        return whole(table.start, play.all_answers, play.resigned)
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
        return history, whole(start, answers, record.resigned)
    return history, history.replay(view, history.end(record.resigned))


def _full_key(header: records.Header) -> str:
    return header.scenario if "/" in header.scenario else f"{header.game}/{header.scenario}"


# -- who may see what


def views(live: LiveTable, own: tuple[str, ...]) -> tuple[str, ...]:
    """The eyes somebody may look through: his own and a watcher's; once the game is over everybody's."""
    return (*live.table.seats, WATCHER, ALL) if live.table.over else (*own, WATCHER)


def view_of(live: LiveTable, own: tuple[str, ...], wished: str) -> str:
    """The view asked for; his only seat, or a watcher's, where none is named."""
    allowed = views(live, own)
    if not wished:
        return own[0] if len(own) == 1 else ALL if live.table.over else WATCHER
    if wished not in (*live.table.seats, WATCHER, ALL):
        raise NotHereError(f"There is no view {wished!r}.", f"one of {', '.join(allowed)}")
    if wished not in allowed:
        raise NotYetError(NOT_YOURS, f"one of {', '.join(allowed)}")
    return wished


def histories(request: Request) -> Histories:
    found: Histories = request.app.state.histories
    return found


class Telling(Struct):
    """A game as told to whoever asks. `play` is how it stood then: bots may have gone on since."""

    live: LiveTable
    own: tuple[str, ...]
    play: Play
    views: tuple[str, ...]
    replay: Replay

    @property
    def may_play_on(self) -> bool:
        return self.play.over or self.live.knows_all(self.own)


async def telling(request: Request, wished: str | None = None) -> Telling:
    """The game as told to the asker; made on a thread, for long games take seconds."""
    live, own = sitting(request)
    play = live.table.play
    asked = request.query_params.get("view", "") if wished is None else wished
    view, allowed = view_of(live, own, asked), views(live, own)
    replay = await asyncio.to_thread(histories(request).replay, live.stored.id, live.table, play, view)
    return Telling(live, own, play, allowed, replay)


# -- looking


async def whole_replay(request: Request) -> Response:
    """What a replay needs once: its steps, the log, and the eyes one may look through."""
    found = await telling(request)
    return json(
        structs.replace(
            replay_info(found.replay, found.play.verdict()),
            table=found.live.stored.id,
            over=found.play.over,
            players=dict(found.live.table.players),
            yours=list(found.own),
            views=[ReplayView(view, NAMES.get(view) or seat_name(view)) for view in found.views],
            play_on=found.may_play_on,
        )
    )


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


async def step(request: Request) -> Response:
    found = await telling(request)
    return json(scenes.picture(found.replay, _number(request)))


async def step_values(request: Request) -> Response:
    """The figures of a counter as they were."""
    found = await telling(request)
    return json(scenes.values_then(found.replay, _number(request), request.path_params["unit"]))


def _number(request: Request) -> int:
    text = request.path_params["step"]
    if not text.isdecimal() or len(text) > LONGEST_STEP:
        raise NotHereError(f"{text!r} is no step of a replay.", "a whole number")
    return int(text)


# -- playing on


class PlayOn(Struct):
    """Who is to sit where when a game is played on from one of its steps."""

    view: str = ""
    seats: dict[str, str] = {}


async def play_on(request: Request) -> Response:
    """A new table that begins where a replay stands: for whoever may know all that has happened until then."""
    wish = read(await body(request), PlayOn, '{"view": "all", "seats": {"german": "human"}}')
    found = await telling(request, wish.view)
    if not found.may_play_on:
        raise NotYetError("A new table would tell what your seat may not know.", "when the game is over")
    found.live.must_have_a_record()
    moment = found.replay.at(_number(request))
    if moment.state.over:
        raise BalkaError("The game is over at this step.", "a step back, then play on")
    text = await asyncio.to_thread(record_to, found, moment)
    tables = tables_of(request)
    new = NewTable(seats=wish.seats or dict(found.live.table.players), record=text)
    made = tables.take_in(await asyncio.to_thread(tables.prepare, new))
    made.go_on(tables.delays)
    where = TableMade(id=made.stored.id, url=f"/table/{made.stored.id}", token=made.stored.host)
    return remember(request, json(where), made.stored.id, made.stored.host)


def record_to(found: Telling, moment: ReplayMoment, resigned: str = "") -> str:
    """The record of a game up to one moment, without the secret of its dice."""
    start = found.live.table.start
    header = records.header_of(start, dict(found.live.table.players))
    return records.write(header, start, found.play.all_answers[: moment.answers], resigned)


# -- sharing


class Share(Struct):
    """Which step is shared as whose view, alone or with all that went before."""

    step: int
    view: str = ""
    whole: bool = False


async def share(request: Request) -> Response:
    """A link to a step as one pair of eyes saw it; what they did not see is not behind it."""
    wish = read(await body(request), Share, '{"view": "soviet", "step": 12, "whole": false}')
    found = await telling(request, wish.view)
    found.live.must_have_a_record()
    made = await asyncio.to_thread(_shared, found, wish, tables_of(request).catalogue)
    tables_of(request).store.share(made)
    return json(ShareMade(token=made.token, url=f"/shared/{made.token}"))


def _shared(seen: Telling, wish: Share, catalogue: Catalogue) -> Shared:
    replay = seen.replay
    moment = replay.at(wish.step)
    last = wish.step == len(replay.moments) - 1
    text = record_to(seen, moment, seen.play.resigned if last else "")
    again = _from_record(text, replay.view, catalogue)[1]
    found = [n for n, other in enumerate(again.moments) if _alike(other, moment, replay.view)]
    if not found:
        raise BalkaError("This step cannot be shared.", "another step of the replay")
    return Shared(secrets.token_urlsafe(12), seen.live.stored.id, replay.view, found[-1], wish.whole, text)


def _alike(first: ReplayMoment, second: ReplayMoment, view: str) -> bool:
    """Whether two moments show the same to a viewer."""
    if first.lines != second.lines or first.state.turn != second.state.turn:
        return False
    if view == ALL:
        return first.state.hash == second.state.hash
    return first.state.view(view).to_json() == second.state.view(view).to_json()


async def _shared_replay(request: Request) -> tuple[Shared, Replay]:
    tables = tables_of(request)
    found = tables.store.shared(request.path_params["token"])
    if found is None:
        raise NotHereError("There is nothing behind this link.", "ask for a new one")
    return found, await asyncio.to_thread(histories(request).shared, found, tables.catalogue)


async def shared(request: Request) -> Response:
    """What a shared link shows."""
    found, replay = await _shared_replay(request)
    return json(structs.replace(replay_info(replay, None), whole=found.whole))


async def shared_step(request: Request) -> Response:
    _, replay = await _shared_replay(request)
    return json(scenes.picture(replay, _number(request)))


async def shared_values(request: Request) -> Response:
    _, replay = await _shared_replay(request)
    return json(scenes.values_then(replay, _number(request), request.path_params["unit"]))


CALLS = [
    Route("/tables/{id}/replay", answer(whole_replay)),
    Route("/tables/{id}/replay/{step}", answer(step)),
    Route("/tables/{id}/replay/{step}/values/{unit}", answer(step_values)),
    Route("/tables/{id}/replay/{step}", answer(play_on), methods=["POST"]),
    Route("/tables/{id}/shares", answer(share), methods=["POST"]),
    Route("/shares/{token}", answer(shared)),
    Route("/shares/{token}/{step}", answer(shared_step)),
    Route("/shares/{token}/{step}/values/{unit}", answer(shared_values)),
]
