"""The games as a PettingZoo environment: its own tests pass, only the view is seen, every word can be said."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from balka.bots.base import bot
from balka.cli import main as cli
from balka.core.errors import BalkaError
from balka.env import Environment, env, raw_env
from balka.env.spaces import COUNTER, COUNTERS, LAYERS, WORD, parts
from balka.lab.match.games import Job, Terms, begin

SCENARIOS = ("sos/courier", "atb/partisans", "kursk/slice", "gd/slice")
DOCUMENT = Path(__file__).parents[2] / "docs" / "environment.md"

# What PettingZoo says of every environment with a mask in its observations, and of agents with names.
usual = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
]


def begun(scenario: str, seed: int = 1, **settings: object) -> Environment:
    found = raw_env(scenario, **settings)
    found.reset(seed=seed)
    return found


def wander(game: Environment, rng: random.Random, steps: int) -> None:
    """Say words at random."""
    for _ in range(steps):
        if any(game.terminations.values()) or any(game.truncations.values()):
            return
        mask = game.observe(game.agent_selection)["action_mask"]
        game.step(int(rng.choice(np.flatnonzero(mask))))


def at_a_turn() -> tuple[Environment, int]:
    """A game where a counter can be picked for something, and the action that picks it."""
    game = begun("sos/courier")
    for _ in range(50):
        listed = parts(game.observe(game.agent_selection)["observation"])["words"]
        picks = [n for n, row in enumerate(listed) if row[WORD.index("counter")] and not row[WORD.index("whole")]]
        if picks:
            return game, picks[0]
        wander(game, random.Random(1), 1)
    raise AssertionError("no counter can be picked")


@pytest.mark.parametrize("scenario", SCENARIOS)
class TestOfPettingZoo:
    pytestmark = usual

    def test_the_api_is_kept(self, scenario: str) -> None:
        api_test(env(scenario), num_cycles=40)

    def test_the_same_seed_plays_the_same_game(self, scenario: str) -> None:
        seed_test(lambda: env(scenario), num_cycles=25)


@pytest.mark.parametrize("scenario", ["sos/courier", "atb/mir", "kursk/slice", "gd/slice"])
def test_an_agent_sees_the_same_in_every_world_it_cannot_tell_apart(scenario: str) -> None:
    game, rng, other_worlds = begun(scenario), random.Random(4), 0
    for _ in range(6):
        wander(game, rng, 8)
        truth = game.game_state
        for agent in game.agents:
            if truth.over or agent == game.agent_selection:
                continue
            before = game.observe(agent)["observation"]
            game.game_state = truth.setting.system.sample(truth.view(agent), rng)
            other_worlds += game.game_state.to_json() != truth.to_json()
            assert np.array_equal(game.observe(agent)["observation"], before)
            game.game_state = truth
    assert other_worlds, "nothing was hidden"


def test_what_another_agent_has_begun_to_say_is_not_seen() -> None:
    game, pick = at_a_turn()
    silent = next(agent for agent in game.agents if agent != game.agent_selection)
    speaks, before = game.agent_selection, game.observe(silent)
    game.step(pick)
    assert game.agent_selection == speaks and parts(game.observe(speaks)["observation"])["question"][2] > 0
    assert np.array_equal(before["observation"], game.observe(silent)["observation"])
    assert not before["action_mask"].any()
    assert not parts(before["observation"])["words"].any()


def test_a_game_ends_with_a_winner_and_a_loser() -> None:
    game = begun("gd/slice")
    wander(game, random.Random(2), 5000)
    assert all(game.terminations.values())
    assert sorted(game._cumulative_rewards.values()) == [-1.0, 1.0]
    verdict = game.game_state.verdict()
    assert verdict is not None
    assert game._cumulative_rewards[verdict.winner] == 1.0


def test_a_game_of_too_many_words_is_truncated() -> None:
    game = begun("gd/slice", most_steps=3)
    wander(game, random.Random(2), 10)
    assert all(game.truncations.values()) and not any(game.terminations.values())


def test_a_long_list_is_turned_page_by_page() -> None:
    whole, paged = begun("sos/ravines"), begun("sos/ravines", actions=4)
    assert len(whole.choices()) > 4
    assert whole.choices()[:3] == paged.choices()
    seen: list[str] = []
    while len(seen) < len(whole.choices()):
        seen += paged.choices()
        paged.step(3)
    assert seen == whole.choices()
    assert paged.choices() == whole.choices()[:3]


def test_a_game_with_few_actions_comes_to_its_end() -> None:
    game = begun("gd/slice", actions=3)
    wander(game, random.Random(5), 20_000)
    assert all(game.terminations.values())


def test_words_name_the_counters_and_hexes_that_are_seen() -> None:
    game, _ = at_a_turn()
    seen = parts(game.observe(game.agent_selection)["observation"])
    rows = [row for row in seen["words"] if row[WORD.index("counter")]]
    assert rows
    for row in rows:
        counter = seen["counters"][round(row[WORD.index("row")] * COUNTERS) - 1]
        assert counter[COUNTER.index("own")] == 1


def test_the_tables_are_long_enough_for_the_largest_scenario() -> None:
    game = begun("kursk/campaign")
    for agent in game.agents:
        shown = game.game_state.setting.system.scene(game.game_state.view(agent), agent)
        assert sum(len(stack.counters) for stack in shown.stacks) <= COUNTERS
        assert len(shown.layers) <= LAYERS


def test_a_view_is_handed_out_with_what_its_seat_has_heard() -> None:
    game = begun("gd/slice")
    wander(game, random.Random(1), 30)
    view = game.view(game.agent_selection)
    assert view.viewer == game.agent_selection and len(view.heard) > 3


@pytest.mark.parametrize(("scenario", "actions"), [("gd/slice", 1024), ("atb/partisans", 1024), ("kursk/slice", 4)])
def test_bots_play_the_same_game_here_as_in_a_match(scenario: str, actions: int) -> None:
    run = begin(Job(a="greedy", b="random", scenario=scenario, seed="9", side="german"), Terms())
    run.through()
    game = begun(scenario, seed=9, actions=actions)
    players = {"german": bot("greedy"), "soviet": bot("random")}
    minds = {agent: random.Random(f"9/{agent}") for agent in players}
    while not any(game.terminations.values()):
        agent = game.agent_selection
        taken = game.say(players[agent].choose(game.view(agent), agent, minds[agent]))
        assert taken and max(taken) < actions
    assert game.game_state.hash == run.state.hash


def test_a_choice_that_is_not_listed_cannot_be_said() -> None:
    game = begun("gd/slice")
    other = begun("gd/kursk")
    strange = next(other.game_state.choices((), other.agent_selection))
    with pytest.raises(BalkaError, match="is no choice now"):
        game.say(strange)


def test_the_command_tells_the_sizes_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["env", "kursk/slice", "--check"]) == 0
    out = capsys.readouterr().out
    assert "agents: german, soviet" in out and "1024 actions" in out and "tests pass" in out
    assert cli.main(["env", "kursk/nothing"]) == 2


def test_what_may_be_said_is_shown_to_people() -> None:
    game = begun("gd/slice", render_mode="ansi")
    text = game.render() or ""
    assert text.startswith(game.agent_selection)
    assert text.count("\n") == len(game.choices())


def test_an_illegal_action_is_refused_or_loses() -> None:
    game = begun("gd/slice")
    with pytest.raises(BalkaError, match="is no action now"):
        game.step(1023)
    wrapped = env("gd/slice")
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    wrapped.step(1023)
    assert wrapped.terminations[loser] and wrapped.rewards[loser] == -1


@pytest.mark.parametrize(
    ("scenario", "settings", "said"),
    [
        ("gd/nowhere", {}, "has no scenario"),
        ("gd/slice", {"options": {"no": "1"}}, "there is no option 'no'"),
        ("gd/slice", {"actions": 1}, "too few"),
        ("gd/slice", {"render_mode": "human"}, "there is no render mode 'human'"),
    ],
)
def test_bad_settings_are_refused(scenario: str, settings: dict[str, object], said: str) -> None:
    with pytest.raises(BalkaError, match=said):
        raw_env(scenario, **settings)


def test_the_examples_of_the_document_run(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL):
        exec(code, names)
    assert "counters are mine" in capsys.readouterr().out
