"""Ways to break a function: a comparison, a constant, a dropped condition, a removed guard, a swapped side."""

from __future__ import annotations

import ast
import copy
import gc
import types
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path

from msgspec import Struct

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
TURNED = {"min": "max", "max": "min", "any": "all", "all": "any"}
OTHER_SIDE = ("enemy_of", "other_side")
SIDES = {"foe": "side", "enemy": "side", "attacker": "defender", "defender": "attacker"}
WORDS_ONLY = ("say", "line", "prompt", "todo", "left", "panel", "text", "label", "tip", "__repr__", "words", "worth")
LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class Mutant(Struct, frozen=True):
    """One function with one thing broken; `number` tells which of its nodes in the order they are walked."""

    path: str
    function: str
    line: int
    first: int  # line of its function
    span: tuple[int, int]  # lines of which one must be run: of its statement, or of what a guard guards
    number: int
    at: int  # which of a node's conditions is dropped
    ordered: bool  # less than, or no more than
    kind: str
    old: str
    new: str

    @property
    def name(self) -> str:
        """What it is called in the list of excuses: stays the same when lines above it change."""
        return f"{Path(self.path).stem}.{self.function}: {self.old} -> {self.new}"

    @property
    def place(self) -> str:
        """The function it is in."""
        return f"{self.path}:{self.function}"

    @property
    def decides(self) -> bool:
        """Whether it may come out the same when broken, as a condition may; then it is not noticed."""
        return self.kind in ("dropped condition", "turned") or (self.kind == "comparison" and self.ordered)

    @property
    def key(self) -> str:
        """Tells it from another in the same function that reads alike."""
        return f"{self.path}:{self.function}:{self.number}:{self.new}"


def mutants_of(path: Path) -> list[Mutant]:
    """Every way to break the functions of a module, in a fixed order."""
    tree = ast.parse(path.read_text())
    return [mutant for function, name in functions(tree) for mutant in _of_function(str(path), function, name)]


def functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, str]]:
    """The functions and methods of a module that decide something."""
    read_once = _run_while_loading(tree)
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for one in inside:
            if isinstance(one, ast.FunctionDef) and one.name not in WORDS_ONLY and one.name not in read_once:
                yield one, prefix + one.name


def _run_while_loading(tree: ast.Module) -> set[str]:
    """Functions that read a module's printed tables as it is loaded, and have done so before one can be broken.

    Those that make other functions do not count: what they made is still to be run.
    """
    written = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    inside = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    loading = {name for node in tree.body if node not in inside for name in _calls(node)}
    later = {name for node in inside for name in _calls(node)}
    return {name for name in loading - later if name in written and not _makes_functions(written[name])}


def _makes_functions(function: ast.FunctionDef) -> bool:
    inner = (part for part in ast.walk(function) if part is not function)
    return any(isinstance(part, (ast.FunctionDef, ast.Lambda)) for part in inner)


def _calls(node: ast.AST) -> Iterator[str]:
    return (part.func.id for part in ast.walk(node) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name))


def _of_function(path: str, function: ast.FunctionDef, name: str) -> Iterator[Mutant]:
    for number, node in enumerate(walked(function)):
        for at, (kind, new) in enumerate(_broken(node)):
            old = _short(ast.unparse(node if not isinstance(node, ast.If) else node.test))
            span = (node.body[0].lineno,) * 2 if isinstance(node, ast.If) else _span(function, node)
            first, told = function.lineno, _short(ast.unparse(new))
            ordered = isinstance(node, ast.Compare) and isinstance(node.ops[0], ORDERED)
            yield Mutant(path, name, node.lineno, first, span, number, at, ordered, kind, old, told)


def _span(function: ast.FunctionDef, node: ast.expr | ast.stmt) -> tuple[int, int]:
    """The lines of the innermost statement around a node; of one with a body, those before it."""
    around = [one for one in ast.walk(function) if isinstance(one, ast.stmt) and one.lineno <= node.lineno]
    inner = max(around, key=lambda one: one.lineno)
    body = getattr(inner, "body", None)
    return inner.lineno, body[0].lineno - 1 if body else inner.end_lineno or inner.lineno


def _short(text: str) -> str:
    return " ".join(text.split())[:120]


def walked(function: ast.FunctionDef) -> list[ast.expr | ast.stmt]:
    """Nodes of the body that may be broken: not its words, not its annotations."""
    found: list[ast.expr | ast.stmt] = []

    def walk(node: ast.AST) -> None:
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Call) and _called(node) == "Refusal"):
            return
        if isinstance(node, ast.keyword) and node.arg == "strict":
            return  # says that two lists are as long as each other, decides nothing
        if isinstance(node, (ast.expr, ast.stmt)):
            found.append(node)
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "slice", "returns", "decorator_list", "type_comment"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    walk(child)

    for statement in function.body:
        walk(statement)
    return found


