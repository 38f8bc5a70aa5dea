"""A lesson file read strictly: every mistake is told with its line and with what would be right."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from balka.core.describing.document import Desk, Entry, Mistake, Mistakes, parse_document
from balka.games import TITLES, ledger, title_folder
from balka.games.printed import label
from balka.lessons.goals import read_goal
from balka.lessons.lesson import Hint, Lesson, Opponent, Point, Task, Wrong

NEEDED = ("title", "chapter", "minutes", "seat", "learn", "goal", "steps", "solution")
FIELDS = (*NEEDED, "position", "scenario", "before", "opponent", "dice", "hints", "wrong", "last_word")
LONGEST = {"title": 40, "goal": 140, "point": 230, "step": 130, "hint": 260, "last_word": 240}
"""how many characters a text may have: more is not read"""
MOST_POINTS, MOST_TASKS, MOST_MINUTES = 4, 14, 30
PLAYERS = ("passive", "greedy", "random")
_NAME = re.compile(r"(\d\d)-([a-z0-9-]+)\.yaml")


def files(game: str) -> list[Path]:
    """The lesson files of a game, in the order they are taught."""
    folder = title_folder(game) / "lessons" if game in TITLES else None
    return sorted(folder.glob("*.yaml")) if folder is not None and folder.is_dir() else []


def example_files(game: str) -> list[Path]:
    """The files of the worked examples of a game that can be played."""
    folder = title_folder(game) / "examples" if game in TITLES else None
    return sorted(folder.glob("*.yaml"), key=_by_rule) if folder is not None and folder.is_dir() else []


def _by_rule(path: Path) -> tuple[bool, list[tuple[int, str]]]:
    """9.1 before 10.1; those made of what their players do after those that somebody wrote."""
    parts = [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"[.-]", path.stem)]
    return path.stem.startswith(MADE), parts


def read_example(game: str, path: Path) -> Lesson:
    """The worked example in a file, named after its rule; it is played like a lesson of two minutes."""
    text = path.read_text(encoding="utf-8")
    desk = Desk(path.name)
    try:
        example = _example(game, path.stem, parse_document(text, desk), hashlib.sha256(text.encode()).hexdigest()[:16])
    except Mistake as mistake:
        desk.mistakes.append(mistake)
        desk.stop_if_wrong()
        raise
    desk.stop_if_wrong()
    return example


MADE = "ex-"
"""how the files of worked examples begin that were written from what their players do"""
EXAMPLE_NEEDED = ("example", "title", "rules", "seat", "text", "comes_out", "position", "steps", "solution")


def _example(game: str, name: str, whole: Entry, digest: str) -> Lesson:
    fields = whole.fields((*EXAMPLE_NEEDED, "before", "opponent", "dice"), EXAMPLE_NEEDED)
    rules = tuple(_rule(game, item) for item in fields["rules"].items())
    comes_out = _short(fields["comes_out"], "point")
    return Lesson(
        game=game, name=name, chapter=label(rules[0]), title=_short(fields["title"], "title"), minutes=2,
        seat=fields["seat"].text(), learn=(Point(_short(fields["text"], "point"), rules),), goal=comes_out,
        tasks=tuple(_task(item) for item in _few(fields["steps"], MOST_TASKS)), hints=(),
        opponent=_opponent(fields.get("opponent")), dice=_texts(fields, "dice"), before=_texts(fields, "before"),
        wrong=(), solution=_texts(fields, "solution"), last_word="", place=fields["position"], digest=digest,
        example=fields["example"].text(),
    )  # fmt: skip


def read_lesson(game: str, path: Path) -> Lesson:
    """The lesson in a file; all its mistakes are gathered before any is told."""
    text = path.read_text(encoding="utf-8")
    desk = Desk(path.name)
    found = _NAME.fullmatch(path.name)
    if found is None:
        raise Mistake(path.name, 1, "the name of a lesson file is its place and its key", "for example 04-moving.yaml")
    try:
        lesson = _lesson(game, found[2], parse_document(text, desk), hashlib.sha256(text.encode()).hexdigest()[:16])
    except Mistake as mistake:
        desk.mistakes.append(mistake)
        desk.stop_if_wrong()
        raise
    desk.stop_if_wrong()
    return lesson


def _lesson(game: str, name: str, whole: Entry, digest: str) -> Lesson:
    fields = whole.fields(FIELDS, NEEDED)
    if ("position" in fields) == ("scenario" in fields):
        raise whole.mistake("a lesson begins at a position or with a scenario", "give `position:` or `scenario:`")
    return Lesson(
        game=game, name=name, chapter=fields["chapter"].text(), title=_short(fields["title"], "title"),
        minutes=fields["minutes"].number(1, MOST_MINUTES), seat=fields["seat"].text(),
        learn=tuple(_point(game, item) for item in _few(fields["learn"], MOST_POINTS)),
        goal=_short(fields["goal"], "goal"),
        tasks=tuple(_task(item) for item in _few(fields["steps"], MOST_TASKS)),
        hints=tuple(_hint(item) for item in _items(fields, "hints")), opponent=_opponent(fields.get("opponent")),
        dice=_texts(fields, "dice"), before=_texts(fields, "before"),
        wrong=tuple(_wrong(game, item) for item in _items(fields, "wrong")),
        solution=_texts(fields, "solution"),
        last_word=_short(fields["last_word"], "last_word") if "last_word" in fields else "",
        place=fields.get("position") or fields["scenario"], digest=digest,
    )  # fmt: skip


def _items(fields: dict[str, Entry], name: str) -> list[Entry]:
    return fields[name].items() if name in fields else []


def _texts(fields: dict[str, Entry], name: str) -> tuple[str, ...]:
    return tuple(item.text() for item in _items(fields, name))


def _few(entry: Entry, most: int) -> list[Entry]:
    items = entry.items()
    if not 1 <= len(items) <= most:
        raise entry.mistake(f"{entry.name} has {len(items)} entries", f"1 to {most}")
    return items


def _short(entry: Entry, kind: str) -> str:
    text = " ".join(entry.text().split())
    if len(text) > LONGEST[kind]:
        raise entry.mistake(f"{entry.name} has {len(text)} characters", f"at most {LONGEST[kind]}")
    return text


def _rule(game: str, entry: Entry) -> str:
    with entry.blamed():
        return ledger(game)[entry.text()].id


def _point(game: str, entry: Entry) -> Point:
    fields = entry.fields(("text", "rules"), ("text", "rules"))
    return Point(_short(fields["text"], "point"), tuple(_rule(game, item) for item in fields["rules"].items()))


def _task(entry: Entry) -> Task:
    fields = entry.fields(("text", "goal", "hint", "show", "hints"), ("text", "goal"))
    hints = tuple(_hint(item) for item in _items(fields, "hints"))
    if "hint" in fields:
        hints = (*hints, Hint(_short(fields["hint"], "hint"), _shown(fields)))
    if not hints or hints[-1].when is not None:
        raise entry.mistake("a step has a hint that always fits", "give `hint:`")
    return Task(_short(fields["text"], "step"), read_goal(fields["goal"]), hints)


def _hint(entry: Entry) -> Hint:
    fields = entry.fields(("text", "show", "when"), ("text",))
    when = read_goal(fields["when"]) if "when" in fields else None
    return Hint(_short(fields["text"], "hint"), _shown(fields), when)


def _shown(fields: dict[str, Entry]) -> tuple[str, ...]:
    return tuple(item.text() for item in fields["show"].one_or_more()) if "show" in fields else ()


def _wrong(game: str, entry: Entry) -> Wrong:
    fields = entry.fields(("say", "rule", "after"), ("say", "rule"))
    after = fields["after"].number() if "after" in fields else 0
    return Wrong(fields["say"].text(), _rule(game, fields["rule"]), after)


def _opponent(entry: Entry | None) -> Opponent:
    if entry is None:
        return Opponent()
    if not entry.is_mapping:
        return Opponent((), entry.one_of(PLAYERS))
    fields = entry.fields(("says", "otherwise"), ("says",))
    otherwise = fields["otherwise"].one_of(PLAYERS) if "otherwise" in fields else PLAYERS[0]
    return Opponent(tuple(item.text() for item in fields["says"].items()), otherwise)


__all__ = ["Mistake", "Mistakes", "files", "read_lesson"]
