"""A document as YAML whose every part knows its line, read strictly: each mistake says what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import yaml

from balka.core.errors import BalkaError

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
TRUTH = {"true": True, "yes": True, "false": False, "no": False}
FEW, MOST_LISTED = 2, 60
NOTHING = "tag:yaml.org,2002:null"
DEEPEST, MOST_VALUES = 20, 100_000
"""how deep and how large a file may be: one that an alias makes endless is told so"""
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

Known = TypeVar("Known")


class Mistake(BalkaError):
    """One thing wrong in a file: where, what, and what would be right."""

    def __init__(self, file: str, line: int, wrong: str, right: str = "") -> None:
        super().__init__(f"{file} line {line}: {wrong}", right or None)
        self.file = file
        self.line = line
        self.wrong = wrong
        self.right = right

    def to_wire(self) -> dict[str, object]:
        return {"file": self.file, "line": self.line, "wrong": self.wrong, "right": self.right}


class Mistakes(BalkaError):
    """Everything wrong in a file."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = tuple(mistakes)


class Desk:
    """Where the mistakes of one file are gathered, so that all are told at once."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.mistakes: list[Mistake] = []

    @contextmanager
    def gather(self) -> Iterator[None]:
        """Note a mistake and go on with the next part."""
        try:
            yield
        except Mistake as mistake:
            self.mistakes.append(mistake)

    def attempt(self, read: Callable[[], Known], otherwise: Any) -> Known:
        """What was read, or a stand-in while the mistake waits to be told."""
        try:
            return read()
        except Mistake as mistake:
            self.mistakes.append(mistake)
            stand_in: Known = otherwise
            return stand_in

    def stop_if_wrong(self) -> None:
        if self.mistakes:
            each = {(mistake.line, mistake.wrong): mistake for mistake in self.mistakes}
            raise Mistakes(sorted(each.values(), key=lambda mistake: mistake.line))


class Entry:
    """A value in the file: a word, a list or a mapping."""

    def __init__(self, desk: Desk, node: yaml.Node, name: str) -> None:
        self.desk = desk
        self.node = node
        self.name = name

    @property
    def line(self) -> int:
        return int(self.node.start_mark.line) + 1

    def mistake(self, wrong: str, right: str = "") -> Mistake:
        return Mistake(self.desk.file, self.line, wrong, right)

    def note(self, wrong: str, right: str) -> None:
        """Note a mistake of this line and go on."""
        self.desk.mistakes.append(self.mistake(wrong, right))

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Whatever goes wrong inside is a mistake of this line."""
        try:
            yield
        except (Mistake, Mistakes):
            raise
        except BalkaError as problem:
            raise self.mistake(f"{self.name}: {problem.message}", problem.instead or "") from problem

    # -- shapes

    @property
    def is_mapping(self) -> bool:
        return isinstance(self.node, yaml.MappingNode)

    @property
    def is_list(self) -> bool:
        return isinstance(self.node, yaml.SequenceNode)

    @property
    def is_empty(self) -> bool:
        return self.node.tag == NOTHING

    def text(self) -> str:
        """A word or a line, as it is written."""
        if not isinstance(self.node, yaml.ScalarNode) or self.is_empty or not self.node.value.strip():
            raise self.mistake(f"{self.name} must be a word or a sentence", "write it after the colon")
        return str(self.node.value)

    def number(self, low: int = 0, high: int = 99) -> int:
        written = self.text()
        if not _NUMBER.fullmatch(written) or not low <= int(written) <= high:
            raise self.mistake(f"{self.name}: {written!r} is not a number from {low} to {high}", f"for example {low}")
        return int(written)

    def flag(self) -> bool:
        written = self.text()
        if written.lower() not in TRUTH:
            raise self.mistake(f"{self.name}: {written!r} is neither true nor false", "write true or false")
        return TRUTH[written.lower()]

    def one_of(self, known: Sequence[str]) -> str:
        written = self.text()
        for word in known:
            if written.lower() == word.lower():
                return word
        raise self.mistake(f"{self.name}: {written!r} is not known", nearest(written, known))

    def items(self) -> list[Entry]:
        """The values of a list."""
        if not isinstance(self.node, yaml.SequenceNode):
            raise self.mistake(f"{self.name} must be a list", "one value a line, each after a dash")
        return [Entry(self.desk, node, self.name) for node in self.node.value]

    def each(self, read: Callable[[Entry], Known]) -> tuple[Known, ...]:
        """What the items of a list say, as far as they can be read; the mistakes of the others are noted."""
        found: list[Known] = []
        for item in self.desk.attempt(self.items, []):
            with self.desk.gather():
                found.append(read(item))
        return tuple(found)

    def by_name(self, known: Sequence[str], read: Callable[[Entry], Known]) -> dict[str, Known]:
        """What stands under each of these names, as far as it can be read; the mistakes of the others are noted."""
        found: dict[str, Known] = {}
        for name, value in self.desk.attempt(lambda: self.fields(known), {}).items():
            with self.desk.gather():
                found[name] = read(value)
        return found

    def one_or_more(self) -> list[Entry]:
        """A list, or one value standing for a list of one."""
        return self.items() if self.is_list else [self]

    def pairs(self) -> dict[str, Entry]:
        """The values of a mapping by name, each name once."""
        if not isinstance(self.node, yaml.MappingNode):
            raise self.mistake(f"{self.name} must be a mapping", "lines of the form `name: value`")
        found: dict[str, Entry] = {}
        for key, value in self.node.value:
            with self.desk.gather():
                name = self._key(key)
                if name in found:
                    line = int(key.start_mark.line) + 1
                    raise Mistake(self.desk.file, line, f"{name} stands here twice", "give it once")
                found[name] = Entry(self.desk, value, name)
        return found

    def _key(self, key: yaml.Node) -> str:
        if not isinstance(key, yaml.ScalarNode):
            line = int(key.start_mark.line) + 1
            raise Mistake(self.desk.file, line, f"{self.name}: a name is one word", "lines of the form `name: value`")
        return str(key.value)

    def fields(self, known: Sequence[str], needed: Sequence[str] = ()) -> dict[str, Entry]:
        """A mapping with these names only, the needed ones all there; strange names are noted and left out."""
        pairs = self.pairs()
        for name in [name for name in pairs if name not in known]:
            strange = pairs.pop(name)
            strange.note(f"{self.name} has no {name!r}", nearest(name, known))
        missing = [name for name in needed if name not in pairs or pairs[name].is_empty]
        if missing:
            raise self.mistake(f"{self.name} lacks {' and '.join(missing)}", f"it takes {', '.join(known)}")
        return {name: entry for name, entry in pairs.items() if not entry.is_empty}

    def plain(self) -> Any:
        """The value as plain data, words as they are written."""
        if isinstance(self.node, yaml.MappingNode):
            return {name: entry.plain() for name, entry in self.pairs().items()}
        return [entry.plain() for entry in self.items()] if self.is_list else self.node.value


