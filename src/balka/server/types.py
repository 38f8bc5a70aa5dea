"""Types of all that browsers say and are told, for TypeScript: `python -m balka.server.types web/src/wire.ts`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct, inspect

from balka.core.scene.board import Board
from balka.core.scene.charts import Chart
from balka.core.scene.figures import Quote, Value, Why
from balka.core.scene.formations import Led
from balka.core.scene.nodes import Node
from balka.core.scene.overlays import Overlay
from balka.server import answers, coach_answers, lobby_answers, messages
from balka.server.away import answers as away
from balka.server.finding import answers as finding
from balka.server.notes import Written
from balka.server.people import answers as people
from balka.server.ratings import answers as ratings
from balka.server.replaying import PlayOn, Share
from balka.server.store import Note
from balka.table.orders import Order

SAY = "Say"  # stands before the name of what a browser says on its line
HEAD = "// Written by `python -m balka.server.types web/src/wire.ts` from the structs of the engine. Do not edit.\n"
ANSWERS = tuple(
    kind
    for module in (lobby_answers, answers, coach_answers, people, ratings, finding, away)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Struct) and kind.__module__ == module.__name__
)
TOLD = (
    Board, Node, Quote, Why, Value, Overlay, Chart, Led,
    messages.Problem, messages.Accepted, messages.Seated, Note, *ANSWERS,
)  # fmt: skip
SENT = (messages.NewTable, messages.Invited, Written, PlayOn, Share, Order)
PLAIN: dict[type[inspect.Type], str] = {
    inspect.IntType: "number", inspect.FloatType: "number", inspect.StrType: "string", inspect.BoolType: "boolean",
    inspect.NoneType: "null", inspect.AnyType: "unknown", inspect.CustomType: "unknown",
}  # fmt: skip


def written() -> str:
    """The whole file."""
    told = inspect.multi_type_info([*TOLD, messages.Told])
    sent, said = inspect.multi_type_info(SENT), inspect.type_info(messages.Any_)
    shapes = {kind.cls: kind for kind in _structs((*told, *sent))}
    said_kinds = [kind for kind in getattr(said, "types", ()) if isinstance(kind, inspect.StructType)]
    parts = [_interface(shape.cls.__name__, shape, shape.cls in SENT) for shape in shapes.values()]
    parts += [_interface(SAY + kind.cls.__name__, kind, optional=True) for kind in said_kinds]
    union = " | ".join(SAY + kind.cls.__name__ for kind in said_kinds)
    parts.append(f"/** What a browser says on its line. */\nexport type Said = {union};\n")
    parts.append(f"/** What it is told. */\nexport type Told = {_name(told[-1])};\n")
    return "\n".join([HEAD, *parts])


def _structs(kinds: Iterable[inspect.Type]) -> Iterator[inspect.StructType]:
    """Every struct behind some types, those they are made of before them."""
    seen: set[type] = set()
    for kind in kinds:
        yield from _behind(kind, seen)


def _behind(kind: inspect.Type, seen: set[type]) -> Iterator[inspect.StructType]:
    for part in _parts(kind):
        yield from _behind(part, seen)
    if isinstance(kind, inspect.StructType) and kind.cls not in seen:
        seen.add(kind.cls)
        for field in kind.fields:
            yield from _behind(field.type, seen)
        yield kind


def _parts(kind: inspect.Type) -> Iterable[inspect.Type]:
    if isinstance(kind, inspect.UnionType):
        return kind.types
    if isinstance(kind, inspect.TupleType):
        return kind.item_types
    if isinstance(kind, inspect.DictType):
        return (kind.value_type,)
    return (kind.item_type,) if isinstance(kind, inspect.ListType | inspect.VarTupleType) else ()


def _interface(name: str, shape: inspect.StructType, optional: object) -> str:
    """A struct as an interface; what is sent to us may leave out whatever has a default."""
    tag = [f"  {shape.tag_field}: {_literal(shape.tag)};"] if shape.tag_field else []
    leaves_out = bool(optional) or shape.cls.__struct_config__.omit_defaults
    fields = [_field(field, leaves_out and not field.required) for field in shape.fields]
    return "\n".join([*_comment(shape.cls), f"export interface {name} {{", *tag, *fields, "}\n"])


def _comment(cls: type) -> list[str]:
    text = " ".join((vars(cls).get("__doc__") or "").split())
    return [f"/** {text} */"] if text else []


def _field(field: inspect.Field, missing: object) -> str:
    if not missing:
        return f"  {field.encode_name}: {_name(field.type)};"
    return f"  {field.encode_name}?: {_name(field.type).replace(' | null', '')};"


def _name(kind: inspect.Type) -> str:
    """A type as it is called in TypeScript."""
    if isinstance(kind, inspect.Metadata):
        return str((kind.extra or {})[messages.TYPESCRIPT])
    if isinstance(kind, inspect.StructType):
        return str(kind.cls.__name__)
    if isinstance(kind, inspect.LiteralType):
        return " | ".join(map(_literal, kind.values))
    if isinstance(kind, inspect.UnionType):
        return " | ".join(map(_name, sorted(kind.types, key=lambda part: isinstance(part, inspect.NoneType))))
    if isinstance(kind, inspect.TupleType):
        return f"[{', '.join(map(_name, kind.item_types))}]"
    if isinstance(kind, inspect.DictType):
        return f"Record<string, {_name(kind.value_type)}>"
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        item = _name(kind.item_type)
        return f"({item})[]" if " | " in item else f"{item}[]"
    return PLAIN[type(kind)]


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(written())
