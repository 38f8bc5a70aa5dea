"""Names, addresses of mail and passwords: what will do, and why something will not."""

from __future__ import annotations

import re
import unicodedata

from balka.core.errors import BalkaError

SHORTEST_NAME, LONGEST_NAME = 2, 24
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
LONGEST_MAIL = 254
FEW = 3  # different characters that are too few for a password
BETWEEN = " -_.'’"  # what may stand between the letters of a name
KEPT = {"admin", "anybody", "balka", "chance", "computer", "friend", "guest", "host", "human", "system", "watcher"}
MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+", re.ASCII)


class UnfitError(BalkaError):
    """What somebody wishes to be called, or to come in with, will not do."""


def name_of(text: str) -> str:
    """A name as it is shown: letters of one script, digits, and a few signs between them."""
    name = " ".join(unicodedata.normalize("NFKC", text).split(" ")).strip()
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise UnfitError(f"A name has {SHORTEST_NAME} to {LONGEST_NAME} characters.", "a shorter or a longer one")
    if not all(letter.isalnum() or unicodedata.category(letter)[0] == "M" or letter in BETWEEN for letter in name):
        raise UnfitError("A name has letters, digits, spaces and - _ . ' only.", "another name")
    if not name[0].isalnum():
        raise UnfitError("A name begins with a letter or a digit.", "another name")
    if len({_script(letter) for letter in name if letter.isalpha()}) > 1:
        raise UnfitError("A name is written in one script: letters that look alike would deceive.", "another name")
    if key_of(name) in KEPT:
        raise UnfitError(f"Nobody can be called {name!r} here.", "another name")
    return name


def _script(letter: str) -> str:
    """Latin, Cyrillic, Greek or another, as the name of the letter begins."""
    return unicodedata.name(letter, "").partition(" ")[0]


def key_of(name: str) -> str:
    """By what two names are the same: without case, accents left as they are, signs between letters not counted."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in folded if letter not in BETWEEN)


def mail_of(text: str) -> str:
    """An address of mail as it is kept; whether somebody reads it only a mail can tell."""
    mail = text.strip().lower()
    if len(mail) > LONGEST_MAIL or not MAIL.fullmatch(mail):
        raise UnfitError("This is no address of mail.", "name@example.org")
    return mail


def must_do_as_password(password: str, *about: str) -> None:
    """A password is long enough and not one's own name; nothing else is asked of it."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise UnfitError(
            f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.", "several words do well"
        )
    if len(set(password)) <= FEW:
        raise UnfitError("This password is guessed at once.", "several words do well")
    if key_of(password) in {key_of(known) for known in about if known}:
        raise UnfitError("The password is your name.", "several words do well")
