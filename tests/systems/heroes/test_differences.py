"""Where the two editions read a shared rule differently: each difference is one, and says where both books have it."""

from __future__ import annotations

import inspect
import re

import pytest

from balka.systems.heroes.play import differences
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.third_edition.system import THIRD_EDITION

CHAPTERS = ("entering", "hiding", "smoke", "works", "weapons", "artillery", "vehicles", "combat", "turns")
OWN = differences.__name__
KINDS = {kind for kind in vars(differences).values() if getattr(kind, "__module__", "") == OWN}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_what_both_editions_have_alike_is_no_difference(chapter: str):
    second, third = getattr(SECOND_EDITION.edition, chapter), getattr(THIRD_EDITION.edition, chapter)
    assert type(second) is type(third)
    alike = [name for name in second.__struct_fields__ if getattr(second, name) == getattr(third, name)]
    assert not alike


def test_every_chapter_of_differences_stands_in_the_editions():
    assert {type(getattr(THIRD_EDITION.edition, chapter)) for chapter in CHAPTERS} == KINDS


def test_every_difference_names_its_rules():
    source = inspect.getsource(differences)
    fields = re.findall(r"^    (\w+): .*\n    \"\"\"(.*)\"\"\"$", source, re.MULTILINE)
    assert len(fields) == sum(len(kind.__struct_fields__) for kind in KINDS)
    assert not [name for name, text in fields if not re.search(r"\[.*(sos|atb).*\]$", text)]


def test_the_rules_as_far_as_they_are_taught_keep_the_edition_s_readings():
    taught = SECOND_EDITION.edition.upto(5)
    assert all(getattr(taught, chapter) is getattr(SECOND_EDITION.edition, chapter) for chapter in CHAPTERS)
