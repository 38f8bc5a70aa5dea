"""Rows of the database as the values they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Row

Kind = TypeVar("Kind", bound=Struct)


def as_value(kind: type[Kind], row: Iterable[object]) -> Kind:
    """A row whose columns are the fields of a struct, in their order."""
    return msgspec.convert(dict(zip(kind.__struct_fields__, row, strict=True)), kind, strict=False)


def made(kind: type[Kind], rows: list[Row[*tuple[object, ...]]]) -> Kind | None:
    """The first row by the names of its columns, if there is one."""
    return made_all(kind, rows)[0] if rows else None


def made_all(kind: type[Kind], rows: list[Row[*tuple[object, ...]]]) -> list[Kind]:
    names = kind.__struct_fields__
    return [as_value(kind, [row._mapping[name] for name in names]) for row in rows]
