"""Every verb of a unit is whole: it is offered somewhere, declares an Action or begins something, and stands once."""

from __future__ import annotations

import pytest
from msgspec import structs

from balka.systems.heroes.chapters import rally, smoke, weapons
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.edition import Chapter, HeroesSystem
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.third_edition.system import THIRD_EDITION

BOTH = pytest.mark.parametrize("system", (SECOND_EDITION, THIRD_EDITION), ids=lambda system: system.key)


@BOTH
def test_a_verb_declares_an_action_that_can_be_carried_out_or_begins_something(system: HeroesSystem):
    for act in system.edition.act_of.values():
        assert (act.action is None) != (act.begin is None), act.verb
        assert act.action is None or act.do is not None, act.verb
        assert act.choice.subject == "unit", act.verb


@BOTH
def test_a_verb_is_said_somewhere_and_listed_under_its_own_name(system: HeroesSystem):
    for verb, act in system.edition.act_of.items():
        assert act.verb == verb and act.said and set(act.said) <= set(acts.PLACES)
        assert act.choice in system.verbs


@BOTH
def test_nothing_is_said_both_by_a_unit_and_at_large(system: HeroesSystem):
    assert not set(system.edition.act_of) & set(system.edition.at_large_of)


@BOTH
def test_the_actions_of_weapon_cards_bear_the_names_of_the_cards(system: HeroesSystem):
    cards = system.edition.act_of["use"].actions
    assert cards and all(system.edition.deeds[card].do is weapons.use for card in cards)
    assert "use" not in system.edition.deeds


@BOTH
def test_what_only_leads_to_an_action_is_no_reason_to_act(system: HeroesSystem):
    leading = {act.verb for act in system.edition.act_of.values() if act.leads_on}
    assert leading == {"group", "activate"} & set(system.edition.act_of)


@BOTH
def test_a_stunned_unit_is_told_to_rally_and_nothing_else_that_costs_points(system: HeroesSystem):
    able = system.edition.acts_of[acts.ONLY_RALLIES]
    assert [act.verb for act in able if act.action is not None] == ["rally"]


def test_a_verb_cannot_stand_in_two_chapters():
    edition = THIRD_EDITION.edition
    twice = (*edition.chapters, Chapter(name="7", acts=(rally.ACT,)))
    with pytest.raises(AssertionError, match="rally stands in two chapters"):
        edition.with_chapters(*twice)


def test_an_edition_may_have_a_verb_with_another_part():
    elsewhere = structs.replace(smoke.LAYING, said=(acts.RIDING,))
    edition = THIRD_EDITION.edition
    only = edition.with_chapters(Chapter(name="1", acts=(elsewhere,)))
    assert only.acts_of[acts.RIDING] == (elsewhere,) and not only.acts_of[acts.ON_MAP]
    assert only.attacks == {"smoke"} and not only.moves
