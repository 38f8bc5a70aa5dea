"""Worked examples as files that can be played from the page of their rule, made of what their players do.

    python -m tests.conformance.examples.playable

writes `src/balka/games/<title>/examples/` anew: an example whose file was written by hand stays as it is, one that
cannot be played as a lesson is left out and told.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from msgspec import Struct
from tests.conformance.examples.recording import Line, watching

import balka
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.games import TITLES, ledger, title_folder
from balka.games.examples import Example, examples_of
from balka.games.reference import reference
from balka.games.rulings import number_of
from balka.lessons.reading import read_example
from balka.lessons.solving import Solver

WRITTEN = "# Written by python -m tests.conformance.examples.playable from what the player of this example does.\n"
TITLE, POINT, STEP = 40, 230, 130
MOST_RULES, MOST_STEPS, MOST_TRIED, MOST_LOOKED_AT = 3, 8, 12, 8
ABOUT = ("id", "section", "title", "rules", "consistent", "note", "setup", "given")
LOOK = "look"
SPENT_CHECK = (CHANCE, "d10 10")
LOOKING = {
    "text": "Look at the position and the figures of its units; any choice ends the example.",
    "goal": {"said": "*"},
    "hint": "Point at a unit for its figures, at a hex for its ground.",
}
SYMBOLS = "WHBFRCSTGMNOPQUVXYZ"


class Made(Struct):
    """The files of a game by their names, and why examples have none."""

    files: dict[str, str]
    left_out: dict[str, str]


def by_hand(game: str) -> set[str]:
    """Examples whose files somebody wrote."""
    found = (path.read_text(encoding="utf-8") for path in (title_folder(game) / "examples").glob("*.yaml"))
    return {str(yaml.safe_load(text)["example"]) for text in found if not text.startswith(WRITTEN)}


def made(game: str) -> Made:
    """What the players of a game make of its examples."""
    player = importlib.import_module(f"tests.conformance.examples.{game}")
    files: dict[str, str] = {}
    left_out: dict[str, str] = {}
    for example in examples_of(game):
        name = str(example["id"])
        if name in by_hand(game):
            continue
        with watching() as recording:
            player.run(example)
        lines = [*_worth_trying(recording.lines), *_to_look_at(game, recording.lines)]
        found = next(filter(None, (_file(game, example, line) for line in lines)), None)
        if found is not None:
            files[f"{name.removeprefix(f'{game}-')}.yaml"] = found
        else:
            left_out[name] = _why(recording.lines)
    return Made(files, left_out)


def _why(lines: list[Line]) -> str:
    if not lines:
        return "reckoned without a position"
    return "its player says nothing there" if not any(line.said for line in lines) else "not by a seat's choices alone"


def _worth_trying(lines: list[Line]) -> list[Line]:
    """Those in which something is said, the longest first; each once."""
    spoken = [line for line in lines if any(seat != CHANCE for seat, _ in line.said)]
    once = {(str(line.document), line.said): line for line in spoken}
    return sorted(once.values(), key=lambda line: -len(line.said))[:MOST_TRIED]


def _to_look_at(game: str, lines: list[Line]) -> Iterator[Line]:
    """A position in which nothing is said can still be looked at, until its owner chooses whatever he may."""
    documents = list({str(line.document): line.document for line in lines}.values())[:MOST_LOOKED_AT]
    for document in (each for whole in documents for each in (whole, *_led(game, whole))):
        try:
            state = balka.game(game).describe(_position(document))
        except (BalkaError, LookupError, ValueError):
            continue
        seat = state.asks[0].seat if state.asks else CHANCE
        if seat != CHANCE:
            texts = [state.text(choice) for choice in islice(state.choices(), MOST_LOOKED_AT)]
            yield from (Line(document, ((seat, text), *dice), LOOK) for text in texts for dice in ((), (SPENT_CHECK,)))


def _led(game: str, document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Nobody acts in a turn that has not begun: a battalion of those that stand there is led instead."""
    if game == "gd" and "battalion" not in document:
        named = re.findall(r"[\w.]+-(\w+)", str(document.get("stacks", {})))
        standing = {key: value for key, value in document.items() if key != "begins"}
        yield from ({**standing, "battalion": battalion} for battalion in dict.fromkeys(named))


