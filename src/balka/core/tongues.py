"""What is said to people, said in another language.

The engine says everything in English. A catalogue gives each English sentence its words in another language; like the
keys of gettext, an English sentence with slots is its own key. The facts in the slots are read from the sentence that
was said, so that no rule knows of languages and what was kept in a record can be said again in either.

A slot is `{unit}`, which holds no list; `{units:list}` may; `{n:number}` and `{side:word}` hold just that. On the other
side `{n}` is the same fact said in that language, `{side:gen}` a form of it (a case, a gender) that the catalogue
lists, and `{n|krok|kroki|kroków}` the word that goes with a number.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct

from balka.core.errors import BalkaError
from balka.core.linking import BEGIN, END, MIDDLE

ENGLISH = "en"
SLOT = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)*)\}")
NAMED = re.compile(f"{BEGIN}([^{MIDDLE}]*){MIDDLE}([^{END}]*){END}")
NUMBER = r"[\u2212+-]?\d[\d./\u00bd\u2013]*(?: \d+/\d+)?"
KINDS = {"number": NUMBER, "word": r"\w+", "list": ".+?", "": "[^,;]+?"}
JOINTS = ("; ", ", ", " and ")
ENGLISH_WORD = re.compile(r"(?<![-/\w])[a-z]{4,}(?![-/\w])")  # as no name here has one
REMEMBERED = 50_000
TABLE = "table"
CATALOGUES = {"kursk": ("systems/wb95", "games/kursk_1943")}  # of the games that speak more than English
LANGUAGES = ("pl",)

Forms = Mapping[tuple[str, str], str]
Slots = Mapping[str, str]


class Sentence(Struct, frozen=True):
    """One English sentence with slots, and the same in another language."""

    shape: re.Pattern[str]
    sure: str  # the longest piece of it without a slot
    other: str


def plural_pl(count: int) -> int:
    """Which of the three forms a Polish word has with a number: one, few, many."""
    if count == 1:
        return 0
    few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
    return 1 if few else 2


PLURALS: Mapping[str, Callable[[int], int]] = {"pl": plural_pl}


class Tongue:
    """A language: says in it what was said in English, as far as its catalogue goes."""

    def __init__(self, language: str, sentences: Mapping[str, str], forms: Forms) -> None:
        self.language = language
        self._plural = PLURALS[language]
        self._whole = {english: other for english, other in sentences.items() if "{" not in english}
        shaped = sorted((each for each in sentences if "{" in each), key=_literal_length, reverse=True)
        self._shaped = [sentence(english, sentences[english]) for english in shaped]
        self._forms = forms
        self._known: dict[str, str | None] = {}

    def say(self, text: str) -> str:
        """A text in this language; as it is where the catalogue has no words for it, as for names."""
        found = self.find(text)
        return text if found is None else found

    def find(self, text: str) -> str | None:
        """A text in this language; nothing where the catalogue has no words for it."""
        if text in self._known:
            return self._known[text]
        if len(self._known) > REMEMBERED:
            self._known.clear()
        self._known[text] = found = (
            self._whole_or_shaped(text) or self._lower(text) or self._listed(text) or self._names(text)
        )
        return found

    def _whole_or_shaped(self, text: str) -> str | None:
        if text in self._whole:
            return self._filled(self._whole[text], {})
        for each in self._shaped:
            if each.sure in text and (match := each.shape.fullmatch(text)) and self._fit(match.groupdict()):
                return self._filled(each.other, match.groupdict())
        return None

    def _fit(self, slots: Slots) -> bool:
        """Whether every fact is one: a name or a number, or something there are words for, and not half a sentence."""
        return all(self.find(value) is not None or not ENGLISH_WORD.search(value) for value in slots.values())

    def _lower(self, text: str) -> str | None:
        """A text that only begins with a capital letter because it begins a line."""
        begin = text[:1].lower()
        found = self._whole_or_shaped(begin + text[1:]) if begin != text[:1] else None
        return found[:1].upper() + found[1:] if found else None

    def _listed(self, text: str) -> str | None:
        """An enumeration, each part for itself, where there are words for any of them."""
        for joint in JOINTS:
            parts = text.split(joint)
            said = [self.find(part) for part in parts] if len(parts) > 1 else []
            rest = [part for part, found in zip(parts, said, strict=False) if found is None]
            if any(said) and not any(map(ENGLISH_WORD.search, rest)):
                by = " i " if joint == " and " else joint
                return by.join(part if found is None else found for part, found in zip(parts, said, strict=True))
        return None

    def _names(self, text: str) -> str | None:
        """Names that are marked for what they name, each in its own words."""
        if BEGIN not in text:
            return None
        return NAMED.sub(lambda name: f"{BEGIN}{name[1]}{MIDDLE}{self.say(name[2])}{END}", text)

    def _filled(self, other: str, slots: Slots) -> str:
        return SLOT.sub(lambda slot: self._slot(slots[slot[1]], slot[2], slot[3]), other)

    def _slot(self, value: str, form: str | None, words: str) -> str:
        if words:
            return words[1:].split("|")[self._plural(_count(value))]
        if not form:
            return self.say(value)
        known = self._forms.get((value, form.lower())) or self.say(value)
        return known if form.islower() else known[:1].upper() + known[1:]


def _count(value: str) -> int:
    """The number a word goes with; a fraction takes the form of few."""
    plain = NAMED.sub(lambda name: name[2], value)
    return int(plain) if plain.isdigit() else 2


def _literal_length(english: str) -> int:
    return len(SLOT.sub("", english))


def sentence(english: str, other: str) -> Sentence:
    """A row of a catalogue, made ready to be recognised."""
    pieces, shape, at = [], "", 0
    for slot in SLOT.finditer(english):
        pieces.append(english[at : slot.start()])
        shape += re.escape(pieces[-1]) + f"(?P<{slot[1]}>{KINDS[slot[2] or '']})"
        at = slot.end()
    pieces.append(english[at:])
    return Sentence(re.compile(shape + re.escape(pieces[-1]), re.DOTALL), max(pieces, key=len), other)


# -- catalogues


def slots_of(text: str) -> set[str]:
    """The facts a sentence of a catalogue names."""
    return {slot[1] for slot in SLOT.finditer(text)}


def rows(language: str, game: str) -> Iterable[tuple[str, str, str]]:
    """Every row of the catalogues of a game in a language: where it stands, the English, the other."""
    for place in (TABLE, *CATALOGUES.get(game, ())):
        path = files("balka").joinpath(*place.split("/"), "words", f"{language}.tsv")
        for number, row in enumerate(_cells(path), 1):
            if row and not row[0].startswith("#"):
                yield checked(f"{place}/words/{language}.tsv:{number}", row)


def checked(where: str, row: list[str]) -> tuple[str, str, str]:
    """A row of a catalogue; refused where it says nothing, or of a fact that the English does not have."""
    if len(row) != 2 or not all(cell.strip() for cell in row):
        raise BalkaError(f"{where}: {row!r} is no row of a catalogue", "an English sentence, a tab, and the other one")
    strange = slots_of(row[1]) - slots_of(row[0])
    if strange and not row[0].startswith("@"):
        raise BalkaError(f"{where}: the English has no {', '.join(sorted(strange))}", "slots of the English sentence")
    return where, row[0], row[1]


def ledger(language: str, place: str) -> Iterable[tuple[str, str, str]]:
    """The rules of a book: where each stands, the English, the other; `rules/ledger.pl.tsv` has a row for every id."""
    folder = files("balka").joinpath(*place.split("/"), "rules")
    own, other = folder.joinpath("ledger.tsv"), folder.joinpath(f"ledger.{language}.tsv")
    if not other.is_file():
        return
    said = {row[0]: row[1] for row in _cells(other)}
    for number, row in enumerate(_cells(own), 1):
        if row[0] not in said:
            raise BalkaError(f"{place}/rules/ledger.{language}.tsv has no {row[0]}", "one row for each rule")
        if number > 1:
            yield f"{place}/rules/ledger.{language}.tsv:{number}", row[3], said[row[0]]


def _cells(path: Traversable) -> list[list[str]]:
    return list(csv.reader(path.read_text("utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def tongue(language: str, game: str) -> Tongue | None:
    """A language people can be spoken to in at the table of a game; nothing for English, which needs no other words.

    Where a game has no catalogue, only what the table says of itself is said in it.
    """
    if language not in LANGUAGES:
        return None
    sentences = {english: other for place in CATALOGUES.get(game, ()) for _, english, other in ledger(language, place)}
    forms: dict[tuple[str, str], str] = {}
    for where, english, other in rows(language, game):
        if english.startswith("@"):  # a form of a word: `@German gen`
            word, _, form = english[1:].rpartition(" ")
            forms[word, form] = other
        elif english in sentences:
            raise BalkaError(f"{where}: {english!r} stands in the catalogue twice", "one row for each sentence")
        else:
            sentences[english] = other
    return Tongue(language, sentences, forms)
