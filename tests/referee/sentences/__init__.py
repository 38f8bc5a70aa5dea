"""docs/sentences.md: every sentence of every game, made from the verbs themselves and a table of examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from balka.core.choices import Choice, Facing, Grammar, Hex, Hexside, Number, Signed, UnitId, form, slot_kinds
from balka.core.choices import Path as Way
from balka.referee.adapters import MODULES

PAGE = Path(__file__).parents[3] / "docs" / "sentences.md"
EXAMPLES: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "examples.yaml").read_text(encoding="utf-8"))
AGAIN = "write the page anew: python -m tests.referee.sentences"
TITLES = {"sos": "Storms of Steel", "atb": "Awakening the Bear", "kursk": "Kursk 1943", "gd": "Grossdeutschland"}
SHARED = {"sos": "heroes", "atb": "heroes"}
SLOTS = {
    Hex: "hex",
    Facing: "facing",
    Way: "way",
    Hexside: "hexside",
    UnitId: "unit",
    Number: "number",
    Signed: "number",
}
_CITES = re.compile(r"\s*\[([^\]]*)\]")

HEAD = (Path(__file__).parent / "head.md").read_text(encoding="utf-8")


def grammar(game: str) -> Grammar:
    """The verbs of a game."""
    return Grammar(_adapter(game).system.verbs)


def _adapter(game: str) -> Any:
    import importlib

    return importlib.import_module(MODULES[game]).adapter(game)


def sentences(game: str) -> Iterator[tuple[type[Choice], str]]:
    """Every form of every verb with its example."""
    examples = EXAMPLES[SHARED.get(game, game)]
    for _, forms in sorted(grammar(game).verbs.items()):
        same: dict[str, int] = {}
        for cls in forms:
            said = examples[form(cls)]
            each = said if isinstance(said, list) else [said]
            yield cls, str(each[same.get(form(cls), 0)])
            same[form(cls)] = same.get(form(cls), 0) + 1


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(_section(game) for game in TITLES)])


def _section(game: str) -> str:
    rows = [f"## {TITLES[game]}\n", "| sentence | example | what it does |", "|---|---|---|"]
    rows += [f"| `{_form(cls)}` | `{example}` | {meaning(game, cls)} |" for cls, example in sentences(game)]
    words = EXAMPLES["words"].get(game, {})
    rows += ["", *(f"- `{shape}`: {', '.join(f'`{word}`' for word in told)}" for shape, told in words.items())]
    return "\n".join(rows) + "\n"


def _form(cls: type[Choice]) -> str:
    """A verb and its slots, each by the kind of word it takes where its own name does not tell."""
    names = [f"<{_slot(name, kind)}>" for name, kind in zip(cls.__struct_fields__, slot_kinds(cls), strict=True)]
    return " ".join([cls.verb, *names])


def _slot(name: str, kind: Any) -> str:
    written = SLOTS.get(kind, "")
    return name if not written or name == written else f"{name}: {written}"


def meaning(game: str, cls: type[Choice]) -> str:
    """What a verb says of itself, in the numbers of its own game."""
    text = " ".join((cls.__doc__ or "").split("\n\n")[0].split())
    cites = [cite for found in _CITES.findall(text) for cite in _cites(game, cls, found)]
    return _CITES.sub("", text).strip() + (f" [{', '.join(cites)}]" if cites else "")


def _cites(game: str, cls: type[Choice], inside: str) -> list[str]:
    """The numbers of a bracket: shared verbs cite both titles, `atb` before the second's."""
    own: list[str] = []
    other: list[str] = []
    into = other
    for number in (one.strip() for one in re.split(r"[,·]", inside)):
        into = own if number.startswith("atb ") else into if len(number) == 1 else other
        into.append(number.removeprefix("atb "))
    if game == "atb" and "second_edition" not in cls.__module__:
        return own
    return [number.removeprefix("sos-") for number in other]
