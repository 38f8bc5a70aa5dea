"""Leading a formation for a person: what its units would do, found without saying it, and what is told about it.

A plan is made in a world that fits what the seat knows, so it tells nothing that he does not. Every step of it is an
ordinary choice of the seat. Nothing is planned that could not be taken back, with one exception: the last march, to the
very hex the person named, which may lead up to the enemy.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec import Struct, structs

from balka.bots.leading import next_led
from balka.core.citing import own_row
from balka.core.errors import BalkaError
from balka.core.formations import Formation, Marched, Sending, Stayed
from balka.core.scene import formations as sent
from balka.core.state import State
from balka.table.peeking import Peek

CLOSED = "what follows could not be taken back"
ONE_ONLY = "whoever went up to the enemy before it has learned something: send it again"


class Plan(Struct, frozen=True):
    """What the units of a formation do, one after the other, and who stays."""

    sending: Sending
    marches: tuple[Marched, ...] = ()
    stays: tuple[Stayed, ...] = ()

    def marching(self, march: Marched) -> Plan:
        sending = self.sending.after(march.units, march.way[-1])
        return structs.replace(self, sending=sending, marches=(*self.marches, march))

    def staying(self, stay: Stayed) -> Plan:
        return structs.replace(self, sending=self.sending.after(stay.units), stays=(*self.stays, stay))


def planned(view: State, seat: str, key: str, place: str) -> Plan:
    """What a formation does that a seat sends towards a hex; nothing is said yet."""
    plan = Plan(Sending(_formation(view, seat, key), view.setting.board.hex(place)))
    peek = Peek(view.setting.system.sample(view, Random(0)), seat)
    closing: list[tuple[str, ...]] = []  # units whose march closes undo: they come after all others
    while (found := next_led(peek.view, plan.sending)) is not None:
        later = _past(peek, seat, found) if isinstance(found, Marched) else None
        if isinstance(found, Stayed):
            plan = plan.staying(found)
        elif later is not None:
            peek, plan = later, plan.marching(found)
        else:
            if found.way[-1] == plan.sending.goal:
                closing.append(found.units)
            plan = plan.staying(Stayed(found.units, ONE_ONLY if found.units in closing[1:] else CLOSED))
    return _with_last(peek, seat, plan, closing[0]) if closing else plan


def _with_last(peek: Peek, seat: str, plan: Plan, units: tuple[str, ...]) -> Plan:
    """The plan with the one march that closes undo at its end, as it is then; refused where others would be asked."""
    seen_to = tuple(name for name in plan.sending.seen_to if name not in units)
    found = next_led(peek.view, structs.replace(plan.sending, seen_to=seen_to))
    if not isinstance(found, Marched) or found.units != units:
        return plan
    before = _past(peek, seat, structs.replace(found, choices=found.choices[:-1]))
    if before is None or not before.goes_on(found.choices[-1]):
        return plan
    return structs.replace(
        plan, marches=(*plan.marches, found), stays=tuple(stay for stay in plan.stays if stay.units != units)
    )


def _formation(view: State, seat: str, key: str) -> Formation:
    found = {formation.key: formation for formation in view.stack[-1].formations(view, seat)}
    if not found:
        raise BalkaError("No formation can be led now.", "in a Movement Phase, or in the activation of a battalion")
    if key not in found:
        raise BalkaError(f"You have no formation {key!r}.", f"one of {', '.join(found)}")
    return found[key]


def _past(peek: Peek, seat: str, march: Marched) -> Peek | None:
    """Where a march leads to; None where it could not be taken back, or is not on the list."""
    for choice in march.choices:
        later = peek.after(choice) if peek.view.listed(choice, seat) else None
        if later is None:
            return None
        peek = later
    return peek


# -- what is told


def told(state: State, plan: Plan) -> sent.Led:
    """A plan in words, with the ways it goes."""
    game, labels = state.setting.game, state.setting.board.labels
    return sent.Led(
        formation=plan.sending.formation.key,
        hex=labels[plan.sending.goal],
        moves=[sent.LedMove(units=list(march.units), way=[labels[h] for h in march.way]) for march in plan.marches],
        text=_summary(state, plan),
        remarks=[structs.replace(remark, rule=own_row(remark.rule, game)) for remark in _remarks(state, plan)],
    )


def _summary(state: State, plan: Plan) -> str:
    """Who went where, in one sentence."""
    labels, formation = state.setting.board.labels, plan.sending.formation
    to = f"{formation.name} towards {labels[plan.sending.goal]}"
    moved = sum(len(march.units) for march in plan.marches)
    if not moved:
        return f"{to}: nobody moves."
    ends = list(dict.fromkeys(labels[march.way[-1]] for march in plan.marches))
    return f"{to}: {moved} of {len(formation.units)} to {', '.join(ends)}."


def _remarks(state: State, plan: Plan) -> Iterator[sent.LedRemark]:
    """Who stops short or stays, and why; units with one reason in one line."""
    lines: dict[tuple[str, str, str], list[str]] = {}
    labels = state.setting.board.labels
    for march in plan.marches:
        if march.remark:
            lines.setdefault((f"in {labels[march.way[-1]]}", march.remark, march.rule), []).extend(march.units)
    for stay in plan.stays:
        if stay.why:
            lines.setdefault(("", stay.why, stay.rule), []).extend(stay.units)
    for (where, why, rule), units in lines.items():
        did = f"stopped {where}" if where else "not moved"
        yield sent.LedRemark(units=units, text=f"{did}: {why}", rule=rule)
