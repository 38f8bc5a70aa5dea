"""The rules at hand: chapters, search, and each rule in our words with all that belongs to it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import cache

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import balka
import balka.games
import balka.games.reference as reference_of
from balka.core.errors import BalkaError
from balka.core.ledger import LedgerRow
from balka.core.scene.charts import Chart
from balka.core.tongues import tongue
from balka.games.printed import label
from balka.games.reference import Reference, reference
from balka.games.rulings import Ruling
from balka.lessons.lesson import Lesson, Point
from balka.lessons.teaching import examples, lessons
from balka.server.answers import (
    Book,
    ChapterRow,
    Chapters,
    Rule,
    RuleExample,
    RuleFigure,
    RuleRow,
    RuleRuling,
    RuleTest,
    Section,
)
from balka.server.calls import answer, json, tables_of
from balka.server.catalogue import NotHereError
from balka.server.languages import language_of

MOST_ROWS = 100
MOST_TOGETHER = 24
MOST_FIGURES = 2
MOST_WORKED = 4


async def _reference(request: Request) -> Reference:
    """The reference of the game asked for; the first time it is put together on a thread of its own."""
    game = str(request.path_params["game"])
    if game not in balka.games.TITLES:
        raise NotHereError(f"There is no game {game!r}.", f"one of {', '.join(balka.games.TITLES)}")
    return await asyncio.to_thread(reference, game)


# -- calls


async def books(request: Request) -> Response:
    """The games that can be played here and have a reference."""
    games = [game for game in tables_of(request).catalogue.games if game.key in balka.games.TITLES]
    return json([Book(key=game.key, title=game.title, rows=len(balka.games.ledger(game.key))) for game in games])


async def rules(request: Request) -> Response:
    """Rows that hold every word asked for, those of a section, or else the chapters."""
    found = await _reference(request)
    words, section = request.query_params.get("q"), request.query_params.get("section")
    if words is not None:
        return json([row_wire(found, row) for row in _searched(request, found, words)[:MOST_ROWS]])
    if section is not None:
        return json([row_wire(found, row) for row in found.rows_of(section)])
    return json(chapters_wire(found))


def _searched(request: Request, found: Reference, words: str) -> list[LedgerRow]:
    """Rows that hold every word, in English or in the language of whoever asks."""
    english = found.ledger.search(words)
    spoken = tongue(language_of(request), found.ledger.game)
    if spoken is None or not words.split():
        return list(english)
    wanted = words.casefold().split()
    others = [row for row in found.ledger if all(word in spoken.say(row.statement).casefold() for word in wanted)]
    return list({row.id: row for row in (*others, *english)}.values())


async def labels(request: Request) -> Response:
    """How every rule of a game is cited in print."""
    game = str(request.path_params["game"])
    if game not in balka.games.TITLES:
        raise NotHereError(f"There is no game {game!r}.", f"one of {', '.join(balka.games.TITLES)}")
    return json({row.id: label(row.id) for row in balka.games.ledger(game)})


async def charts(request: Request) -> Response:
    """The printed charts of a game, as they lie beside the map."""
    game = str(request.path_params["game"])
    if game not in balka.games.TITLES:
        raise NotHereError(f"There is no game {game!r}.", f"one of {', '.join(balka.games.TITLES)}")
    return json(await asyncio.to_thread(_charts, game))


@cache
def _charts(key: str) -> tuple[Chart, ...]:
    game = balka.game(key)
    state = game.start(game.scenarios()[0].key)
    printed = state.setting.system.charts(state)
    return tuple(structs.replace(chart, printed=label(chart.rule)) for chart in printed)


async def one_rule(request: Request) -> Response:
    found, rule_id = await _reference(request), request.path_params["id"]
    try:
        row = found.ledger[rule_id]
    except BalkaError as problem:
        raise NotHereError(f"There is no rule {rule_id!r} in {found.ledger.game}.", problem.instead) from problem
    return json(rule_wire(found, row))


# -- as it is sent


def chapters_wire(found: Reference) -> Chapters:
    chapters = [
        ChapterRow(
            name=chapter.name, title=chapter.title, sections=[_section(found, part) for part in chapter.sections]
        )
        for chapter in found.chapters
    ]
    return Chapters(game=found.ledger.game, rows=len(found.ledger), proven=len(found.tests), chapters=chapters)


def _section(found: Reference, section: reference_of.Section) -> Section:
    rows = found.rows_of(section.name)
    proven = sum(row.id in found.tests for row in rows)
    return Section(name=section.name, title=section.title, rows=len(rows), proven=proven)


def row_wire(found: Reference, row: LedgerRow) -> RuleRow:
    return RuleRow(
        id=row.id, printed=label(row.id), section=found.section_of(row.section), kind=row.kind, statement=row.statement,
        inferred=row.is_inferred, status=found.status(row),
    )  # fmt: skip


def rule_wire(found: Reference, row: LedgerRow) -> Rule:
    def several(rows: list[LedgerRow]) -> list[RuleRow]:
        return [row_wire(found, other) for other in rows[:MOST_TOGETHER]]

    before, after = found.beside(row.id)
    return Rule(
        **structs.asdict(row_wire(found, row)),
        reason=found.not_applicable.get(row.id),
        before=before,
        after=after,
        related=[row_wire(found, other) for other in found.ledger.related(row.id)[:MOST_ROWS]],
        cites=several(found.cites(row.id)),
        cited_by=several(found.cited_by(row.id)),
        together=several(found.proven_with(row.id)),
        tests=[_proof(name) for name in found.tests.get(row.id, [])],
        examples=_worked(found, row),
        rulings=[_ruling(ruling) for ruling in found.rulings_on(row.id)],
        figures=[
            *figures(found, row, examples(found.ledger.game))[:MOST_WORKED],
            *figures(found, row, lessons(found.ledger.game))[:MOST_FIGURES],
        ],
    )


def _worked(found: Reference, row: LedgerRow) -> list[RuleExample]:
    """The worked examples of a rule's section, each with the key by which it can be played."""
    keys = {example.example: example.key for example in examples(found.ledger.game)}
    return [
        RuleExample(id=shown.id, title=shown.title, text=shown.text, lesson=keys.get(shown.id, ""))
        for shown in found.examples_of(row)
    ]