Document = str | Mapping[str, Any] | Entry
"""what a position is described in: YAML, plain data, or an entry of a file"""


def nearest(written: str, known: Sequence[str] | Mapping[str, object]) -> str:
    """What was meant, or what there is."""
    small = {word.lower(): word for word in known}
    close = get_close_matches(written.lower(), small, n=3, cutoff=0.6) if len(small) > FEW else []
    if close:
        return f"did you mean {' or '.join(small[word] for word in close)}?"
    listed = list(known)
    return f"one of {', '.join(listed[:MOST_LISTED])}{' and others' if len(listed) > MOST_LISTED else ''}"


def read_document(path: Path, name: str = "") -> Entry:
    """The file as one entry; YAML that cannot be read is a mistake with its line."""
    desk = Desk(name or str(path))
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise BalkaError(f"{desk.file} cannot be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise BalkaError(f"{desk.file} is not UTF-8 text", f"byte {problem.start} is wrong") from problem
    return parse_document(text, desk)


def entry_of(document: Document) -> Entry:
    """A document as an entry: text as it is written, plain data as they would be written."""
    if isinstance(document, Entry):
        return document
    text = document if isinstance(document, str) else yaml.dump(dict(document), Dumper=DUMPER, sort_keys=False)
    return parse_document(text, Desk("text"))


def parse_document(text: str, desk: Desk) -> Entry:
    try:
        node = yaml.compose(text, Loader=LOADER)
    except yaml.MarkedYAMLError as problem:
        line = problem.problem_mark.line + 1 if problem.problem_mark else 1
        raise Mistake(desk.file, line, f"this is not YAML: {problem.problem}", "see docs/referee.md") from None
    except yaml.YAMLError as problem:
        raise Mistake(desk.file, 1, f"this is not YAML: {problem}", "see docs/referee.md") from None
    except RecursionError:
        raise Mistake(desk.file, 1, "values lie too deep in each other", "see docs/referee.md") from None
    if node is None:
        raise Mistake(desk.file, 1, "the file is empty", "begin with `game: sos`")
    _check_size(desk, node)
    return Entry(desk, node, "the file")


def _check_size(desk: Desk, node: yaml.Node) -> None:
    """An alias that holds itself would make a file endless."""
    layer, count = [node], 0
    for _ in range(DEEPEST):
        layer = [inner for outer in layer for inner in _inside(outer)]
        count += len(layer)
        if not layer:
            return
        if count > MOST_VALUES:
            break
    raise Mistake(desk.file, 1, "values lie too deep in each other", "see docs/referee.md")


def _inside(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [item for pair in node.value for item in pair]
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []
