"""The engine on the toy game: asks, lists, refusals, chance, secrets, barriers, saving."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.toy.ford import GAME
from tests.toy.rules import Challenge, Route, Shot
from tests.toy.words import BOARD, GUARD, SMUGGLER, Put

from balka.core.choices import IllegalChoiceError
from balka.core.errors import BalkaError
from balka.core.events import heard
from balka.core.forced import advance
from balka.core.frames import CHANCE
from balka.core.state import State, Step

B2, C2 = BOARD.hex("B2"), BOARD.hex("C2")
PLANS = ("guard: put patrol C1", "guard: put pit D2", "guard: ready", "smuggler: put goal E1", "smuggler: ready")
FIRST_NIGHT = (*PLANS, "chance: d6 5", "guard: pass", "smuggler: draw", "chance: draw deck MIST", "guard: pass")


def say(state: State, *lines: str) -> Step:
    """Play lines of a record, every answer given."""
    step = Step(state, (), False)
    for line in lines:
        seat, _, text = line.partition(": ")
        step = step.state.apply(text, seat)
    return step


def start() -> State:
    return GAME.start("crossing")


def texts(state: State, seat: str | None = None) -> list[str]:
    return [state.text(choice) for choice in state.choices(seat=seat)]


def told(step: Step, seat: str) -> list[str]:
    return [event.say(step.state.setting) for event in heard(step.events, seat)]


class TestAsks:
    def test_several_seats_are_asked_at_once(self) -> None:
        assert [(ask.seat, ask.kind) for ask in start().asks] == [(GUARD, "hide"), (SMUGGLER, "hide")]

    def test_a_seat_that_is_ready_is_asked_no_more(self) -> None:
        state = say(start(), *PLANS[:3]).state
        assert [ask.seat for ask in state.asks] == [SMUGGLER]
        with pytest.raises(IllegalChoiceError, match="not for guard to decide now"):
            state.apply("ready", GUARD)

    def test_chance_is_asked_like_a_seat(self) -> None:
        state = say(start(), *PLANS).state
        assert [(ask.seat, ask.kind) for ask in state.asks] == [(CHANCE, "powder")]
        assert list(state.choices()) == []

    def test_whoever_answers_first_the_other_is_asked_again(self) -> None:
        state = say(start(), *PLANS, "chance: d6 5").state
        assert [ask.seat for ask in state.asks] == [GUARD, SMUGGLER]
        assert [ask.seat for ask in say(state, "smuggler: pass").state.asks] == [GUARD]
        assert [ask.seat for ask in say(state, "guard: pass").state.asks] == [SMUGGLER]

    def test_a_window_says_so(self) -> None:
        state = say(start(), *FIRST_NIGHT, "smuggler: to B1").state
        assert (state.asks[0].kind, state.asks[0].window) == ("challenge", True)


class TestLists:
    def test_the_list_narrows_by_subject_then_verb_then_slots(self) -> None:
        state = start()
        assert state.grow((), GUARD) == ["patrol", "pit"]
        assert state.grow(("pit",), GUARD) == ["put"]
        assert state.grow(("pit", "put"), GUARD)[0] == Put("pit", 2)
        assert texts(state, GUARD)[:2] == ["put patrol B1", "put patrol B2"]

    def test_choices_below_a_path(self) -> None:
        below = map(start().text, start().choices(("pit",), GUARD))
        assert list(below) == [f"put pit {label}" for label in ("B1", "B2", "C1", "C2", "D1", "D2")]

    def test_the_sole_choice(self) -> None:
        state = say(start(), *PLANS[:2]).state
        assert state.text(state.sole_choice(GUARD) or pytest.fail("none")) == "ready"
        assert state.sole_choice(SMUGGLER) is None

    def test_a_choice_that_was_checked_before_is_taken_without_the_list(self) -> None:
        state, fresh = start(), start()
        choice = next(state.choices(seat=GUARD))
        fresh.vouch(choice, GUARD)
        assert fresh.apply(choice, GUARD).state.hash == state.apply(choice, GUARD).state.hash
        assert not any(path == () for _, path in fresh.__dict__.get("_grown", {})), "nothing was listed"

    def test_a_choice_from_the_list_of_another_seat_is_not_accepted(self) -> None:
        state = start()
        choice = next(state.choices(seat=GUARD))
        assert not state.listed(choice, SMUGGLER)
        with pytest.raises(IllegalChoiceError):
            state.apply(choice, SMUGGLER)

    def test_hidden_things_never_bar_a_way(self) -> None:
        state = say(start(), *FIRST_NIGHT).state
        assert "to C1" in texts(state)
        assert texts(state) == texts(state.view(SMUGGLER))


class TestRefusals:
    def test_what_is_not_listed_is_refused_with_its_reason(self) -> None:
        state = say(start(), *FIRST_NIGHT).state
        with pytest.raises(IllegalChoiceError, match="With 3 legs left"):
            state.apply("to E1", SMUGGLER)
        refusal = state.why_not("to E1")
        assert refusal is not None
        assert refusal.text() == "With 3 legs left the cart cannot get there. [toy-march]"

    @pytest.mark.parametrize("text", ["", "to", "to Z9", "fly", "put patrol C1", "ready"])
    def test_nonsense_is_refused(self, text: str) -> None:
        state = say(start(), *FIRST_NIGHT).state
        assert state.why_not(text) is not None
        with pytest.raises(BalkaError):
            state.apply(text)

    def test_sentences_are_walked_one_after_the_other(self) -> None:
        state = start()
        assert state.why_not("put patrol C1; put pit D2; ready", GUARD) is None
        refusal = state.why_not("put patrol C1; put patrol D1", GUARD)
        assert refusal is not None
        assert refusal.sentence == "That is not one of the choices now."

    def test_a_walk_stops_where_another_seat_decides(self) -> None:
        refusal = start().why_not("put goal E1; ready; pass", SMUGGLER)
        assert refusal is not None
        assert refusal.text() == "It is not for smuggler to decide now. Waiting for guard."

    def test_the_last_sentence_is_not_played_out_on_what_the_seat_knows(self) -> None:
        """Closing the plans needs both lanes, and a view has only one of them."""
        state = say(start(), *PLANS[:4]).state
        assert state.why_not("ready", SMUGGLER) is None

    def test_dice_that_cannot_come_up_are_refused(self) -> None:
        state = say(start(), *PLANS).state
        assert state.why_not("d6 5") is None
        for wrong in ("2d6 1 2", "d6 7", "draw deck MIST", "ready"):
            assert state.why_not(wrong) is not None
            with pytest.raises(BalkaError):
                state.apply(wrong)

    def test_nothing_is_answered_when_all_is_over(self) -> None:
        state = say(start(), *FIRST_NIGHT, "smuggler: to B1", "guard: pass").state
        over = State(**{name: getattr(state, name) for name in ("setting", *State.SAVED)} | {"stack": ()})
        assert over.asks == ()
        with pytest.raises(IllegalChoiceError, match="The game is over"):
            over.apply("pass")


class TestChance:
    def test_the_odds_of_dice_are_exact(self) -> None:
        odds = say(start(), *PLANS).state.odds()
        assert [(outcome.text(), chance) for outcome, chance in odds][:1] == [("d6 1", Fraction(1, 6))]

    def test_a_draw_has_the_odds_its_viewer_can_know(self) -> None:
        """The smuggler drew Mist; the guard, drawing next, cannot tell."""
        state = say(start(), *PLANS, "chance: d6 5", "smuggler: draw", "chance: draw deck MIST", "guard: draw").state
        assert {outcome.item: chance for outcome, chance in state.odds()} == {
            "MIST": Fraction(1, 4),
            "SONG": Fraction(3, 4),
        }
        known = {outcome.item: chance for outcome, chance in state.view(GUARD).odds()}
        assert known == {"MIST": Fraction(2, 5), "SONG": Fraction(3, 5)}

    def test_an_item_drawn_leaves_its_bag(self) -> None:
        state = say(start(), *FIRST_NIGHT).state
        assert state.bags["deck"].items == {"MIST": 1, "SONG": 3}
        assert state.hands[SMUGGLER].cards == ("MIST",)

    def test_a_check_is_read_and_told_with_the_roll(self) -> None:
        state = say(start(), *FIRST_NIGHT, "smuggler: to B1", "guard: shoot", "smuggler: play MIST").state
        roll = state.stack[-1]
        assert roll.check.need == 10  # type: ignore[attr-defined]
        assert told(say(state, "chance: 2d6 5 5"), SMUGGLER) == ["The guard rolled 10 and hit."]
        assert told(say(state, "chance: 2d6 4 5"), SMUGGLER) == ["The guard rolled 9 and missed."]


class TestSecrets:
    def test_lanes_show_others_only_whether_they_are_ready(self) -> None:
        state = say(start(), *PLANS[:3]).state
        guard, smuggler = state.view(SMUGGLER).stack[-1].lanes  # type: ignore[attr-defined]
        assert (guard.said, guard.ready) == ((), True)
        assert state.view(GUARD).stack[-1].lanes[0].said == PLANS_OF_GUARD  # type: ignore[attr-defined]
        assert smuggler.ready is False

    def test_a_secret_roll_is_told_to_its_audience_and_its_shadow_to_the_rest(self) -> None:
        step = say(start(), *PLANS, "chance: d6 5")
        assert told(step, GUARD) == ["There is powder for 2."]
        assert told(step, SMUGGLER) == ["The guard has counted his powder."]

    def test_the_decider_is_told_first_where_he_cannot_go(self) -> None:
        plans = ("guard: put patrol C2", "guard: put pit D1", *FIRST_NIGHT[2:])
        step = say(start(), *plans, "smuggler: to C2", "guard: pass")
        assert told(step, SMUGGLER) == [
            "The cart reached C2.",
            "The ground around is firm.",
            "The patrol shows itself at C2.",
        ]
        assert told(step, GUARD)[1] == "The smuggler tries the ground around him."
        assert step.state.asks[0].kind == "escape"

    def test_a_pit_told_of_is_not_offered(self) -> None:
        plans = (PLANS[0], "guard: put pit C2", *FIRST_NIGHT[2:])
        step = say(start(), *plans, "smuggler: to C1", "guard: pass")
        assert "Beware of the pit at C2." in told(step, SMUGGLER)
        assert "to C2" not in texts(step.state)
        assert step.state.told == {GUARD: (), SMUGGLER: ("C2",)}
        assert say(step.state, "smuggler: to B1").state.told == {GUARD: (), SMUGGLER: ()}

    def test_a_window_opens_whether_or_not_the_card_is_held(self) -> None:
        held = say(start(), *FIRST_NIGHT, "smuggler: to B1", "guard: shoot").state
        song = [line.replace("MIST", "SONG") for line in FIRST_NIGHT]
        not_held = say(start(), *song, "smuggler: to B1", "guard: shoot").state
        assert held.asks == not_held.asks
        assert held.asks[0].window
        assert texts(held) == ["play MIST", "pass"]
        assert texts(not_held) == ["pass"]


PLANS_OF_GUARD = ("put patrol C1", "put pit D2", "ready")


class TestBarriers:
    def test_plans_in_a_lane_can_be_taken_back_until_the_last_is_ready(self) -> None:
        for count in range(1, len(PLANS)):
            assert not say(start(), *PLANS[:count]).barrier
        assert say(start(), *PLANS).barrier

    def test_dice_cannot_be_taken_back(self) -> None:
        assert say(start(), *PLANS, "chance: d6 5").barrier

    def test_asking_for_dice_can(self) -> None:
        assert not say(start(), *PLANS, "chance: d6 5", "guard: pass", "smuggler: draw").barrier

    def test_a_window_of_another_seat_closes_undo_though_nothing_was_done(self) -> None:
        assert say(start(), *FIRST_NIGHT, "smuggler: to B1").barrier

    def test_finding_something_closes_undo(self) -> None:
        marched = say(start(), *FIRST_NIGHT, "smuggler: to C1", "guard: pass")
        assert marched.barrier


class TestRoutes:
    def test_each_hex_is_entered_and_reacted_to(self) -> None:
        state = say(start(), *FIRST_NIGHT, "smuggler: to C2").state
        assert state.stack[-2:] == (Route((C2,)), Challenge())
        assert state.position.cart == B2
        assert say(state, "guard: pass").state.position.cart == C2

    def test_a_hit_drops_the_rest_of_the_way(self) -> None:
        step = say(start(), *FIRST_NIGHT, "smuggler: to C2", "guard: shoot", "smuggler: pass", "chance: 2d6 6 6")
        assert step.state.asks[0].kind == "march"
        assert step.state.position.cart == B2

    def test_a_miss_lets_the_way_go_on(self) -> None:
        step = say(start(), *FIRST_NIGHT, "smuggler: to C2", "guard: shoot", "smuggler: pass", "chance: 2d6 1 1")
        assert step.state.position.cart == C2
        assert not any(isinstance(frame, Shot) for frame in step.state.stack)


class TestSaving:
    def test_a_state_is_the_same_after_saving_and_loading_anywhere(self) -> None:
        state = start()
        for line in (*FIRST_NIGHT, "smuggler: to B1", "guard: shoot", "smuggler: play MIST", "chance: 2d6 5 5"):
            again = State.from_json(state.setting, state.to_json())
            assert again.hash == state.hash
            assert again.asks == state.asks
            state = say(again, line).state

    def test_options_are_part_of_the_hash(self) -> None:
        assert GAME.start("crossing", {"nights": "2"}).hash != start().hash

    @pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b'{"position": 3}'])
    def test_what_is_no_saved_state_is_refused(self, data: bytes) -> None:
        with pytest.raises(BalkaError, match="no saved toy position"):
            State.from_json(start().setting, data)

    def test_forced_answers_are_given_until_somebody_has_an_alternative(self) -> None:
        state = say(start(), *PLANS[:2], PLANS[3]).state
        given = [(ask.seat, state.text(choice)) for ask, choice, _ in advance(state)]
        assert given == [(GUARD, "ready"), (SMUGGLER, "ready")]
