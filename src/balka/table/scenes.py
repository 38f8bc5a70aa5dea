"""Scenes: what one seat sees now, composed from its view and its own events only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from msgspec import structs

from balka.core.checks import Check, shown
from balka.core.choices import Choice, IllegalChoiceError, Refusal, UnitId, slot_kinds
from balka.core.citing import own_row
from balka.core.errors import BalkaError
from balka.core.events import Event
from balka.core.formations import Formation
from balka.core.frames import CHANCE, NOT_LISTED, Ask, Quote, Shortcut, Todo
from balka.core.scene import figures
from balka.core.scene import formations as forces
from balka.core.scene import scene as sent
from balka.core.scene.display import seat_name
from balka.core.scene.lines import LogLine
from balka.core.scene.nodes import Node
from balka.core.scene.overlays import Overlay
from balka.core.scene.scene import Outcome, Scene, Undo
from balka.core.state import WATCHER, Setting, State, Verdict
from balka.table import leading
from balka.table.history import ALL, Replay
from balka.table.nodes import Tree
from balka.table.peeking import Peek, sentences
from balka.table.table import Table

Shown = figures.Tally | figures.Check


def board_key(setting: Setting) -> str:
    """The name the browser asks for the board of a scenario by."""
    return scenario_key(setting).replace("/", "-")


def scenario_key(setting: Setting) -> str:
    key = setting.scenario
    return key if "/" in key else f"{setting.game}/{key}"


def scene(table: Table, seat: str, log_from: int = 0) -> Scene:
    """Everything the browser draws for a seat; the log from one line on."""
    view = table.view(seat)
    return structs.replace(
        drawn(view, seat),
        **asking(table, view, seat),
        log=log_lines(table, seat, log_from),
        log_from=log_from,
        since=table.play.since.get(seat, 0),
        undo=undo_wire(table, seat),
        outcome=outcome(table),
        players=dict(table.players),
    )


def drawn(view: State, seat: str) -> Scene:
    """What lies on the table and beside it."""
    setting = view.setting
    display = structs.asdict(setting.system.scene(view, seat))
    return Scene(
        **display, game=setting.game, scenario=scenario_key(setting), title=setting.title, board=board_key(setting),
        seat=seat,
    )  # fmt: skip


def picture(replay: Replay, number: int) -> Scene:
    """One step of a replay as a scene in which nothing can be chosen; the log is sent with the replay itself."""
    view = replay.drawn(number)
    return structs.replace(
        drawn(view, WATCHER if replay.view == ALL else replay.view),
        seat=replay.view,
        version=number,
        ask=_others(view, view.asks[0]) if view.stack else None,
        panel=panel(view),
        log_from=replay.at(number).lines,
    )


def panel(view: State) -> list[Shown]:
    """The working of what is being decided."""
    game, items = view.setting.game, view.stack[-1].panel(view) if view.stack else ()
    return [shown(item, game) if isinstance(item, Check) else item.to_wire(game) for item in items]


# -- the ask


class Asking(TypedDict, total=False):
    """The part of a scene that says what is to be decided."""

    ask: sent.Ask
    choices: list[Node]
    panel: list[Shown]


def asking(table: Table, view: State, seat: str) -> Asking:
    """The ask, the choices when it is this seat's, and the working of what is being decided."""
    if table.over or not view.stack:
        return {}
    due = table.due
    answered = due is not None and due.seat == seat  # by the table, a bot or a standing order
    mine = None if answered else next((ask for ask in view.asks if ask.seat == seat), None)
    if mine is None:
        return {"ask": _others(view, view.asks[0]), "panel": panel(view)}
    tree = Tree(view, seat, Peek(table.state, seat))
    return {"ask": _own(table, view, mine), "choices": tree.wire(tree.roots()), "panel": panel(view)}