def _called(node: ast.Call) -> str:
    func = node.func
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def _broken(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """What a node may be replaced by; for an `if`, its condition."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        yield "comparison", _with(node, ops=[COMPARISONS[type(node.ops[0])]()])
    elif isinstance(node, ast.BoolOp):
        for at in range(len(node.values)):
            kept = node.values[:at] + node.values[at + 1 :]
            yield "dropped condition", kept[0] if len(kept) == 1 else _with(node, values=kept)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "dropped not", node.operand
    elif isinstance(node, ast.If) and isinstance(node.body[-1], LEAVES) and not node.orelse and not _is_alarm(node):
        yield "removed guard", ast.Constant(value=False)
    elif isinstance(node, ast.IfExp):
        yield "swapped cases", _with(node, body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant", ast.Constant(value=node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "constant", ast.Constant(value=not node.value)
    else:
        yield from _broken_sums_and_sides(node)


def _is_alarm(node: ast.If) -> bool:
    """A guard that only tells of a fault in the program decides nothing."""
    raised = node.body[-1].exc if isinstance(node.body[-1], ast.Raise) else None
    return isinstance(raised, ast.Call) and _called(raised) == "AssertionError"


def _broken_sums_and_sides(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        yield "sum", _with(node, op=ast.Add())
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and _is_number(node):
        yield "sum", _with(node, op=ast.Sub())
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.FloorDiv)):
        yield "dropped condition", node.left
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TURNED:
        yield "turned", _with(node, func=ast.Name(id=TURNED[node.func.id], ctx=ast.Load()))
    elif isinstance(node, ast.Call) and _called(node) in OTHER_SIDE and len(node.args) == 1:
        yield "swapped side", node.args[0]
    elif isinstance(node, ast.Attribute) and node.attr in SIDES and isinstance(node.ctx, ast.Load):
        yield "swapped side", _with(node, attr=SIDES[node.attr])


def _is_number(node: ast.BinOp) -> bool:
    return any(isinstance(side, ast.Constant) and type(side.value) is int for side in (node.left, node.right))


def _with(node: ast.expr, **fields: object) -> ast.expr:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


# -- putting it in


class _Replace(ast.NodeTransformer):
    """Puts an expression in place of another, which stays beside it unread: the names in it still count as used,
    without which an inner function could not take the broken code."""

    def __init__(self, old: ast.AST, new: ast.expr) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is not self.old:
            return self.generic_visit(node)
        if isinstance(node, ast.If):
            node.test = self._beside(node.test)
            return node
        assert isinstance(node, ast.expr)
        return self._beside(node)

    def _beside(self, old: ast.expr) -> ast.expr:
        return ast.copy_location(ast.IfExp(ast.Constant(value=True), self.new, old), old)


def put_in(mutant: Mutant) -> int:
    """Break the function wherever it is held in this process; how many places that were."""
    tree = ast.parse(Path(mutant.path).read_text())
    function = next(one for one, name in functions(tree) if name == mutant.function)
    node = walked(function)[mutant.number]
    new = next(new for kind, new in _broken(node) if kind == mutant.kind and _short(ast.unparse(new)) == mutant.new)
    broken = ast.fix_missing_locations(_Replace(node, new).visit(tree))
    found = _code(compile(broken, mutant.path, "exec"), mutant.function)
    parts = {place_of_code(code): code for code in with_inner(found)}
    held = [
        one for one in gc.get_objects()
        if isinstance(one, types.FunctionType) and one.__code__.co_filename == found.co_filename
        and place_of_code(one.__code__) in parts
    ]  # fmt: skip
    for one in held:
        one.__code__ = parts[place_of_code(one.__code__)]
    _forget({one.__module__ for one in held})
    return len(held)


def with_inner(code: types.CodeType) -> Iterator[types.CodeType]:
    """A function and those written inside it: a reader made when its module was loaded is held by whoever reads."""
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from with_inner(const)


def place_of_code(code: types.CodeType) -> tuple[str, int]:
    """Two inner functions may have one name, never one place."""
    return code.co_qualname, code.co_firstlineno


def _forget(modules: set[str]) -> None:
    """Throw away kept answers of rules: those of the whole function must not speak for the broken one."""
    for kept in kept_answers(modules):
        if kept.__module__ in modules or not kept.__module__.endswith(".loading"):
            kept.cache_clear()


def kept_answers(modules: set[str]) -> Iterator[_lru_cache_wrapper[object]]:
    """Wherever rules, or the modules named, keep answers."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper):
            module = str(getattr(one, "__module__", ""))
            if module in modules or module.startswith("balka.systems."):
                yield one


def _code(module: types.CodeType, name: str) -> types.CodeType:
    inner = [const for const in module.co_consts if isinstance(const, types.CodeType)]
    for code in inner:
        if code.co_qualname == name:
            return code
    return next(found for code in inner if (found := _maybe(code, name)) is not None)


def _maybe(code: types.CodeType, name: str) -> types.CodeType | None:
    inner = [const for const in code.co_consts if isinstance(const, types.CodeType)]
    return next((one for one in inner if one.co_qualname == name), None)
