"""What must hold in every state of every game. Each function yields a sentence for whatever does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from balka.core.choices import Choice, Node, Token
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE, Roll, Together
from balka.core.state import State, Step

TRIED = 12  # sentences tried against the list, and choices quoted, at one state
KEPT = 300  # sentences remembered for trying where they do not belong

Problems = Iterator[str]


def deciders(state: State) -> tuple[str, ...]:
    """The seats asked, chance not counted."""
    return tuple(ask.seat for ask in state.asks if ask.seat != CHANCE)


# -- at every state


def always_something_to_do(state: State) -> Problems:
    """Somebody is asked and has an answer, or the game is over and has a verdict. [D18]"""
    if state.over:
        yield from _ended_well(state)
    elif not state.asks:
        yield f"nobody is asked, yet the game is not over ({type(state.stack[-1]).__name__})"
    for seat in deciders(state):
        if not state.grow((), seat):
            yield f"{seat} is asked and has no answer ({type(state.stack[-1]).__name__})"


def _ended_well(state: State) -> Problems:
    verdict = state.verdict()
    if verdict is None:
        yield "the game is over and nobody says how it ended"
    elif verdict.winner and verdict.winner not in state.setting.sides:
        yield f"{verdict.winner!r} won and is none of the sides"


def counters_conserved(state: State) -> Problems:
    """What the system itself says must hold."""
    yield from state.setting.system.invariants(state)


def chances_add_up(state: State) -> Problems:
    """The outcomes of a chance step are possible and their chances make one. [D9]"""
    roll = state.stack[-1] if state.stack else None
    if not isinstance(roll, Roll):
        return
    odds = state.odds()
    if sum(chance for _, chance in odds) != 1:
        yield f"the chances of {roll.why} add up to {sum(chance for _, chance in odds)}"
    for outcome, chance in odds:
        if chance <= 0 or not roll.allows(state, outcome):
            yield f"{outcome.text()!r} is offered by {roll.why} and cannot come up"


def checks_counted_twice(state: State) -> Problems:
    """The number a roll needs comes out the same when it is worked out a second way."""
    roll = state.stack[-1] if state.stack else None
    if not isinstance(roll, Roll) or roll.check is None:
        return
    if roll.check.dice != roll.dice:
        yield f"{roll.check.name} is for {roll.check.dice} and {roll.dice} are rolled"
    again = state.setting.system.recount(state, roll)
    if again is not None and again != roll.check.need:
        working = roll.check.tally.text(state.setting.game)
        yield f"{roll.check.name} needs {roll.check.need}, counted again {again}\n{working}"


# -- at every k-th state


def lists_are_sound(state: State) -> Problems:
    """No word leads nowhere, no text stands twice, every text parses back, every choice is where its path says. [D4]"""
    for seat in deciders(state):
        yield from _sound(state, seat)


def _sound(state: State, seat: str) -> Problems:
    found: list[Choice] = []
    yield from _walk(state, seat, (), found)
    texts = Counter(map(state.text, found))
    yield from (f"{text!r} stands {count} times in one list" for text, count in texts.items() if count > 1)
    for choice in found:
        text = state.text(choice)
        again = _parsed(state, text)
        if again != choice:
            yield f"{text!r} does not parse back to {choice}"
        elif not state.listed(again, seat):  # as typed: being the object that was listed must count for nothing
            yield f"{text!r} is listed and not found by its path {choice.path()}"


def words_can_be_drawn(state: State) -> Problems:
    """Of the words that may be drawn, those said to be live are the list, each once. [core/drawing.py]"""
    for seat in deciders(state):
        yield from _drawn_as_listed(state.view(seat), seat, ())


def _drawn_as_listed(view: State, seat: str, path: tuple[Token, ...]) -> Problems:
    frame, listed = view.stack[-1], list(view.grow(path, seat))
    live = [node for node in frame.candidates(view, path, seat) if frame.is_live(view, path, node, seat)]
    if len(live) != len(listed) or any(node not in listed for node in live):
        yield f"after {path} {seat} may draw {live} where {listed} is listed"
    for node in listed:
        if not isinstance(node, Choice):
            yield from _drawn_as_listed(view, seat, (*path, node))


def _walk(state: State, seat: str, path: tuple[Token, ...], found: list[Choice]) -> Problems:
    nodes: Sequence[Node] = state.grow(path, seat)
    if path and not nodes:
        yield f"nothing follows {path} in the list of {seat}"
    for node in nodes:
        if isinstance(node, Choice):
            found.append(node)
        else:
            yield from _walk(state, seat, (*path, node), found)


def _parsed(state: State, text: str) -> Choice | None:
    try:
        return state.setting.grammar.parse(text, state.setting.board)
    except BalkaError:
        return None


def lists_come_from_views(state: State) -> Problems:
    """A list made from the truth reads the same as one made from what its owner knows. [D2]"""
    for seat in deciders(state):
        truth = list(map(state.text, state.choices(seat=seat)))
        known = list(map(state.text, state.view(seat).choices(seat=seat)))
        if truth != known:
            odd = sorted(set(truth) ^ set(known)) or ["their order"]
            yield f"what {seat} may do gives away what {seat} may not know: {', '.join(odd[:5])}"


def views_are_stable(state: State) -> Problems:
    """Looking twice shows no less and no more. [D20]"""
    for seat in state.setting.seats:
        view = state.view(seat)
        if state.setting.system.conceal(view, seat).to_json() != view.to_json():
            yield f"the view of {seat} changes when it is viewed again"
        if view.asks != state.asks:
            yield f"{seat} sees {view.asks} asked instead of {state.asks}"


def saved_and_loaded(state: State) -> Problems:
    """A state written down and read back is the same state."""
    if State.from_json(state.setting, state.to_json()).hash != state.hash:
        yield "the state is another one after it was saved and loaded"


def explanations_hold(state: State, rng: Random) -> Problems:
    """Prompts, duties and quotes can be made for everything that is offered, and their odds make one. [D10]"""
    for seat in deciders(state):
        view, frame = state.view(seat), state.view(seat).stack[-1]
        frame.prompt(view, seat), frame.todo(view, seat), frame.left(view, seat), frame.panel(view)
        listed = list(state.choices(seat=seat))
        for choice in rng.sample(listed, min(TRIED, len(listed))):
            quote = state.quote(choice, seat)
            for check in (*quote.checks, *(shown.check for shown in quote.forecasts)):
                if check.tally.exact and sum(band.low for band in check.odds()) != 1:
                    yield f"the odds quoted for {state.text(choice)!r} do not make one"


class Sentences:
    """Things said and offered before, to be tried where they may not belong."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def refused_exactly(self, state: State, rng: Random) -> Problems:
        """What is listed is accepted; anything else is refused, with a reason. [design 5]"""
        for seat in deciders(state):
            listed = dict.fromkeys(state.choices(seat=seat))
            for text in self._candidates([state.text(choice) for choice in listed], rng):
                yield from _judged(state, seat, text, _parsed(state, text) in listed)

    def _candidates(self, listed: list[str], rng: Random) -> list[str]:
        self._remember(listed, rng)
        fair = rng.sample(listed, min(TRIED, len(listed)))
        stray = rng.sample(self.texts, min(TRIED, len(self.texts)))
        return [*fair, *stray, *(_garbled(text, stray, rng) for text in fair), "", "frobnicate", "pass the salt"]

    def _remember(self, listed: list[str], rng: Random) -> None:
        self.texts += rng.sample(listed, min(TRIED, len(listed)))
        if len(self.texts) > KEPT:
            self.texts = rng.sample(self.texts, KEPT // 2)


def _garbled(text: str, others: Sequence[str], rng: Random) -> str:
    """The sentence with one word exchanged for a word of another."""
    words = text.split()
    words[rng.randrange(len(words))] = rng.choice(rng.choice(others).split())
    return " ".join(words)


def _judged(state: State, seat: str, text: str, legal: object) -> Problems:
    refusal = state.why_not(text, seat)
    if legal and refusal is not None:
        yield f"{text!r} is listed and would be refused: {refusal.text()}"
    if legal:
        return
    if refusal is None:
        yield f"{text!r} is not listed and would not be refused"
    elif not refusal.sentence:
        yield f"{text!r} is refused without a reason"
    if not refuses(state, seat, text):
        yield f"{text!r} is not listed and was accepted from {seat}"


def refuses(state: State, seat: str, text: str) -> bool:
    try:
        state.apply(text, seat)
    except BalkaError:
        return True
    return False


def lanes_commute(state: State, rng: Random) -> Problems:
    """Where several decide at once, it does not matter whose answer comes first. [D1]"""
    if not isinstance(state.stack[-1], Together) or len(state.asks) < 2:
        return
    first, second = rng.sample(state.asks, 2)
    said = [(ask.seat, rng.choice(list(state.choices(seat=ask.seat)))) for ask in (first, second)]
    forward, backward = _all_said(state, said), _all_said(state, said[::-1])
    if forward.to_json() != backward.to_json():
        texts = " and ".join(f"'{seat}: {state.text(choice)}'" for seat, choice in said)
        yield f"the order of {texts} matters"


def _all_said(state: State, said: Sequence[tuple[str, Choice]]) -> State:
    for seat, choice in said:
        state = state.apply(choice, seat).state
    return state


# -- at every step


def same_by_the_view(before: State, seat: str, choice: Choice) -> Problems:
    """Every level of the list on the way to an answer reads the same in truth and in its owner's view. [D2]"""
    view, path = before.view(seat), choice.path()
    for depth in range(len(path)):
        if before.grow(path[:depth], seat) != view.grow(path[:depth], seat):
            yield f"the list of {seat} after {path[:depth]} gives away what {seat} may not know"
            return
        if choice in before.grow(path[:depth], seat):
            return


def barriers_stand(before: State, actor: str, step: Step) -> Problems:
    """Dice, and a decision handed to somebody else, close undo. [D7]"""
    if actor == CHANCE and not step.barrier:
        yield "a roll could be undone"
    new = [ask.seat for ask in step.state.asks if ask not in before.asks and ask.seat not in (actor, CHANCE)]
    if new and not step.barrier:
        yield f"{new[0]} has been asked and the answer could still be undone"


StateCheck = Callable[[State], Problems]
CHEAP: tuple[StateCheck, ...] = (
    always_something_to_do,
    counters_conserved,
    chances_add_up,
    checks_counted_twice,
)
DEAR: tuple[StateCheck, ...] = (
    lists_are_sound,
    words_can_be_drawn,
    lists_come_from_views,
    views_are_stable,
    saved_and_loaded,
)
