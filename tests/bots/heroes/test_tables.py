"""The tables of judgement name verbs and questions that the rules know."""

from __future__ import annotations

import pytest

from balka.bots.heroes import common, second_edition, third_edition, turns
from balka.bots.heroes.judgement import EDITIONS
from balka.systems.heroes.play.edition import HeroesSystem
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.third_edition.system import THIRD_EDITION

BOTH = (SECOND_EDITION, THIRD_EDITION)


@pytest.mark.parametrize("system", BOTH, ids=lambda system: system.key)
def test_what_is_judged_can_be_said_and_asked(system: HeroesSystem):
    tables = EDITIONS[system.key]
    assert set(tables.actions) <= {*system.edition.deeds, *turns.ACTIONS}
    assert set(tables.opened) <= set(system.edition.begin)
    assert set(tables.frames) <= set(system.frames)


@pytest.mark.parametrize("system", BOTH, ids=lambda system: system.key)
def test_every_verb_that_opens_something_is_judged_but_stalling(system: HeroesSystem):
    assert set(system.edition.begin) - set(EDITIONS[system.key].opened) <= {"stall"}


@pytest.mark.parametrize("edition", [second_edition, third_edition], ids=["second", "third"])
def test_an_edition_changes_no_common_judgement_but_that_of_a_roll(edition):
    assert not set(common.ACTIONS) & set(edition.ACTIONS)
    assert not set(common.OPENED) & set(edition.OPENED)
    assert {frame.__name__ for frame in set(common.FRAMES) & set(edition.FRAMES)} <= {"Rolling"}