# -- one file


def _file(game: str, example: Example, line: Line) -> str | None:
    """The file of a line, if it can be played as a lesson is."""
    try:
        text = WRITTEN + _dumped(_lesson(game, example, line))
        with TemporaryDirectory() as folder:
            path = Path(folder) / "9.yaml"
            path.write_text(text, encoding="utf-8")
            solver = Solver(read_example(game, path), balka.game(game))
            solver.settle()
            if solver.done:
                return None
            for _ in solver.sentences:
                solver.say()
        return text if solver.done == len(solver.lesson.tasks) else None
    except (BalkaError, LookupError, ValueError):
        return None


def _lesson(game: str, example: Example, line: Line) -> dict[str, Any]:
    seat = next(who for who, _ in line.said if who != CHANCE)
    last = max(n for n, (who, _) in enumerate(line.said) if who == seat)
    said = line.said[: last + 1]
    own = [text for who, text in said if who == seat]
    foe = list(dict.fromkeys(text for who, text in said if who not in (seat, CHANCE)))
    rolls = [text for who, text in line.said if who == CHANCE]
    if len(own) > MOST_STEPS:
        raise LookupError("more to say than anybody would read")
    whole: dict[str, Any] = {
        "example": example["id"], "title": _title(game, example), "rules": _rules(game, example), "seat": seat,
        "text": _text(game, example), "comes_out": _comes_out(example), "position": _position(line.document),
    }  # fmt: skip
    if foe:
        whole["opponent"] = {"says": foe}
    if rolls:
        whole["dice"] = rolls
    steps = [LOOKING] if line.why == LOOK else [_step(text, line.document) for text in own]
    return {**whole, "steps": steps, "solution": own}


def _step(said: str, document: dict[str, Any]) -> dict[str, Any]:
    named = [
        word
        for word in re.split(r"[ >]", said)
        if word in document.get("units", {}) or re.fullmatch(r"[A-Z]\d\d|\d{4}", word)
    ]
    step = {
        "text": _cut(f"Choose: {said}", STEP),
        "goal": {"said": said},
        "hint": _cut(f"Under Choices it reads: {said}", STEP),
    }
    return {**step, **({"show": list(dict.fromkeys(named))} if named else {})}


# -- words


def _title(game: str, example: Example) -> str:
    named = example.get("title") or _number_and_name(example)[1] or _section_title(game, _number_and_name(example)[0])
    return _cut(str(named), TITLE, end="")


def _number_and_name(example: Example) -> tuple[str, str]:
    first = str(example.get("section") or (example.get("rules") or [""])[0])  # type: ignore[index]
    number, _, name = first.partition(" ")
    return number, name


def _section_title(game: str, number: str) -> str:
    found = reference(game)
    return (
        found.titles[found.section_of(number)].title if found.section_of(number) in found.titles else f"Rule {number}"
    )


def _rules(game: str, example: Example) -> list[str]:
    """The rows the example belongs to: those of its number, else those of the section it stands in."""
    number = _number_and_name(example)[0]
    exact = [row.id for row in ledger(game) if number_of(row.section) == number]
    near = [row.id for row in ledger(game) if number_of(row.section).startswith(number.rpartition(".")[0] + ".")]
    found = exact or near
    if not found:
        raise LookupError(f"no rule {number}")
    return found[:MOST_RULES]


def _text(game: str, example: Example) -> str:
    given = example.get("given") or example.get("setup")
    if isinstance(given, str):
        return _cut(_sentence(given), POINT)
    note = given.get("note") if isinstance(given, dict) else None
    told = note or _facts(example.get("given", {})) or _facts(example.get("actions", [])) or _title(game, example)
    return _cut(_sentence(told), POINT)


def _comes_out(example: Example) -> str:
    found = {key: value for key, value in example.items() if key in ("expected", "expect", "numbers")}
    words = [value if isinstance(value, str) else _facts(value) for value in found.values()]
    return _cut(_sentence("; ".join(filter(None, words)) or "as the text says"), POINT)


