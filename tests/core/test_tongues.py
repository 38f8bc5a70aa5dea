"""Sentences said in another language: whole, from their facts, in the right form."""

from __future__ import annotations

import pytest

import balka.games
from balka.core.errors import BalkaError
from balka.core.linking import HEX, UNIT, marked, unmarked
from balka.core.telling import Teller, marked_again
from balka.core.tongues import Tongue, checked, ledger, plural_pl, rows, slots_of, tongue

SENTENCES = {
    "{unit} loses {n:number} steps": "{unit} traci {n} {n|krok|kroki|kroków}",
    "The {side:word} side adds {what:list}": "Strona {side:f} dodaje: {what}",
    "the star of {unit}": "gwiazda ({unit})",
    "nothing": "nic",
    "{n:number} infantry": "{n} piechota",
    "back {n:number}": "odwrót {n}",
}
FORMS = {("German", "f"): "niemiecka"}


def polish() -> Tongue:
    return Tongue("pl", SENTENCES, FORMS)


def test_numbers_take_the_form_that_polish_gives_them():
    said = [polish().say(f"Pz 3 loses {n} steps") for n in (1, 2, 5, 12, 22, 25)]
    words = [text.rsplit(" ", 1)[1] for text in said]
    assert words == ["krok", "kroki", "kroków", "kroków", "kroki", "kroków"]
    assert [plural_pl(n) for n in (0, 1, 4, 14, 104, 111)] == [2, 0, 1, 2, 1, 2]


def test_a_fact_is_said_in_the_form_its_sentence_asks_for():
    assert polish().say("The German side adds nothing") == "Strona niemiecka dodaje: nic"


def test_each_part_of_a_list_is_said_for_itself():
    said = polish().say("The German side adds Art 3, the star of 15 infantry")
    assert said == "Strona niemiecka dodaje: Art 3, gwiazda (15 piechota)"


def test_a_slot_for_one_thing_takes_no_list():
    assert polish().find("Pz 3, Pz 4 loses 1 steps") == "Pz 3, Pz 4 traci 1 krok"


def test_a_line_that_begins_with_a_capital_letter_is_the_same_sentence():
    assert polish().say("Back 2") == "Odwrót 2"


def test_english_that_has_no_words_is_never_said_by_halves():
    for text in (
        "the star of everybody who waits",
        "Bring guns, nothing, and infantry to the river",
        "look back 2 hexes",
    ):
        assert polish().say(text) == text


def test_names_stay_as_they_are():
    assert polish().find("SS Tiger LAH") is None
    assert polish().say("SS Tiger LAH") == "SS Tiger LAH"


def test_what_a_line_names_is_found_again_in_the_other_sentence():
    line = f"{marked(UNIT, 'inf-15', '15 infantry')} loses 2 steps"
    text, links = unmarked(line)
    sent = {"text": text, "links": [{"at": link.at, "to": link.to, "unit": link.unit} for link in links]}
    told = Teller(polish()).told(sent)
    assert told["text"] == "15 piechota traci 2 kroki"
    assert [told["text"][link["at"] : link["to"]] for link in told["links"]] == ["15 piechota"]
    assert told["links"][0]["unit"] == "inf-15"


def test_marks_come_back_where_they_were():
    line = f"Zażółć {marked(HEX, '0405', '0405')} i {marked(UNIT, 'a', '😀 a')}."
    text, links = unmarked(line)
    assert (
        marked_again(text, [{"at": each.at, "to": each.to, "unit": each.unit, "hex": each.hex} for each in links])
        == line
    )


def test_sentences_to_be_said_back_and_keys_stay_english():
    node = {"token": "take", "label": "nothing", "text": "nothing", "children": []}
    told = Teller(polish()).told(node)
    assert (told["label"], told["text"], told["token"]) == ("nic", "nothing", "take")


@pytest.mark.parametrize("game", ["kursk", "sos"])
def test_every_row_of_a_catalogue_names_facts_that_the_english_has(game: str):
    found = list(rows("pl", game))
    assert len({english for _, english, _ in found}) == len(found), "a sentence stands there twice"
    for where, english, other in found:
        assert english.startswith("@") or slots_of(other) <= slots_of(english), where


def test_every_rule_of_kursk_is_there_in_polish():
    polish = tongue("pl", "kursk")
    assert polish is not None
    found = list(ledger("pl", "games/kursk_1943"))
    assert len(found) == len(balka.games.ledger("kursk"))
    assert [where for where, english, other in found if english == other] == []
    assert polish.say("One turn is 1 day.") == "Jeden etap to 1 dzień."


def test_english_needs_no_other_words():
    assert tongue("en", "kursk") is None
    assert tongue("de", "kursk") is None


def test_a_row_that_names_an_unknown_fact_is_refused_with_its_line():
    with pytest.raises(BalkaError, match=r"pl\.tsv:3.*no side"):
        checked("table/words/pl.tsv:3", ["{n} left", "{side} zostało"])
