"""Rules with marks in them: which statements a test runs, and where a broken condition would have come out otherwise.

What a test passes by it cannot notice when it is broken, nor a condition without which all would have been the same.
"""

from __future__ import annotations

import ast
import builtins
import copy
import gc
import hashlib
import operator
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.mutants.breaking import TURNED, functions, place_of_code, walked, with_inner

ENOUGH = 200  # times that a condition is asked in one test whether it decides anything
ORDERED: dict[type[ast.cmpop], str] = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
CUTTING: dict[type[ast.operator], str] = {ast.BitAnd: "and_", ast.FloorDiv: "floordiv"}
END = object()

Mark = tuple[str, str]  # the function, and in it a statement's line or a broken node


class Marks:
    """What was run since the marks were last wiped off; the methods stand in the rules in place of conditions."""

    def __init__(self) -> None:
        self.names: list[Mark] = []
        self.seen = bytearray()
        self.tries: list[int] = []
        self.aside = False  # while it is tried what would have been: nothing of that was run

    def new(self, place: str, name: str) -> int:
        self.names.append((place, name))
        return len(self.names) - 1

    def wipe(self) -> None:
        self.seen[:] = bytes(len(self.names))
        self.tries[:] = [0] * len(self.names)

    def found(self) -> Iterator[Mark]:
        at = self.seen.find(1)
        while at >= 0:
            yield self.names[at]
            at = self.seen.find(1, at + 1)

    # -- in place of what is broken

    def every(self, mark: int, value: object, other: Callable[[], object]) -> object:
        """One of several conditions that must all hold: it decides where it alone does not."""
        if not value and self._asks(mark):
            self._try(mark, other, bool(value))
        return value

    def either(self, mark: int, value: object, other: Callable[[], object]) -> object:
        """One of several conditions of which one is enough: it decides where it alone holds."""
        if value and self._asks(mark):
            self._try(mark, other, bool(value))
        return value

    def first(self, mark: int, value: object, other: Callable[[], object]) -> object:
        """One of several values of which the first that says something is taken: it tells where it is another."""
        if value and self._asks(mark):
            self._try(mark, other, value)
        return value

    def last(self, mark: int, value: object, other: Callable[[], object]) -> object:
        """The last of several values, taken when the others say nothing, or all of them something."""
        if self._asks(mark):
            self._try(mark, other, value)
        return value

    def ordered(self, mark: int, name: str, one: Any, other: Any) -> object:
        """Less than, or no more than: it makes a difference where both are the same."""
        if one == other:
            self.seen[mark] = 1
        return getattr(operator, name)(one, other)

    def cut(self, mark: int, name: str, one: Any, other: Any) -> object:
        """What is common to two sets, or a share: it makes a difference where something is left away."""
        found = getattr(operator, name)(one, other)
        if found != one:
            self.seen[mark] = 1
        return found

    def turned(self, mark: int, name: str, *args: Any, **how: Any) -> object:
        """The least or the greatest, any or all: it makes a difference where they are not alike."""
        if not self._asks(mark):
            return getattr(builtins, name)(*args, **how)
        if name in ("any", "all"):
            return self._quantified(mark, name == "any", iter(args[0]))
        args = (list(args[0]),) if len(args) == 1 else args
        found = getattr(builtins, name)(*args, **how)
        if found != getattr(builtins, TURNED[name])(*args, **how):
            self.seen[mark] = 1
        return found

    def _quantified(self, mark: int, enough: object, items: Iterator[object]) -> bool:
        """Any, or all: read no further than it would be, but to see whether it makes a difference."""
        first = next(items, END)
        if first is END:
            self.seen[mark] = 1
            return not enough
        if bool(first) is enough:
            self._try(mark, lambda: any(items) if not enough else all(items), enough)
            return bool(enough)
        found = any(items) if enough else all(items)
        if found is enough:
            self.seen[mark] = 1
        return found

    def _asks(self, mark: int) -> bool:
        if self.aside or self.seen[mark] or self.tries[mark] >= ENOUGH:
            return False
        self.tries[mark] += 1
        return True

    def _try(self, mark: int, other: Callable[[], object], value: object) -> None:
        """Whether another value would have come out; of a condition it counts only whether it holds."""
        self.aside = True
        try:
            found = other()
            self.seen[mark] = (bool(found) if isinstance(value, bool) else found) != value
        except Exception:  # what cannot be asked without the condition would have been noticed
            self.seen[mark] = 1
        finally:
            self.aside = False


# -- putting them in