def _facts(value: Any) -> str:
    """Data as words: `attack_cost: 4` is attack cost 4."""
    if isinstance(value, dict):
        return ", ".join(
            f"{_name(key)} {_facts(each)}".strip() for key, each in value.items() if each not in (None, [], {}, "")
        )
    if isinstance(value, list | tuple):
        return ("; " if any(isinstance(each, dict) for each in value) else ", ").join(map(_facts, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _name(key: object) -> str:
    return str(key).replace("_", " ")


def _sentence(text: str) -> str:
    clean = " ".join(text.replace("\n", " ").split())
    return f"{clean[:1].upper()}{clean[1:]}"


def _cut(text: str, most: int, end: str = ".") -> str:
    """The text, at the last word that fits."""
    text = text.rstrip(" .") + end
    if len(text) <= most:
        return text
    return re.split(r"[;,]? \S*$", text[: most - 2])[0].rstrip(" ;,.(") + ("" if not end else " ….")


# -- the position


def _position(document: dict[str, Any]) -> dict[str, Any]:
    plain = _plain(document)
    board = plain.get("board")
    if isinstance(board, dict) and isinstance(board.get("hexes"), dict):
        plain["board"] = _pictured(board)
    elif isinstance(board, dict) and "legend" in board:
        plain["board"] = {**board, "legend": _used(board)}
    found: dict[str, Any] = _plain(plain)
    return found


def _used(board: dict[str, Any]) -> dict[str, Any]:
    """The words of the legend that stand in the picture."""
    words = set(re.split(r"[\s:+]+", str(board.get("picture", ""))))
    return {word: ground for word, ground in sorted(board["legend"].items()) if word in words}


def _plain(value: Any) -> Any:
    """Lists, mappings and words; what says nothing is left out."""
    if isinstance(value, dict):
        pairs = ((str(key), _plain(each)) for key, each in value.items())
        return {key: each for key, each in pairs if each not in (None, [], {}, "", False)}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def _pictured(board: dict[str, Any]) -> dict[str, Any]:
    """Hexes that fill a rectangle, as a picture with a word for each ground."""
    cells: dict[str, dict[str, Any]] = board["hexes"]
    columns = sorted({label[0] for label in cells})
    rows = sorted({label[1:] for label in cells})
    if any(f"{column}{row}" not in cells for column in columns for row in rows):
        return board
    grounds = list(dict.fromkeys((cell.get("terrain", "clear"), cell.get("elevation", 0)) for cell in cells.values()))
    plain = max(grounds, key=lambda ground: sum(_ground(cell) == ground for cell in cells.values()))
    if plain[1]:
        return board
    words = dict(zip([ground for ground in grounds if ground != plain], SYMBOLS, strict=False))
    if plain[0] not in ("clear", "open"):
        words[plain] = "L"
    picture = "\n".join(
        " ".join(words.get(_ground(cells[f"{column}{row}"]), ".") for column in columns) for row in rows
    )
    legend = {
        word: {"terrain": terrain, "elevation": level} if level else terrain for (terrain, level), word in words.items()
    }
    rest = {key: value for key, value in board.items() if key != "hexes"}
    return {"picture": picture + "\n", **({"legend": legend} if legend else {}), **rest}


def _ground(cell: dict[str, Any]) -> tuple[Any, Any]:
    return cell.get("terrain", "clear"), cell.get("elevation", 0)


class _Dumper(yaml.SafeDumper):
    """Pictures as blocks, the rest as short as it goes."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text_node(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text_node)


def _dumped(whole: dict[str, Any]) -> str:
    return yaml.dump(whole, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=140)


# -- all of them


def write(games: Iterable[str] = TITLES) -> Iterator[str]:
    for game in games:
        folder, found = title_folder(game) / "examples", made(game)
        for path in folder.glob("*.yaml"):
            if path.read_text(encoding="utf-8").startswith(WRITTEN):
                path.unlink()
        for name, text in found.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        hand, total = len(by_hand(game)), len(examples_of(game))
        yield f"{game}: {hand + len(found.files)} of {total} can be played, {hand} of them written by hand"
        yield from (f"  {name}: {why}" for name, why in found.left_out.items())


if __name__ == "__main__":
    print(*write(), sep="\n")
