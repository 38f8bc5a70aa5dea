"""A connection: one browser at one table. It is shown what its seat may know, and answered whatever it says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Literal

from msgspec import structs
from starlette.types import Message
from starlette.websockets import WebSocket

from balka.core.errors import BalkaError
from balka.core.events import Event
from balka.core.scene.scene import Scene
from balka.core.state import WATCHER
from balka.core.telling import Teller, teller
from balka.server import acting, company, flooding, questions, seating, speaking, welcome
from balka.server import messages as m
from balka.server.addresses import Outward
from balka.server.catalogue import Catalogue
from balka.server.changes import Written, changes, common, written
from balka.server.languages import body_of
from balka.server.live import LiveTable
from balka.server.store import Store
from balka.server.tables import Tables
from balka.table import scenes
from balka.table.plays import Play

log = logging.getLogger("balka.server")

MOST_WAITING = 100  # answers kept for a browser that does not read; the longest have 60 kB
HELLO = 30.0  # seconds in which somebody who comes says hello
FEW_WAITING = 5  # more than this and a browser is behind


class Connection:
    """`viewer` is the seat whose eyes the browser has now; None behind the curtain. `person` is who is signed in."""

    def __init__(
        self, socket: WebSocket, tables: Tables, live: LiveTable, tokens: set[str], home: object, outward: Outward
    ) -> None:
        self.live = live
        self.viewer: str | None = None
        self.person = ""
        self.version = 0
        self.socket = socket
        self._tables = tables
        self._came_with = tokens
        self._tokens = tokens
        self._home = home
        self._outward = outward
        self._told_waiting: m.Waiting | None = None
        self.listener = speaking.Listener(self)
        self.informed = company.Informed(self)
        self.seating = seating.Shown(self)
        self._paced = flooding.Paced(self, home)
        self.guest = ""
        self._greeted = False
        self._hidden = False
        self._wish = ""
        self._curtain: str | None = None
        self._shown: Play | None = None
        self._sent: Written | None = None  # the scene that the browser has
        self._wants_changes = False
        self._teller: Teller | None = None  # who says in the browser's language what is told in English
        self._sent_log: tuple[Event, ...] = ()
        self._outbox: asyncio.Queue[m.Told | Literal["look", "stop"]] = asyncio.Queue(MOST_WAITING)
        self._refreshing = False

    # -- speaking

    def refresh(self) -> None:
        """Look again soon; several calls in a row are one."""
        if self._greeted and not self._refreshing:
            self._refreshing = True
            self._put("look")

    def complain(self, problem: BalkaError, number: int | None = None) -> None:
        self._put(m.ErrorTold(id=number, error=m.problem_wire(problem)))

    def notice(self, text: str) -> None:
        """Something about the table itself that everybody at it should know."""
        self._put(m.Notice(text=text))

    def tell(self, told: m.Told) -> None:
        """Something for whoever has said hello."""
        if self._greeted:
            self._put(told)

    @property
    def catalogue(self) -> Catalogue:
        return self._tables.catalogue

    @property
    def store(self) -> Store:
        return self._tables.store

    def tell_company(self) -> None:
        if self._greeted:
            self.informed.tell()
            self.seating.tell()

    def tell_talk(self) -> None:
        if self._greeted:
            self.listener.tell()

    def thinking(self, progress: m.Thinking) -> None:
        """How far a bot has come; of no use to somebody who is behind with reading."""
        if self._greeted and self.viewer is not None and self._outbox.qsize() < FEW_WAITING:
            self._put(progress)

    def tell_waiting(self) -> None:
        """Who is still to come, if that has changed; the host is told by which link."""
        if not self._greeted:
            return
        is_host = self.live.is_host(self._tokens, self._home)
        links = {
            seat: self._outward.link(self.live.stored.id, token) if is_host else ""
            for seat, token in self.live.waiting.items()
        }
        told = m.Waiting(seats=links, near=self._outward.near)
        if links or self._told_waiting:
            self._told_waiting = told
            self._put(told)

    def hang_up(self) -> None:
        """Close the connection once all that is being said now has been said."""
        asyncio.get_running_loop().call_soon(self._put, "stop")

    def _put(self, item: m.Told | Literal["look", "stop"]) -> None:
        if self._outbox.full():
            log.warning("a browser at table %s does not listen any more", self.live.stored.id)
            while not self._outbox.empty():
                self._outbox.get_nowait()
            item = "stop"
        self._outbox.put_nowait(item)

    async def write(self) -> None:
        """Send what is waiting, until the connection is closed."""
        while (item := await self._outbox.get()) != "stop":
            if item == "look":
                self._refreshing = False
                await self._look()
            else:
                await self._send(item)
        await self.socket.close()

    async def _send(self, item: m.Told) -> None:
        await self.socket.send_text(body_of(item, self._teller).decode())

    async def _look(self) -> None:
        """Send the scene when it has changed, and the curtain when another person at this screen is to decide."""
        try:
            waiting = self._next_at_screen()
            scene = self._changed_scene() if self.viewer is not None else None
        except Exception:
            log.exception("no scene could be made at table %s", self.live.stored.id)
            self.complain(BalkaError("The table cannot be drawn."))
            return
        if scene is not None:
            await self._send(scene)
        if waiting is not None and waiting != self._curtain:
            await self._send(m.Curtain(seat=waiting))
        self._curtain = waiting

    def _changed_scene(self) -> m.SceneTold | m.SceneChanged | None:
        """The scene for the viewer, whole, or what makes it of the last one for a browser that asked for that; None
        when it is what the browser has."""
        assert self.viewer is not None
        if self.viewer not in (WATCHER, *self.held):
            self.viewer = WATCHER
        heard = self.live.table.log(self.viewer)
        known = common(self._sent_log, heard)
        scene = self._compose(self.viewer, known)
        before, now = self._sent, written(scene, self._teller)
        same = before is not None and now.shows_as(before) and known == len(heard) == len(self._sent_log)
        self._shown, self._sent_log = self.live.table.play, heard
        if same:
            return None
        self.version, self._sent = scene.version, now
        return changes(before, now) if before is not None and self._wants_changes else m.SceneTold(scene=scene)

    def _compose(self, viewer: str, known: int) -> Scene:
        """The next scene."""
        scene, lesson = scenes.scene(self.live.table, viewer, known), self.live.lesson_for(viewer)
        return structs.replace(scene, lesson=lesson, version=self.version + 1)

    # -- who is there

    @property
    def looks(self) -> bool:
        """Whether somebody sees this table: he has said hello, and the page is not behind others."""
        return self._greeted and not self._hidden

    def look(self, said: m.Looking) -> object:
        self._hidden = not said.here
        if said.here:
            self._come_back()
        else:
            self.leave()
        return None

    def leave(self) -> None:
        """Nobody looks through this line any more; unless he does through another, its person is away."""
        if self.person and self._tables.desk and (self.person, self.live.stored.id) not in self._tables.present:
            self._tables.desk.left(self.person, self.live.stored.id)

    def _come_back(self) -> None:
        """Whoever looks has no need to be called."""
        if self.person and self.looks and self._tables.desk:
            self._tables.desk.came(self.person, self.live.stored.id)

    @property
    def held(self) -> tuple[str, ...]:
        return self.live.held(self._tokens, self._home)

    def _next_at_screen(self) -> str | None:
        """The seat the screen should be passed to, if there is one."""
        held, table = self.held, self.live.table
        if self.viewer == WATCHER or len(held) < 2 or table.over:
            return None
        due = table.due
        asked = [seat for seat in held if table.asked(seat) and (due is None or due.seat != seat)]
        if self.viewer in asked:
            return None
        if self.viewer is None:
            return asked[0] if asked else self._wish
        return asked[0] if asked else None

    @property
    def begins_anew(self) -> bool:
        """Whether a whole scene is to be sent, as to somebody who has just come."""
        return self._greeted and self._sent is None

    def _sit(self, seat: str | None) -> None:
        """Look through the eyes of a seat from now on; the whole log is sent anew."""
        self.viewer = seat
        self._curtain = None
        self._sent, self._sent_log = None, ()
        self.refresh()

    # -- listening

    async def read(self) -> None:
        """Answer all that the browser says, until it goes."""
        while True:
            message = await self._received()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                self.complain(m.MalformedError("Binary messages are not understood.", "JSON as text"))
                await self._paced.rest(flooding.LEAST)
            else:
                await self._paced.hear(text)

    async def _received(self) -> Message:
        """The next message; whoever has not said who he is must do so soon."""
        try:
            async with asyncio.timeout(None if self._greeted else HELLO):
                return await self.socket.receive()
        except TimeoutError:
            self.complain(BalkaError("Nobody said hello.", '{"type": "hello", "seat": ""}'))
            self.hang_up()
            return await self.socket.receive()

    def hear(self, text: str) -> None:
        number = None
        try:
            said = m.read_message(text)
            number = said.id
            result = self._answer(said)
        except m.MalformedError as problem:
            self.complain(problem, problem.id if problem.id is not None else number)
        except BalkaError as problem:
            self.complain(problem, number)
        except Exception:
            log.exception("a message at table %s went wrong", self.live.stored.id)
            self.complain(BalkaError("The table made a mistake with this; nothing stored is lost."), number)
        else:
            if number is not None:
                self._put(m.Reply(id=number, result=result))

    def _answer(self, said: m.Any_) -> Any:
        if isinstance(said, m.Hello):
            return self._hello(said)
        if not self._greeted:
            raise BalkaError("Say hello first.", '{"type": "hello", "seat": ""}')
        if type(said) in ACTS:
            return self.live.act(lambda: ANSWERS[type(said)](self, said))
        return ANSWERS[type(said)](self, said)

    def _hello(self, said: m.Hello) -> object:
        """Somebody arrives. Where several people share the screen, the curtain is drawn first."""
        self._tokens = self._came_with | ({said.token} if said.token else set())
        secret, self._tokens = welcome.sit_down(self, self._tokens)
        self._wants_changes, self.guest = said.changes, said.guest
        self._teller = teller(said.language, self.live.table.start.setting.game)
        held = self.held
        self._wish = said.seat if said.seat in held else held[0] if held else WATCHER
        self._greeted = True
        self._come_back()
        if said.seat == WATCHER or not held:
            self._sit(WATCHER)
        elif len(held) > 1 and not said.have and not self.live.table.over:
            self._sit(None)
        else:
            self._sit(self._wish)
        self.tell_waiting()
        self.tell_talk()
        self.tell_company()
        if self.live.stored.rated or not self.live.stored.hints:
            self.tell(m.NoHints())
        if self.live.news:
            self.notice(self.live.news)
        self.live.journal.take()
        self.live.go_on(self._tables.delays)
        return m.Seated(secret) if secret and not self.person else None  # an account needs no secret

    def take_seat(self, said: m.Seat) -> object:
        """The curtain was drawn: another person looks at the screen now."""
        if said.seat not in (WATCHER, *self.held):
            raise BalkaError(f"The {said.seat} seat is not yours.")
        self._sit(said.seat)
        return None

    # -- acting (acting.py)

    @property
    def seat(self) -> str:
        """The seat the browser acts for."""
        if self.viewer is None:
            raise BalkaError("The curtain is drawn.", '{"type": "seat", "seat": "..."}')
        if self.viewer not in self.held:
            raise BalkaError("Watchers only watch.")
        return self.viewer

    def must_be_new(self, seat: str, version: int | None) -> None:
        """Refuse what was said of an older scene."""
        if version is not None and (version != self.version or self._is_stale(seat)):
            raise BalkaError("The table has moved on since you looked.", "choose again")

    def _is_stale(self, seat: str) -> bool:
        """Whether the browser has not yet been shown what it would see now."""
        if self._shown is self.live.table.play:
            return False
        now = written(self._compose(seat, len(self._sent_log)), self._teller)
        return self._sent is None or not now.shows_as(self._sent)

    def done(self) -> None:
        """Something was decided: let the table go on."""
        self.live.go_on(self._tables.delays)

    # -- asking (questions.py)

    @property
    def eyes(self) -> str:
        """The seat questions are answered for; a seat that has been given away answers no more."""
        if self.viewer is None:
            raise BalkaError("The curtain is drawn.", '{"type": "seat", "seat": "..."}')
        return self.viewer if self.viewer in self.held else WATCHER


ANSWERS: dict[type, Callable[[Connection, Any], object]] = {
    m.Seat: Connection.take_seat,
    m.Say: speaking.say,
    m.AskFor: company.ask_for,
    m.Answer: company.reply,
    m.Claim: company.claim,
    m.Looking: Connection.look,
    **acting.ANSWERS,
    **questions.ANSWERS,
}


# where another process may be quicker
ACTS = (m.Choose, m.Place, m.Lead, m.Undo, m.TakeBack, m.Resign, m.Orders, m.AskFor, m.Answer, m.Claim)
