"""What people at a table settle among themselves, beside the rules: a draw, a final choice taken back, a break.

One seat asks, every other person agrees, or one declines. All of it is written down among the entries of the table, so
that it comes back with them; the record of the game knows only what became of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct, structs

from balka.core.errors import BalkaError
from balka.core.records import EarlyEnd
from balka.table import plays
from balka.table.plays import Play

if TYPE_CHECKING:
    from balka.table.company import Company

Matter = Literal["draw", "back", "adjourn", "resume"]
MATTERS: tuple[Matter, ...] = get_args(Matter)


class Proposal(Struct, frozen=True):
    """What a seat asked the others for, and who has agreed; once `declined` it stands only so that it is not asked for
    again at once."""

    seat: str
    agreed: tuple[str, ...] = ()
    declined: str = ""


Proposals = dict[Matter, Proposal]


def matter(name: str) -> Matter:
    """What can be asked for, by its name."""
    found = next((known for known in MATTERS if known == name), None)
    if found is None:
        raise BalkaError(f"Nobody can ask for {name!r}.", f"one of {', '.join(MATTERS)}")
    return found


# -- what may be asked and answered


def must_be_possible(table: Company, seat: str, what: Matter) -> None:
    """Refuse what makes no sense now, with the reason."""
    if table.over:
        raise BalkaError("The game is over.")
    if len(table.people) < 2:
        raise BalkaError("There is no other person at this table.")
    _must_stand_still(table)
    old = table.proposals.get(what)
    if old is not None and old.seat == seat:
        again = "you may ask again after your next final choice" if old.declined else "wait for the answer"
        raise BalkaError("You have asked for that already.", again)
    if what == "back":
        _must_be_reopenable(table, seat)
    if (what == "resume") != table.adjourned:
        raise BalkaError("The game is adjourned." if table.adjourned else "The game is not adjourned.")


def _must_stand_still(table: Company) -> None:
    if table.due is not None:
        raise BalkaError("The table is about to go on.", "try again in a moment")


def _must_be_reopenable(table: Company, seat: str) -> None:
    back = table.play.reopening
    if back is None or back.seat != seat:
        why = "somebody else has decided since, something became known, or dice were rolled"
        raise BalkaError(f"Your last choice cannot be taken back: {why}.")
    if not plays.learned_nothing(back):
        raise BalkaError("Your last choice cannot be taken back: you have learned something by it.")


def must_be_asked(table: Company, seat: str, what: Matter) -> Proposal:
    """The proposal a seat is to answer."""
    found = table.proposals.get(what)
    if found is None or found.declined or found.seat == seat or seat in found.agreed:
        raise BalkaError("Nobody waits for your answer to that.")
    _must_stand_still(table)
    return found


# -- what becomes of it


def asked(proposals: Proposals, seat: str, what: Matter) -> Proposals:
    return {**proposals, what: Proposal(seat)}


def declined(proposals: Proposals, seat: str, what: Matter) -> Proposals:
    """Somebody does not agree; whoever takes back what he asked for himself may ask again."""
    if proposals[what].seat == seat:
        return {known: proposal for known, proposal in proposals.items() if known != what}
    return {**proposals, what: structs.replace(proposals[what], declined=seat)}


def agreed(proposals: Proposals, seat: str, what: Matter) -> Proposals:
    old = proposals[what]
    return {**proposals, what: structs.replace(old, agreed=(*old.agreed, seat))}


def is_settled(proposal: Proposal, people: tuple[str, ...]) -> bool:
    """Whether everybody has agreed."""
    return not proposal.declined and set(people) <= {proposal.seat, *proposal.agreed}


def carried_out(play: Play, what: Matter) -> Play:
    """The game after something was agreed."""
    if what == "draw":
        return plays.end(play, EarlyEnd("draw"))
    return plays.reopen(play) if what == "back" else play


def still_standing(proposals: Proposals, before: Play, now: Play) -> Proposals:
    """What is not overtaken by what happened: a proposal lapses with the next final choice of whoever made it, and one
    to take back with whatever becomes final, known or rolled."""
    if not proposals or now.over:
        return {}
    return {what: proposal for what, proposal in proposals.items() if not _lapses(what, proposal.seat, before, now)}


def _lapses(what: Matter, seat: str, before: Play, now: Play) -> bool:
    if what == "back":
        return now.reopening is not before.reopening
    return now.decided.get(seat, 0) != before.decided.get(seat, 0)