def figures(found: Reference, row: LedgerRow, taught: Iterable[Lesson]) -> list[RuleFigure]:
    """Lessons or worked examples that begin with a position in which a rule is met: those that name it, else those of
    its section."""
    named, near = [], []
    for lesson in taught:
        for point in lesson.learn:
            figure = _figure(lesson, point)
            if row.id in point.rules:
                named.append(figure)
            elif any(_section_of(found, rule) == found.section_of(row.section) for rule in point.rules):
                near.append(figure)
    return _once_each(named or near)


def _figure(lesson: Lesson, point: Point) -> RuleFigure:
    return RuleFigure(
        lesson=lesson.key, title=lesson.title, text=point.text, minutes=lesson.minutes,
        comes_out=lesson.goal if lesson.example else "",
    )  # fmt: skip


def _section_of(found: Reference, rule: str) -> str:
    return found.section_of(found.ledger[rule].section) if rule in found.ledger else ""


def _once_each(figures: list[RuleFigure]) -> list[RuleFigure]:
    """One figure of a lesson, with the first thing learnt there."""
    return list({figure.lesson: figure for figure in reversed(figures)}.values())[::-1]


def _proof(name: str) -> RuleTest:
    place, _, function = name.rpartition("::")
    words = function.removeprefix("test_").replace("_", " ")
    return RuleTest(says=words[:1].upper() + words[1:], where=place, name=function)


def _ruling(ruling: Ruling) -> RuleRuling:
    return RuleRuling(name=ruling.name, question=ruling.question, answer=ruling.answer, test=ruling.test)


CALLS = [
    Route("/rules", answer(books)),
    Route("/rules/{game}", answer(rules)),
    Route("/rules/{game}/labels", answer(labels)),
    Route("/rules/{game}/charts", answer(charts)),
    Route("/rules/{game}/{id}", answer(one_rule)),
]