def _own(table: Table, view: State, ask: Ask) -> sent.Ask:
    top = view.stack[-1]
    left = top.left(view, ask.seat)
    return sent.Ask(
        yours=True,
        side=_side(view, ask),
        kind=ask.kind,
        prompt=top.prompt(view, ask.seat) or "Choose.",
        window=ask.window,
        left=f"{left} left to {top.left_to}".removesuffix(" to ") if left else "",
        todo=[_todo(view, todo) for todo in top.todo(view, ask.seat)],
        placing=table.can_place(ask.seat),
        looks=top.looks,
        shortcuts=[_shortcut(view, shortcut) for shortcut in top.shortcuts(view, ask.seat)],
        gathered=list(top.gathered(view, ask.seat)),
        formations=[_formation(formation) for formation in top.formations(view, ask.seat)],
    )


def _formation(formation: Formation) -> forces.Formation:
    return forces.Formation(
        key=formation.key, name=formation.name, units=list(formation.units), able=list(formation.able),
        followers=list(formation.followers), moved=formation.moved,
    )  # fmt: skip


def _shortcut(view: State, shortcut: Shortcut) -> sent.Shortcut:
    return sent.Shortcut(label=shortcut.label, text="; ".join(view.text(choice) for choice in shortcut.choices))


def _others(view: State, ask: Ask) -> sent.Ask:
    """What somebody else is seen to decide: who and what kind, which is public."""
    side = _side(view, ask)
    waiting = "The dice are rolling." if ask.seat == CHANCE else f"The {seat_name(side)} side is deciding."
    return sent.Ask(yours=False, side=side, kind=ask.kind, prompt=waiting, window=ask.window, todo=[], placing=False)


def _side(view: State, ask: Ask) -> str:
    return view.setting.forces.get(ask.force, ask.force)


def _todo(view: State, todo: Todo) -> sent.Todo:
    label = "" if todo.hex is None else view.setting.board.labels[todo.hex]
    return sent.Todo(text=todo.text, rule=own_row(todo.rule, view.setting.game), hex=label)


# -- the rest of the scene


def log_lines(table: Table, seat: str, start: int = 0) -> list[LogLine]:
    """The log of a seat from one line on."""
    return lines_wire(table.start.setting, table.log(seat)[start:], table.actors(seat)[start:])


def lines_wire(setting: Setting, log: Sequence[Event], actors: Sequence[str]) -> list[LogLine]:
    """Lines of a log, each with the seat whose doing it was."""
    return [structs.replace(event.line(setting), by=by) for event, by in zip(log, actors, strict=True)]


def undo_wire(table: Table, seat: str) -> Undo:
    """What a seat may take back, in order, and why it cannot go further."""
    board = table.start.setting.board
    said = [choice.text(board) for choice in table.play.draft.choices_of(seat)]
    why = "" if said or seat not in table.players else table.why_closed(seat)
    return Undo(possible=bool(said), count=len(said), why=why, choices=said)


def outcome(table: Table) -> Outcome | None:
    return verdict_wire(table.start.setting, table.verdict())


def verdict_wire(setting: Setting, verdict: Verdict | None) -> Outcome | None:
    """How a game ended; nothing while it goes on."""
    if verdict is None:
        return None
    return Outcome(winner=verdict.winner, text=verdict.text, rule=own_row(verdict.rule, setting.game))


# -- questions, answered from what the asker knows


def grow(table: Table, seat: str, path: list[str]) -> list[Node]:
    """The nodes that follow a path of words."""
    tree = Tree(_asked_view(table, seat), seat, Peek(table.state, seat))
    return tree.wire(tree.find(path))


def propose(table: Table, seat: str, formation: str, place: str) -> forces.Led:
    """What a formation would do that is sent towards a hex."""
    view = _asked_view(table, seat)
    return leading.told(view, leading.planned(view, seat, formation, place))


def quote(table: Table, seat: str, text: str) -> figures.Quote:
    """What a sentence would cost and risk."""
    view = _asked_view(table, seat)
    *before, last = sentences(text)
    if before:
        grammar, board = view.setting.grammar, view.setting.board
        view = Peek(table.state, seat).past([grammar.parse(sentence, board) for sentence in before]).view
    choice = _listed(view, seat, last)
    return quote_wire(view, choice, view.stack[-1].quote(view, choice, seat))