def put_marks(paths: Iterable[str]) -> Marks:
    """Mark the rules of these modules wherever they are held in this process."""
    marks, parts = Marks(), dict[tuple[str, str, int], types.CodeType]()
    for path in paths:
        tree = ast.parse(Path(path).read_text())
        for function, name in list(functions(tree)):
            _Marker(marks, f"{path}:{name}", function).put()
        module = compile(ast.fix_missing_locations(tree), path, "exec")
        named = (code for code in with_inner(module) if code.co_name != "<lambda>")
        parts |= {(path, *place_of_code(code)): code for code in named}
    for one in [one for one in gc.get_objects() if isinstance(one, types.FunctionType)]:
        found = parts.get((one.__code__.co_filename, *place_of_code(one.__code__)))
        if found is not None:
            one.__code__ = found
            one.__globals__["__marks__"], one.__globals__["__seen__"] = marks, marks.seen
    marks.wipe()
    return marks


class _Marker(ast.NodeTransformer):
    """Puts marks into one function; what stands for a node is called by the number it has among those broken."""

    def __init__(self, marks: Marks, place: str, function: ast.FunctionDef) -> None:
        self.marks, self.place, self.function = marks, place, function
        self.numbers = {id(node): number for number, node in enumerate(walked(function))}
        self.asked = {id(node) for node in _conditions_in(function)}

    def put(self) -> None:
        for statement in self.function.body:
            self.visit(statement)
        for node in list(ast.walk(self.function)):
            for field in ("body", "orelse", "finalbody"):
                block = getattr(node, field, None)
                if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                    block[:] = [one for statement in block for one in self._marked(statement)]

    def _marked(self, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return [statement]
        mark = self.marks.new(self.place, str(statement.lineno - self.function.lineno))
        (put,) = ast.parse(f"__seen__[{mark}] = 1").body
        for part in ast.walk(put):
            ast.copy_location(part, statement)
        return [put, statement]

    def visit(self, node: ast.AST) -> Any:
        number = self.numbers.get(id(node))
        if number is None or not isinstance(node, ast.expr):
            return self.generic_visit(node)
        whole = copy.deepcopy(node)
        marked = self._in_place_of(self.generic_visit(node), whole, number)
        return ast.copy_location(marked, node)

    def _in_place_of(self, node: ast.AST, whole: ast.expr, number: int) -> ast.AST:
        if isinstance(node, ast.BoolOp) and isinstance(whole, ast.BoolOp):
            return self._conditions(node, whole, number)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in ORDERED:
            word = ast.Constant(value=ORDERED[type(node.ops[0])])
            return self._call("ordered", number, 0, [word, node.left, *node.comparators])
        if isinstance(node, ast.BinOp) and type(node.op) in CUTTING:
            return self._call("cut", number, 0, [ast.Constant(value=CUTTING[type(node.op)]), node.left, node.right])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TURNED:
            return self._call("turned", number, 0, [ast.Constant(value=node.func.id), *node.args], node.keywords)
        return node

    def _conditions(self, node: ast.BoolOp, whole: ast.BoolOp, number: int) -> ast.AST:
        asks_all, count = isinstance(node.op, ast.And), len(node.values)
        for at, value in enumerate(list(node.values)):
            rest = whole.values[at + 1 :] or [whole.values[at - 1]]
            told = rest[0] if len(rest) == 1 else ast.BoolOp(op=whole.op, values=rest)
            if id(node) in self.asked:
                helper = "every" if asks_all else "either"
                told = ast.Constant(value=asks_all) if at == count - 1 else told
            else:
                helper = "last" if at == count - 1 else "every" if asks_all else "first"
            node.values[at] = self._call(helper, number, at, [value, _later(copy.deepcopy(told))])
        return node

    def _call(
        self, helper: str, number: int, at: int, args: list[ast.expr], keywords: list[ast.keyword] | None = None
    ) -> ast.Call:
        mark = ast.Constant(value=self.marks.new(self.place, f"{number}:{at}"))
        func = ast.Attribute(value=ast.Name(id="__marks__", ctx=ast.Load()), attr=helper, ctx=ast.Load())
        return ast.Call(func=func, args=[mark, *args], keywords=keywords or [])


def _conditions_in(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Expressions of which it is only asked whether they hold."""
    answers = isinstance(function.returns, ast.Name) and function.returns.id == "bool"
    for node in ast.walk(function):
        if isinstance(node, (ast.If, ast.While, ast.IfExp)):
            yield from _parts(node.test)
        elif isinstance(node, ast.comprehension):
            yield from (part for test in node.ifs for part in _parts(test))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield from _parts(node.operand)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "bool":
            yield from (part for arg in node.args for part in _parts(arg))
        elif isinstance(node, ast.Return) and node.value is not None and answers:
            yield from _parts(node.value)


def _parts(test: ast.expr) -> Iterator[ast.expr]:
    yield test
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _parts(value)


def _later(told: ast.expr) -> ast.Lambda:
    nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(args=nothing, body=told)


def digests(paths: Iterable[str]) -> dict[str, str]:
    """Function by function, what tells it from an older one."""
    return {
        f"{path}:{name}": hashlib.sha256(ast.dump(function).encode()).hexdigest()[:8]
        for path in paths
        for function, name in functions(ast.parse(Path(path).read_text()))
    }
