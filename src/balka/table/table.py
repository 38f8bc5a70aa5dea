"""The table: people and bots at their seats, the answers nobody needs to think about, and one place that writes down
what happened."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, cast, get_args

import msgspec
from msgspec import structs

from balka.bots.base import Bot, Planned, answered, bot, names, players_of, story_of
from balka.bots.placing import placement
from balka.core import records
from balka.core.choices import Choice, IllegalChoiceError, Refusal
from balka.core.dice import read_outcome
from balka.core.errors import BalkaError
from balka.core.events import Event
from balka.core.frames import CHANCE
from balka.core.records import EarlyEnd
from balka.core.state import State, Verdict
from balka.table import keeping, leading, plays
from balka.table.company import Company
from balka.table.dice import Chance, LiveDice
from balka.table.draft import Spoken
from balka.table.entries import HUMAN, SETTLED, Due, Entry, Journal, unwritten
from balka.table.orders import Order, ordered
from balka.table.peeking import Peek, sentences
from balka.table.plays import Play


class Table(Company):
    """One game with its seats. Every entry is handed to the journal before the table takes it as true."""

    def __init__(
        self,
        start: State,
        players: Mapping[str, str] | None = None,
        bots: Mapping[str, Bot] | None = None,
        dice: Chance | None = None,
        journal: Journal = unwritten,
        rng: random.Random | None = None,
    ) -> None:
        seats = seated(start, players or {}, tuple(bots or ()))
        known = {name: bot(name) for name in seats.values() if name in names()} | dict(bots or {})
        super().__init__(start, seats, known, journal)
        self.dice: Chance = dice or LiveDice.new()
        self.orders: dict[str, tuple[Order, ...]] = {}
        self.dice_from = 0
        self._rng = rng or random.SystemRandom()

    # -- looking

    @property
    def state(self) -> State:
        """Where the game truly stands, drafts included."""
        return self.play.state

    def view(self, seat: str) -> State:
        """What a seat, or a watcher, may know now."""
        return self.play.state_for(seat).view(seat)

    def log(self, seat: str) -> tuple[Event, ...]:
        """What a seat, or a watcher, has heard."""
        return self.play.log_for(seat)

    def actors(self, seat: str) -> tuple[str, ...]:
        """Whose doing each line of a seat's log was."""
        return self.play.actors_for(seat)

    def asked(self, seat: str) -> bool:
        """Whether this seat is to decide now."""
        return not self.over and any(ask.seat == seat for ask in self.state.asks)

    def verdict(self) -> Verdict | None:
        """How the game ended; None while it goes on."""
        return self.play.verdict()

    def why_closed(self, seat: str) -> str:
        """Why a seat cannot take back more; made of its own doings only."""
        return "The game is over." if self.over else self.play.closed.get(seat, "You have chosen nothing yet.")

    # -- what people do

    def choose(self, seat: str, text: str) -> Choice:
        """A person answers with a sentence, or with several that follow each other; all of it is one undo.

        Refused with its reason, and nothing said at all, when one of them is not on the list, or when one before the
        last could not be taken back.
        """
        self._must_play(seat)
        choices = [self.read(sentence) for sentence in sentences(text)]
        if not self.asked(seat):
            raise IllegalChoiceError(self._not_asked(seat))
        if len(choices) > 1:
            Peek(self.state, seat).past(choices[:-1])
        self._say(seat, choices[0], "person")
        for choice in choices[1:]:
            self._say_also(seat, choice)
        return choices[-1]

    def _say_together(self, seat: str, choices: tuple[Choice, ...]) -> None:
        """Say several choices as one undo; those without alternative are the table's own."""
        by: Spoken = "person"
        for choice in choices:
            if self.play.draft.forced() == (seat, choice):
                self._force()
            else:
                self._say(seat, choice, by)
                by = "also"

    def _say_also(self, seat: str, choice: Choice) -> None:
        """Say what goes with the last; a choice without alternative is the table's own and not written down."""
        if self.play.draft.forced() == (seat, choice):
            self._force()
        else:
            self._say(seat, choice, "also")

    def say_owed(self, seat: str) -> None:
        """Say for a person what must be said before the question can be ended, as far as it can be taken back.

        It goes with what he said last: one undo takes back both.
        """
        while self.asked(seat) and self.play.draft.choices_of(seat):
            view = self.view(seat)
            owed = view.stack[-1].owed_answer(view, seat)
            if owed is None or Peek(self.state, seat).after(owed) is None:
                return
            self._say_also(seat, owed)

    def lead(self, seat: str, formation: str, place: str) -> leading.Plan:
        """Send a formation towards a hex: ordinary choices of that seat, each march an undo of its own."""
        self._must_play(seat)
        if not self.asked(seat):
            raise IllegalChoiceError(self._not_asked(seat))
        plan = leading.planned(self.view(seat), seat, formation, place)
        for march in plan.marches:
            self._say_together(seat, march.choices)
            if not self.play.draft.choices_of(seat):
                break  # something was met that the plan could not know of
        return plan

    def can_place(self, seat: str) -> bool:
        """Whether the table knows how to go on setting up for a seat that is asked."""
        return self.asked(seat) and placement(self.view(seat), seat) is not None

    def place(self, seat: str) -> None:
        """Set up for a person whatever is left, by ordinary choices of that seat; all of it is one undo."""
        self._must_play(seat)
        if not self.asked(seat):
            raise IllegalChoiceError(self._not_asked(seat))
        if not self.can_place(seat):
            raise BalkaError("There is nothing the table could place for you.")
        while self.asked(seat) and (choice := placement(self.view(seat), seat)) is not None:
            self._say(seat, choice, "placed")
            self._force_own(seat)

    def _force_own(self, seat: str) -> None:
        """Give the answers of a seat that have no alternative."""
        while not self.over and (forced := self.play.draft.forced()) is not None and forced[0] == seat:
            self._force()

    def undo(self, seat: str) -> None:
        """Take back the last thing a seat said since the last barrier."""
        self._must_play(seat)
        if not self.play.draft.choices_of(seat):
            raise BalkaError(f"Nothing can be taken back. {self.why_closed(seat)}")
        self._commit(plays.undo(self.play, seat), Entry("undo", seat))

    def take_back(self, seat: str, index: int) -> None:
        """Take back one thing a seat said since the last barrier, keeping the rest."""
        self._must_play(seat)
        self._commit(plays.take_back(self.play, seat, index), Entry("take_back", seat, str(index)))

    def give_orders(self, seat: str, orders: Iterable[Order]) -> None:
        """Set the standing orders of a seat, in place of those it had."""
        self._must_be_person(seat)
        given = tuple(orders)
        self._journal(Entry("orders", seat, msgspec.json.encode(given).decode()))
        self.orders = {**self.orders, seat: given}
        self._due = None

    def _not_asked(self, seat: str) -> Refusal:
        if self.over:
            return Refusal("The game is over.")
        waiting = self.state.asks[0].seat
        return Refusal(f"It is not for {seat} to decide now.", instead=f"Waiting for {waiting}.")

    # -- what the table does by itself

    def _find_due(self) -> Due | None:
        if self.over or self.adjourned:
            return None
        asks = self.state.asks
        if asks[0].seat == CHANCE:
            return Due("chance", CHANCE)
        forced = self.play.draft.forced()
        if forced is not None:
            return Due("forced", forced[0])
        for ask in asks:
            if self.players[ask.seat] != HUMAN:
                return Due("bot", ask.seat)
            if self._order_for(ask.seat) is not None:
                return Due("order", ask.seat)
        return None

    def _order_for(self, seat: str) -> Choice | None:
        """What standing orders say; without any, a question that no answer could serve is let pass."""
        orders = self.orders.get(seat)
        given = ordered(self.state, self.state.ask_of(seat), orders) if orders else None
        return given or self.state.stack[-1].pointless(self.state, seat)

    def passing(self, seat: str) -> Choice | None:
        """The answer by which a person lets a chance to react pass, where the game names one."""
        if not self.asked(seat) or not self.state.ask_of(seat).window:
            return None
        view, ask = self.view(seat), self.state.ask_of(seat)
        found = (window.let for window in view.setting.system.scene(view, seat).windows if window.kind == ask.kind)
        let = next(found, "")
        return ordered(self.state, ask, (Order(ask.kind, let),)) if let else None

    def let_pass(self, seat: str) -> None:
        """Let a chance to react pass for a person whose time for it is over; what he had begun is taken back."""
        while self.play.draft.choices_of(seat):
            self.undo(seat)
        choice = self.passing(seat)
        if choice is not None:
            self._say(seat, choice, "order")

    def go_on(self) -> None:
        """Do the one thing that is due."""
        due = self.due
        assert due is not None, "nothing is due"
        if due.kind == "chance":
            outcome = self.dice.roll(self.state, self.play.rolls)
            self._commit(plays.roll(self.play, outcome), Entry("chance", CHANCE, outcome.text()))
        elif due.kind == "forced":
            self._force()
        elif due.kind == "order":
            choice = self._order_for(due.seat)
            assert choice is not None
            self._say(due.seat, choice, "order")
        else:
            self.bot_says(due.seat, self.think(due.seat))

    def think(self, seat: str, rng: random.Random | None = None) -> Choice:
        """What the bot at a seat would answer, from what it may know; changes nothing."""
        view = self.state.view(seat)
        view.hear(self.play.log_for(seat))
        return answered(self._bots[self.players[seat]], view, seat, rng or self._rng)

    def story(self, seat: str) -> Sequence[Planned]:
        """What the bot at a seat has planned so far, where it is one that plans; grows while it thinks."""
        return story_of(self._bots[self.players[seat]])

    def read(self, text: str) -> Choice:
        """A sentence as a choice of this game."""
        return self.start.setting.grammar.parse(text, self.start.setting.board)

    def bot_says(self, seat: str, choice: Choice) -> None:
        """A bot's answer."""
        self._say(seat, choice, "bot")

    def run(self, bots: Literal["bots", "no bots"] = "bots") -> None:
        """Do all that is due, until a person (or a bot, if bots are left to the caller) is to decide."""
        while (due := self.due) is not None and (due.kind != "bot" or bots == "bots"):
            self.go_on()

    def _say(self, seat: str, choice: Choice, by: Spoken) -> None:
        text = choice.text(self.start.setting.board)
        self._commit(plays.say(self.play, seat, choice, by), Entry(by, seat, text))

    # -- coming back, and being written down

    def restore(self, entries: Iterable[Entry], checks: Mapping[int, str] | None = None) -> None:
        """Make everything happen again that a journal holds; `checks` has the hash after so many entries."""
        for number, entry in enumerate(entries, start=1):
            try:
                self._again(entry)
            except BalkaError as problem:
                raise BalkaError(f"entry {number} of the journal does not fit: {problem}") from problem
            if checks and number in checks:
                self._force_all()
                if self.state.hash != checks[number]:
                    raise BalkaError(f"entry {number} of the journal leads elsewhere than it did")
        self._force_all()

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take in what has been written down elsewhere meanwhile."""
        for entry in entries:
            self._again(entry)

    def settle(self) -> None:
        """Give every answer that has no alternative."""
        self._force_all()

    def kept(self) -> bytes:
        """The game as it stands, for `come_back`."""
        alone = len(self.people) < 2
        play = structs.replace(self.play, reopening=None) if alone else self.play
        beside = keeping.Beside(self.orders, self.dice_from, self.proposals, self.adjourned, self.players)
        return keeping.kept(play, beside)

    def come_back(self, state: State, kept: bytes) -> None:
        """Take up a game that was kept, with all that has been heard; the state is that below its draft."""
        self.play, beside = keeping.brought_back(kept, state)
        self.orders, self.dice_from = beside.orders, beside.dice_from
        self.proposals, self.adjourned = beside.proposals, beside.adjourned
        for seat, player in beside.players.items():
            if self.players.get(seat) == HUMAN != player:
                self._settle_among(Entry("sits", seat, player))

    def go_on_from(self, state: State, rolls: int) -> None:
        """Begin from a position that was kept; the dice go on after the rolls made before it."""
        self.start = state
        self.play = structs.replace(plays.begin(state), rolls=rolls)

    def _again(self, entry: Entry) -> None:
        if entry.kind == "orders":
            self.orders[entry.seat] = msgspec.json.decode(entry.text, type=tuple[Order, ...])
            return
        if self._declined(entry):
            self._force()
            return
        self._force_all()
        if entry.kind in SETTLED:
            self._settle_among(entry)
        else:
            self._go_to(self._played(entry))

    def _declined(self, entry: Entry) -> bool:
        """Whether a person said what the table says by itself; older journals have a no to what was not offered."""
        forced = None if self.over or entry.kind not in get_args(Spoken) else self.play.draft.forced()
        return forced is not None and forced[1].declines and forced == (entry.seat, self.read(entry.text))

    def _played(self, entry: Entry) -> Play:
        if entry.kind == "chance":
            return plays.roll(self.play, read_outcome(entry.text))
        if entry.kind == "undo":
            return plays.undo(self.play, entry.seat)
        if entry.kind == "take_back":
            return plays.take_back(self.play, entry.seat, int(entry.text))
        if entry.kind == "resign":
            return plays.end(self.play, EarlyEnd("resign", entry.seat))
        assert entry.kind in get_args(Spoken)
        return plays.say(self.play, entry.seat, self.read(entry.text), cast("Spoken", entry.kind))

    def _force(self) -> None:
        forced = self.play.draft.forced()
        assert forced is not None
        self._go_to(plays.say(self.play, *forced, "table"))

    def _force_all(self) -> None:
        while not self.over and self.play.draft.forced() is not None:
            self._force()

    def load(self, record: records.Record) -> None:
        """Begin from what a record tells; dice rolled from here on are the table's own."""
        for answer in records.answers_of(record):
            self._again(Entry("chance" if answer.seat == CHANCE else "record", answer.seat, answer.text))
        if record.early:
            self.play = plays.end(self.play, record.early)
        self.dice_from = self.play.rolls

    def record(self, secret: Literal["with secret", "without secret"] = "without secret") -> str:
        """The game so far as text: everything, so for nobody who may not know everything."""
        live = self.dice if isinstance(self.dice, LiveDice) else None
        header = records.header_of(self.start, dict(self.players), live.commitment if live else "", self.dice_from)
        told = live.secret.hex() if live and secret == "with secret" else ""
        return records.write(header, self.start, self.play.all_answers, self.play.early, told)


def seated(start: State, players: Mapping[str, str], more: Iterable[str] = ()) -> dict[str, str]:
    """Who sits at each seat: a person, or a bot by its name; a side's name stands for all its seats."""
    seats = start.setting.seats
    known = (HUMAN, *players_of(start.setting.system), *more)
    taken: dict[str, str] = {}
    for seat, player in players.items():
        meant = (seat,) if seat in seats else start.setting.seats_of_side(seat)
        if not meant:
            raise BalkaError(f"There is no seat {seat!r} in {start.setting.scenario}.", f"one of {', '.join(seats)}")
        if player not in known:
            raise BalkaError(f"There is no bot called {player!r}.", f"one of {', '.join(known)}")
        taken |= {empty_seat: player for empty_seat in meant if empty_seat == seat or empty_seat not in players}
    return {seat: taken.get(seat, HUMAN) for seat in seats}