def quote_wire(view: State, choice: Choice, quoted: Quote) -> figures.Quote:
    game = view.setting.game
    return figures.Quote(
        text=view.text(choice),
        cost=quoted.cost.to_wire(game) if quoted.cost else None,
        checks=[
            *(forecast.to_wire(game) for forecast in quoted.forecasts),
            *(shown(check, game) for check in quoted.checks),
        ],
        final=quoted.final,
        warns=list(quoted.warns),
        way=[view.setting.board.labels[h] for h in quoted.way],
        price=quoted.price,
    )


def why(table: Table, seat: str, text: str) -> figures.Why:
    """Whether sentences would be accepted, one after the other, and the first reason why not."""
    view = table.view(seat)
    sentences = [part.strip() for part in text.split(";") if part.strip()]
    try:
        if len(sentences) == 1:
            _listed(_asked_view(table, seat), seat, sentences[0])
            refusal = None
        else:
            refusal = view.why_not(text, seat)
    except IllegalChoiceError as problem:
        refusal = problem.refusal
    except BalkaError as problem:
        refusal = Refusal(problem.message, instead=problem.instead or "")
    return reasons([refusal] if refusal else [])


def why_there(table: Table, seat: str, unit: str, place: str) -> figures.Why:
    """Why a counter can do nothing at a hex now."""
    view = table.view(seat)
    found = view.setting.system.why_there(view, seat, unit, place)
    return reasons([refusal.cited_in(view.setting.game) for refusal in found])


def why_idle(table: Table, seat: str, unit: str) -> figures.Why:
    """Why a counter can do nothing at all now: what is refused of everything said of a unit alone."""
    try:
        view = _asked_view(table, seat)
    except IllegalChoiceError as problem:
        return reasons([problem.refusal])
    if unit in view.grow((), seat):
        return reasons([])
    refused = [view.refusal(choice, seat) for choice in _alone(view, seat, unit)]
    named = [refusal for refusal in refused if refusal.rule] or refused or [NOT_LISTED]
    return reasons(named[:1])


def _alone(view: State, seat: str, unit: str) -> list[Choice]:
    """What can be said of a unit and nothing else, and of others now if there is any such thing."""
    verbs = view.setting.grammar.verbs
    said = [form(UnitId(unit)) for forms in verbs.values() for form in forms if slot_kinds(form) == (UnitId,)]
    others = [token for token in view.grow((), seat) if isinstance(token, str) and token not in verbs][:1]
    below = [node for token in others for node in view.grow((token,), seat)]
    open_now = {node.verb if isinstance(node, Choice) else node for node in below}
    return [choice for choice in said if choice.verb in open_now] or said


def reasons(refusals: list[Refusal]) -> figures.Why:
    rows = [figures.Reason(sentence=r.sentence, rule=r.rule, instead=r.instead) for r in refusals]
    return figures.Why(allowed=not rows, reasons=rows)


def overlay(table: Table, seat: str, kind: str, where: dict[str, str]) -> Overlay:
    """Named hexes with a legend: line of sight, fire zone, reach."""
    view = table.view(seat)
    return view.setting.system.overlay(view, seat, kind, where)


def values(table: Table, seat: str, unit: str) -> list[figures.Value]:
    """The figures of a counter as they are now, each with its working."""
    return figures_of(table.view(seat), seat, unit)


def values_then(replay: Replay, number: int, unit: str) -> list[figures.Value]:
    """The figures of a counter as they were at a step of a replay."""
    return figures_of(replay.drawn(number), WATCHER if replay.view == ALL else replay.view, unit)


def figures_of(view: State, seat: str, unit: str) -> list[figures.Value]:
    return [value.to_wire(view.setting.game) for value in view.setting.system.values(view, seat, unit)]


def _asked_view(table: Table, seat: str) -> State:
    view = table.view(seat)
    if table.over:
        raise IllegalChoiceError(Refusal("The game is over."))
    view.ask_of(seat)
    return view


def _listed(view: State, seat: str, text: str) -> Choice:
    """The choice a sentence says; refused with its reason when it is not on the list."""
    choice = view.setting.grammar.parse(text, view.setting.board)
    if not view.listed(choice, seat):
        raise IllegalChoiceError(view.refusal(choice, seat))
    return choice
