"""The environment: agents are seats, an action is the next word of a sentence, chance is inside.

Lists of whole sentences can have thousands of entries, so a sentence is said word by word, as a person clicks it: a
counter, a verb, a hex. An action is the place of a word in the list of those that may come next, and the mask says how
long that list is. Where only one word can follow it is said at once. A list longer than there are actions has the last
action for its next page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random, SystemRandom
from typing import ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import balka
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.errors import BalkaError
from balka.core.events import Event, Told, heard
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.env.observing import Sight, code, seen, words
from balka.env.spaces import ACTIONS, WORD, Array, Mask, flat, observation_space
from balka.table.nodes import Tree, TreeNode

MOST_STEPS = 100_000  # words of one game, then it is broken off
SEEDS = 2**31

Observation = dict[str, Array | Mask]


class Environment(AECEnv[str, Observation, int | None]):
    """A scenario played by programs, one word at a time. See `env` for one that forgives illegal actions."""

    metadata: ClassVar[dict[str, object]] = {
        "name": "balka_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, scenario: str = "sos/courier", options: Mapping[str, str] | None = None, actions: int = ACTIONS,
        most_steps: int = MOST_STEPS, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        _check(actions, most_steps, render_mode)
        self._game, self._scenario = balka.scenario(scenario)
        self._options = dict(options or {})
        self._most = most_steps
        self._size = actions
        self._listed: list[TreeNode] = []
        self._first = 0  # of the page shown
        self.render_mode = render_mode
        self.game_state = self._start()
        self.possible_agents = list(self.game_state.setting.seats)
        self.observation_spaces = {agent: observation_space(actions) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    # -- spaces

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # -- a game

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin anew; the same seed throws the same dice."""
        chosen = SystemRandom().randrange(SEEDS) if seed is None else seed
        self._dice = Random(f"{chosen}/dice")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._heard: dict[str, list[Event]] = {agent: [] for agent in self.agents}
        self._steps = 0
        self.game_state = self._start()
        self._go_on()

    def step(self, action: int | None) -> None:
        """Say the next word; a sentence that is whole is played, and what chance and forced answers follow it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._steps += 1
        self._say(self._chosen(action))
        self._accumulate_rewards()

    def _start(self) -> State:
        return self._game.start(self._scenario.key, self._options)

    def _chosen(self, action: int | None) -> TreeNode | None:
        """The word an action stands for; none for the next page."""
        page = self._page()
        if action is not None and 0 <= action < len(page):
            return page[action]
        if action == self._size - 1 and self._has_pages():
            return None
        raise BalkaError(f"{action} is no action now", f"0 to {len(page) - 1}, as the action mask says")

    def _say(self, word: TreeNode | None) -> None:
        if word is None:
            following = self._first + self._size - 1
            self._first = following if following < len(self._listed) else 0
        elif word.choice is not None:
            self._play(word.choice)
        else:
            self._said.append(word)
            self._list(self._tree.below(word))
        if self._steps >= self._most and not self.game_state.over:
            self.truncations = dict.fromkeys(self.agents, True)

    def _play(self, choice: Choice) -> None:
        self._apply(choice, self.agent_selection)
        self._go_on()

    def _go_on(self) -> None:
        """Up to the next question with an alternative, or to the end."""
        while not self.game_state.over:
            only = forced(self.game_state)
            if only is not None:
                self._apply(only[1], only[0].seat)
            elif self.game_state.asks[0].seat == CHANCE:
                self._roll()
            else:
                self._ask(self.game_state.asks[0].seat)
                return
        self._end()

    def _roll(self) -> None:
        step = self.game_state.apply(draw(self.game_state, self._dice), CHANCE)
        self._tell(step.events)
        self.game_state = step.state

    def _apply(self, choice: Choice, seat: str) -> None:
        step = self.game_state.apply(choice, seat)
        self._tell(step.events)
        self.game_state = step.state

    def _tell(self, events: Sequence[Told]) -> None:
        for seat, log in self._heard.items():
            log.extend(heard(events, seat))

    def _ask(self, seat: str) -> None:
        self.agent_selection = seat
        self._tree = Tree(self.game_state.view(seat), seat)
        self._said: list[TreeNode] = []
        self._list(self._tree.roots())

    def _list(self, nodes: list[TreeNode]) -> None:
        """Offer these words; a single one is said at once."""
        self._listed, self._first = nodes, 0
        while len(self._listed) == 1 and self._listed[0].choice is None:
            self._said.append(self._listed[0])
            self._listed = self._tree.below(self._listed[0])
        if len(self._listed) == 1 and self._listed[0].choice is not None:
            self._play(self._listed[0].choice)

    def _end(self) -> None:
        verdict = self.game_state.verdict()
        setting = self.game_state.setting
        winners = setting.seats_of_side(verdict.winner) if verdict is not None and verdict.winner else ()
        for agent in self.agents:
            self.rewards[agent] = 0.0 if not winners else 1.0 if agent in winners else -1.0
            self.terminations[agent] = True

    # -- what is seen

    def observe(self, agent: str) -> Observation:
        """What a seat is shown; the words and the mask are those of whoever is to speak, and empty for the others."""
        sight = Sight.of(self.game_state, agent)
        speaks = self._speaks(agent)
        own = (
            words(sight, self._tree, self._page(), self._size)
            if speaks
            else np.zeros((self._size, len(WORD)), np.float32)
        )
        found = {**seen(sight), "question": self._question(speaks=speaks), "words": own}
        return {"observation": flat(found, self._size), "action_mask": self._mask(speaks=speaks)}

    def _speaks(self, agent: str) -> bool:
        return not self.game_state.over and agent == self.agent_selection

    def _question(self, *, speaks: bool) -> Array:
        """Whether it is asked, what it is asked, and the last word said of the sentence begun."""
        if not speaks:
            return np.zeros(3, np.float32)
        last = self._tree.word(self._said[-1]) if self._said else ""
        return np.array([1.0, code(self.game_state.ask_of(self.agent_selection).kind), code(last)], np.float32)

    def _mask(self, *, speaks: bool) -> Mask:
        mask = np.zeros(self._size, np.int8)
        if speaks:
            mask[: len(self._page())] = 1
            mask[-1] |= self._has_pages()
        return mask

    def _has_pages(self) -> bool:
        return len(self._listed) > self._size

    def _page(self) -> list[TreeNode]:
        most = self._size - 1 if self._has_pages() else self._size
        return self._listed[self._first : self._first + most]

    # -- for people and for bots

    def view(self, agent: str) -> State:
        """The state as a seat may know it, with its log: what a bot is handed (docs/bots.md)."""
        found = self.game_state.view(agent)
        found.hear(self._heard[agent])
        return found

    def say(self, choice: Choice) -> list[int]:
        """Say a whole choice for the agent that is asked, such as a bot's; the actions that took."""
        asked, taken = self.game_state, list[int]()
        while self.game_state is asked and not self.truncations[self.agent_selection]:
            taken.append(self._towards(choice))
            self.step(taken[-1])
        return taken

    def _towards(self, choice: Choice) -> int:
        """The action that leads to a choice: its next word, or the next page."""
        if not any(_leads(node, choice) for node in self._listed):
            raise BalkaError(f"{choice} is no choice now", "one of those listed")
        return next((n for n, node in enumerate(self._page()) if _leads(node, choice)), self._size - 1)

    def choices(self) -> list[str]:
        """The words that may come next, as they are printed, in the order of the actions."""
        return [] if self.game_state.over else [self._tree.word(node) or "end of sentence" for node in self._page()]

    def render(self) -> str | None:
        """Who is asked, what was said so far, and what may come next."""
        if self.render_mode is None:
            return None
        if self.game_state.over:
            verdict = self.game_state.verdict()
            return verdict.text if verdict is not None else "The game is over."
        said = " ".join(self._tree.word(node) for node in self._said)
        return f"{self.agent_selection}: {said} ...\n" + "\n".join(f"  {n} {w}" for n, w in enumerate(self.choices()))

    def close(self) -> None:
        """Nothing is held open."""


def _leads(node: TreeNode, choice: Choice) -> bool:
    """Whether a word is the end of a choice or on the way to it."""
    if node.choice is not None:
        return node.choice == choice
    return node.path == choice.path()[: len(node.path)]


def _check(actions: int, most_steps: int, render_mode: str | None) -> None:
    if actions < 2 or most_steps < 1:
        raise BalkaError(f"{actions} actions and {most_steps} steps are too few", "at least 2 actions and 1 step")
    if render_mode not in (None, "ansi"):
        raise BalkaError(f"there is no render mode {render_mode!r}", "ansi, or none")


def raw_env(scenario: str = "sos/courier", **settings: object) -> Environment:
    """A scenario as it is: an illegal action is an error."""
    return Environment(scenario, **settings)  # type: ignore[arg-type]


def env(scenario: str = "sos/courier", **settings: object) -> AECEnv[str, Observation, int | None]:
    """A scenario in PettingZoo's usual wrappers: whoever says something illegal loses at once."""
    found = wrappers.TerminateIllegalWrapper(raw_env(scenario, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(found))
