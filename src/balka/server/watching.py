"""Watching over a house: whether it is well, figures in the form Prometheus reads, and a line of the log for each call.

Nothing secret is counted or written down: calls are named by their route, never by the address asked for, which may
hold an invitation.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import secrets
import time
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import balka
from balka.server.answers import Health
from balka.server.calls import answer, is_near, json, tables_of
from balka.server.catalogue import NotHereError
from balka.server.people.sessions import StrangerError
from balka.server.store import AwayError

if TYPE_CHECKING:
    from balka.server.tables import Tables

log = logging.getLogger("balka.calls")

ID = "x-request-id"
PLAIN_ID = re.compile(r"[\w.-]{1,64}")
REQUEST: ContextVar[str] = ContextVar("request", default="")
QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
UNKNOWN = "(nothing)"


class Figures:
    """What is counted while a house runs; nothing where the package that counts is not installed."""

    def __init__(self, tables: Tables) -> None:
        try:
            import prometheus_client as prometheus
        except ImportError:
            self.registry: Any = None
            return
        self.registry = prometheus.CollectorRegistry()
        words = ["route", "method", "status"]
        self._calls = prometheus.Histogram(
            "balka_call_seconds", "Calls answered", words, buckets=QUICK, registry=self.registry
        )
        open_tables = prometheus.Gauge("balka_tables_open", "Tables in memory", registry=self.registry)
        open_tables.set_function(lambda: tables.open_now)
        lines = prometheus.Gauge("balka_lines_open", "Browsers at tables", registry=self.registry)
        lines.set_function(lambda: tables.lines_now)
        entries = prometheus.Gauge("balka_entries_stored", "Entries stored by this process", registry=self.registry)
        entries.set_function(lambda: tables.store.appended)
        waiting = prometheus.Gauge("balka_work_waiting", "Slow work not done yet", registry=self.registry)
        waiting.set_function(lambda: getattr(tables.workers, "waiting", 0))

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        if self.registry is not None:
            self._calls.labels(route, method, str(status)).observe(seconds)

    def text(self) -> bytes:
        """All figures as they are scraped."""
        if self.registry is None:
            raise NotHereError("Figures need the prometheus-client package.", "pip install 'balka[house]'")
        from prometheus_client import generate_latest

        written: bytes = generate_latest(self.registry)
        return written


class Watched:
    """Gives every call a name of its own, counts it, and writes a line about it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        name, begun, status = _named(Headers(scope=scope)), time.perf_counter(), 500
        REQUEST.set(name)

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[ID] = name
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            self._told(scope, status, time.perf_counter() - begun)

    @staticmethod
    def _told(scope: Scope, status: int, seconds: float) -> None:
        route, figures = route_of(scope), getattr(scope["app"].state, "figures", None)
        if figures is not None:
            figures.answered(route, scope["method"], status, seconds)
        told = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        log.info("%s %s %s", scope["method"], route, status, extra={"call": told})


def _named(headers: Headers) -> str:
    """The name a proxy has given a call, if it is one, or a new one."""
    given = headers.get(ID, "")
    return given if PLAIN_ID.fullmatch(given) else secrets.token_hex(8)


def route_of(scope: Scope) -> str:
    """The route a call took, as it is written in the program."""
    return _within(scope["app"].routes, scope) or UNKNOWN


def _within(routes: list[BaseRoute], scope: Scope, above: str = "") -> str:
    endpoint = scope.get("endpoint")
    for route in routes:
        if isinstance(route, Mount):
            found = _within(list(route.routes or ()), scope, above + route.path)
            if found:
                return found
        elif isinstance(route, Route) and route.endpoint is endpoint and endpoint is not None:
            return above + route.path
    return ""


# -- calls


async def health(request: Request) -> Response:
    """Whether this process can serve: its database answers."""
    try:
        await asyncio.to_thread(tables_of(request).store.ping)
    except AwayError as problem:
        return json(Health(status="away", version=balka.__version__, database=problem.message), 503)
    return json(Health(status="ok", version=balka.__version__, database="ok"))


async def metrics(request: Request) -> Response:
    """Figures for whoever runs the house: from its own computer, or with the secret its settings name."""
    wanted: str = request.app.state.settings.metrics
    shown = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not (is_near(request) or (wanted and hmac.compare_digest(shown.encode(), wanted.encode()))):
        raise StrangerError("These figures are for whoever runs this house.", "Authorization: Bearer SECRET")
    return Response(request.app.state.figures.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


CALLS = [Route("/health", answer(health)), Route("/metrics", answer(metrics))]
