"""What was measured, as the file the table reads and as a page for people."""

from __future__ import annotations

from collections.abc import Mapping

from balka.table.balance import Balance, Balances, Result

NOTE = """# How even the scenarios are: what the first side won when a bot played both. Advice, no rule.
# Written by `balka balance`.
"""
HEAD = """# How even the scenarios are

A bot plays both sides of each scenario as it is printed. The share is what the first side wins, draws as halves, with
the interval of 95 % (Wilson). Where it lies outside 0.40 to 0.60, a handicap that makes it even is looked for by
halving; whoever sits down is offered it. In `sos` and `atb` it is a CAP or two each Round, in the large games victory
points given before play: the side that scores needs so many more, or fewer. Where the command says `--luck`, shares
are those without the luck of the dice, with the interval of Student. Bots are not people: a scenario may be even for
them and uneven for good players, or the other way round.
"""


def to_toml(found: Balances) -> str:
    commands = "".join(f"  {_quoted(command)},\n" for command in found.commands)
    parts = [NOTE, f"commands = [\n{commands}]\n"]
    return "\n".join([*parts, *(_entry(key, each) for key, each in sorted(found.scenarios.items()))])


def _entry(key: str, balance: Balance) -> str:
    lines = [f'[scenarios."{key}"]', f"bot = {_quoted(balance.bot)}", f"side = {_quoted(balance.side)}"]
    lines += _figures(balance)
    if balance.even is not None:
        options = ", ".join(f"{name} = {_quoted(value)}" for name, value in balance.even.options.items())
        lines += ["", f'[scenarios."{key}".even]', f"options = {{ {options} }}", *_figures(balance.even)]
    return "\n".join([*lines, ""])


def _figures(result: Result) -> list[str]:
    return [f"games = {result.games}", *(f"{name} = {getattr(result, name):.3f}" for name in ("share", "low", "high"))]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def page(found: Balances, titles: Mapping[str, str]) -> str:
    """A table of all scenarios; `titles` are their names by key."""
    made = ["Made by:", "", "```", *found.commands, "```", ""]
    head = ["| scenario | bot | games | side | share | handicap | share with it |", "|---|---|---:|---|---|---|---|"]
    lines = [_row(titles.get(key, key), key, each) for key, each in sorted(found.scenarios.items())]
    return "\n".join([HEAD, *made, *head, *lines, ""])


def _row(title: str, key: str, balance: Balance) -> str:
    even = balance.even
    evened = f"{', '.join(even.options.values())} | {_share(even)} of {even.games}" if even else " | "
    named = f"{title} (`{key}`)"
    return f"| {named} | `{balance.bot}` | {balance.games} | {balance.side} | {_share(balance)} | {evened} |"


def _share(result: Result) -> str:
    return f"{result.share:.2f} [{result.low:.2f}, {result.high:.2f}]"
