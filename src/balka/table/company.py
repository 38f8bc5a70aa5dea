"""The people at a table: who decides for each seat, what they settle among themselves, and how they end a game."""

from __future__ import annotations

from balka.bots.base import Bot, bot, names, players_of
from balka.core.errors import BalkaError
from balka.core.records import EarlyEnd
from balka.core.state import State
from balka.table import agreeing, plays
from balka.table.agreeing import Matter, Proposals
from balka.table.entries import HUMAN, Due, Entry, Journal
from balka.table.plays import Play


class Company:
    """What a table knows of its people. Every entry is handed to the journal before it is taken as true."""

    def __init__(self, start: State, players: dict[str, str], bots: dict[str, Bot], journal: Journal) -> None:
        self.start = start
        self.players = players
        self.proposals: Proposals = {}
        self.adjourned = False
        self.play = plays.begin(start)
        self._bots = bots
        self._journal = journal
        self._due: tuple[Play, Due | None] | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        return self.start.setting.seats

    @property
    def people(self) -> tuple[str, ...]:
        """The seats where a person decides."""
        return tuple(seat for seat in self.seats if self.players[seat] == HUMAN)

    @property
    def over(self) -> bool:
        return self.play.over

    @property
    def due(self) -> Due | None:
        """What the table does next by itself; None when a person is to decide or all is over."""
        if self._due is None or self._due[0] is not self.play:
            self._due = (self.play, self._find_due())
        return self._due[1]

    def _find_due(self) -> Due | None:
        raise NotImplementedError

    def resign(self, seat: str) -> None:
        """Give the game up."""
        self._must_be_person(seat)
        if self.over:
            raise BalkaError("The game is over.")
        self._commit(plays.end(self.play, EarlyEnd("resign", seat)), Entry("resign", seat))

    def ask_for(self, seat: str, what: Matter) -> None:
        """Ask the others for a draw, for the last final choice back, for a break, or for its end."""
        self._must_be_person(seat)
        theirs = self.proposals.get(what)
        if theirs is not None and theirs.seat != seat and not theirs.declined:
            self.agree(seat, what)
            return
        agreeing.must_be_possible(self, seat, what)
        self._write(Entry("ask", seat, what))

    def agree(self, seat: str, what: Matter) -> None:
        """Agree to what another has asked for; when everybody has, it is done."""
        self._must_be_person(seat)
        agreeing.must_be_asked(self, seat, what)
        self._write(Entry("agree", seat, what))

    def decline(self, seat: str, what: Matter) -> None:
        """Do not agree, or take back what one has asked for oneself."""
        self._must_be_person(seat)
        own = self.proposals.get(what)
        if own is None or own.declined or own.seat != seat:
            agreeing.must_be_asked(self, seat, what)
        self._write(Entry("decline", seat, what))

    def lose_on_time(self, seat: str) -> None:
        """The time of a seat has run out, and another claims the game."""
        self._must_be_person(seat)
        if self.over:
            raise BalkaError("The game is over.")
        self._write(Entry("time", seat))

    def let_sit(self, seat: str, player: str) -> None:
        """From now on a bot decides for a seat."""
        self._must_be_person(seat)
        if self.over:
            raise BalkaError("The game is over.")
        if player not in (*players_of(self.start.setting.system), *self._bots):
            raise BalkaError(f"There is no bot called {player!r}.")
        self._write(Entry("sits", seat, player))

    def _write(self, entry: Entry) -> None:
        """Something people settle among themselves: first written down, then true."""
        self._journal(entry)
        self._settle_among(entry)
        self._due = None

    def _settle_among(self, entry: Entry) -> None:
        seat, what = entry.seat, entry.text
        if entry.kind == "time":
            self._go_to(plays.end(self.play, EarlyEnd("time", seat)))
        elif entry.kind == "sits":
            self.players = {**self.players, seat: what}
            self._bots |= {what: bot(what)} if what in names() else {}
        elif entry.kind == "ask":
            self.proposals = agreeing.asked(self.proposals, seat, agreeing.matter(what))
        elif entry.kind == "decline":
            self.proposals = agreeing.declined(self.proposals, seat, agreeing.matter(what))
        else:
            self._agreed(seat, agreeing.matter(what))

    def _agreed(self, seat: str, what: Matter) -> None:
        self.proposals = agreeing.agreed(self.proposals, seat, what)
        if not agreeing.is_settled(self.proposals[what], self.people):
            return
        self._go_to(agreeing.carried_out(self.play, what))
        if what in ("adjourn", "resume"):
            self.adjourned = what == "adjourn"
        self.proposals = {known: asked for known, asked in self.proposals.items() if known != what}

    def _go_to(self, play: Play) -> None:
        self.proposals = agreeing.still_standing(self.proposals, self.play, play)
        self.play = play

    def _must_play(self, seat: str) -> None:
        self._must_be_person(seat)
        if self.adjourned and not self.over:
            raise BalkaError("The game is adjourned.", "ask the others to go on")

    def _must_be_person(self, seat: str) -> None:
        if seat not in self.players:
            raise BalkaError(f"There is no seat {seat!r} at this table.", f"one of {', '.join(self.seats)}")
        if self.players[seat] != HUMAN:
            raise BalkaError(f"{self.players[seat]} plays the {seat} side.")

    def _commit(self, play: Play, entry: Entry) -> None:
        """First written down, then true."""
        self._journal(entry)
        self._go_to(play)
