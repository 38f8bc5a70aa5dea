"""A view goes on as far as what follows is the same in every world its seat could be in."""

from __future__ import annotations

import pytest
from tests.core.test_engine import FIRST_NIGHT, PLANS, say, start
from tests.toy.rules import March
from tests.toy.words import GUARD, SMUGGLER

from balka.core.choices import Choice, IllegalChoiceError
from balka.core.frames import Quote
from balka.core.known import UnknownError
from balka.core.state import WATCHER, State


def marching() -> State:
    return say(start(), *FIRST_NIGHT).state


class TestApplyingAView:
    def test_what_follows_is_again_a_view_of_the_same_seat(self) -> None:
        after = marching().view(SMUGGLER).apply("pass").state
        assert after.viewer == SMUGGLER
        assert after.to_json() == marching().apply("pass").state.view(SMUGGLER).to_json()

    def test_a_way_that_something_hidden_may_bar_is_not_known(self) -> None:
        with pytest.raises(UnknownError, match="'to D2' leads to is not known from here"):
            marching().view(SMUGGLER).apply("to D2")

    def test_it_says_the_same_wherever_the_hidden_things_are(self) -> None:
        other = say(start(), "guard: put patrol B1", "guard: put pit C2", *PLANS[2:], *FIRST_NIGHT[5:]).state
        for text in ("to D2", "to A2", "pass"):
            answers = [_led_to(state.view(SMUGGLER), text) for state in (marching(), other)]
            assert answers[0] == answers[1]

    def test_what_is_not_listed_is_refused_with_its_own_reason(self) -> None:
        with pytest.raises(IllegalChoiceError, match="legs left the cart cannot get there"):
            marching().view(SMUGGLER).apply("to E1")

    @pytest.mark.parametrize("seat", [GUARD, WATCHER])
    def test_nobody_answers_for_another(self, seat: str) -> None:
        with pytest.raises(UnknownError):
            marching().view(seat).apply("pass")
        with pytest.raises(UnknownError):
            marching().view(seat).quote("pass")
        refusal = marching().view(seat).why_not("pass", SMUGGLER)
        assert refusal is not None
        assert "not known from here" in refusal.sentence

    def test_only_what_the_seat_hears_is_told(self) -> None:
        rolling = say(start(), *PLANS).state
        told = rolling.view(SMUGGLER).apply("d6 5").events
        assert [event.event.say(rolling.setting) for event in told] == ["The guard has counted his powder."]


class TestAskingFurther:
    def test_sentences_are_walked_as_far_as_they_are_known(self) -> None:
        refusal = marching().why_not("to D2; pass")
        assert refusal is not None
        assert "hangs on something hidden" in refusal.sentence

    def test_a_walk_into_the_known_is_answered(self) -> None:
        assert marching().why_not("pass") is None
        refusal = marching().why_not("pass; to A2")
        assert refusal is not None
        assert "hidden" not in refusal.sentence


def test_what_cannot_be_quoted_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quote of a legal choice that fails is a fault of ours and is not hidden."""

    def failing(self: March, view: State, choice: Choice, seat: str) -> Quote:
        raise KeyError(choice)

    monkeypatch.setattr(March, "quote", failing)
    with pytest.raises(IllegalChoiceError, match="legs left the cart cannot get there"):
        marching().quote("to E1")
    with pytest.raises(KeyError):
        marching().quote("to A2")


def _led_to(view: State, text: str) -> bytes | str:
    try:
        return view.apply(text).state.to_json()
    except UnknownError as problem:
        return problem.message
