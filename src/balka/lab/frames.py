"""How smoothly the table's map moves: frame times while panning and zooming, drawn in software by a real Chromium.

A page with nothing on it, a small board and a board of 65 x 35 hexes with 300 counters take turns, so that a machine
that is busy for a while is busy for all of them. No server is needed: the pages get their board and scene from here.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from math import floor, sin, sqrt
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from balka.core.errors import BalkaError
from balka.core.scene.board import Board, Hex, Road
from balka.core.scene.counters import Badge, Corner, Counter, Place, Stack
from balka.core.scene.display import Turn, side_info
from balka.core.scene.nodes import Anchor, Node
from balka.core.scene.scene import Ask, Scene

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route, ViewportSize, WebSocketRoute

STATIC = Path(__file__).parents[1] / "server" / "static"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
VIEW: ViewportSize = {"width": 1440, "height": 900}
FRAMES, ROUNDS = 120, 3
WARM = 4000  # milliseconds until the ground of a large board is surely drawn
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}


class Size(Struct, frozen=True):
    """A board to be measured."""

    columns: int
    rows: int
    counters: int


SIZES = {"small": Size(18, 12, 20), "large": Size(65, 35, 300)}

# Moves the map by one step a frame, as a hand would, and tells how long each frame took.
DRIVE = """async ([kind, frames]) => {
  const map = document.querySelector('#map');
  const at = (n) => [700 + 320 * Math.sin(n / 9), 450 + 220 * Math.cos(n / 7)];
  const point = (type, n) => map?.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1, clientX: at(n)[0], clientY: at(n)[1] }));
  const turn = (n) => map?.dispatchEvent(new WheelEvent('wheel', {
    bubbles: true, cancelable: true, deltaY: (n % 60 < 30 ? -1 : 1) * 15, clientX: 700, clientY: 450 }));
  const next = () => new Promise(requestAnimationFrame);
  if (kind === 'pan') point('pointerdown', 0);
  const stamps = [await next()];
  for (let n = 1; n <= frames; n += 1) {
    if (kind === 'pan') point('pointermove', n); else turn(n);
    stamps.push(await next());
  }
  if (kind === 'pan') point('pointercancel', frames);
  return stamps.slice(1).map((stamp, n) => stamp - stamps[n]);
}"""
SETTLED = """() => document.querySelector('canvas.ground-view') !== null
  && document.querySelector('[data-counter]') !== null"""


# -- what is looked at


def noise(x: float, y: float) -> float:
    """A number from 0 to 1 that is always the same for the same place."""
    wave = sin(x * 12.9898 + y * 78.233) * 43758.5453
    return wave - floor(wave)


def label(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


def board(size: Size) -> Board:
    """A made-up operational board: woods, towns, hills and one road."""
    places = [(column, row) for column in range(size.columns) for row in range(size.rows)]
    middle = size.rows // 2
    roads = [
        Road(a=label(n, middle), b=label(n + 1, middle), kind="main") for n in range(size.columns - 1) if n % 2 == 0
    ]
    return Board(
        key="bench", grid="flat", month="July", style="operational", road_ends=[], hexsides=[], places=[],
        hexes=[_hex(column, row) for column, row in places], roads=roads,
    )  # fmt: skip


def _hex(column: int, row: int) -> Hex:
    wood, hill = noise(column // 3, row // 3), noise(column // 5 + 40, row // 4)
    terrain = "forest" if wood > 0.74 else "town" if noise(column, row) > 0.985 else "clear"
    return Hex(
        id=label(column, row), col=column, row=row, x=round(1 + 1.5 * column, 3),
        y=round(sqrt(3) * (row + 0.5 + column % 2 / 2), 3), terrain=terrain, elevation=int(hill > 0.8),
    )  # fmt: skip


def scene(size: Size) -> Scene:
    """A scene in which it is our turn and every German counter can be picked."""
    stacks: dict[str, list[Counter]] = {}
    for n in range(size.counters):
        place = label(floor(noise(n, 1) * size.columns), floor(noise(n, 2) * size.rows))
        stacks.setdefault(place, []).append(_counter(n, len(stacks) % 2))
    tops = [counters[-1] for counters in stacks.values() if counters[-1].side == "german"]
    ask = Ask(yours=True, side="german", kind="move", prompt="Move units.", window=False, todo=[], placing=False)
    return Scene(
        game="bench", scenario="bench", title="A large front", board="bench", seat="german", version=1,
        turn=Turn("Turn 1"), sides=[side_info("german"), side_info("soviet")], ask=ask,
        stacks=[Stack(place=Place(kind="hex", id=place), counters=own) for place, own in stacks.items()],
        choices=[_choice(counter) for counter in tops],
    )  # fmt: skip


def _counter(n: int, side: int) -> Counter:
    figures = {"size": "III", "strength": str(3 + n % 6), "movement": "7", "name": str(n), "steps": str(1 + n % 3)}
    corners = [Corner(slot=slot, text=text) for slot, text in figures.items()]
    symbols = ("infantry", "armour", "artillery", "mechanised", "anti_tank")
    badges = [Badge(kind="disorganised")] if n % 17 == 0 else []
    return Counter(
        id=f"u-{n}", name=f"Unit {n}", side=("german", "soviet")[side], style=("ger", "sov")[side],
        form="operational", symbol=symbols[n % 5], badges=badges, corners=corners,
    )  # fmt: skip


def _choice(counter: Counter) -> Node:
    anchor = Anchor(kind="counter", id=counter.id)
    return Node(token=counter.id, label=counter.name, anchor=anchor, tone="go", text=f"take {counter.id}", final="no")


# -- looking at it


@contextmanager
def browser() -> Iterator[Any]:
    """A Chromium that draws without a graphics card."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as missing:
        raise BalkaError("frame times are measured with playwright, which is not installed", "make setup") from missing
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise BalkaError("no Chromium is on the path", "scripts/ensure_chromium.sh installs one")
    with sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=found, args=FLAGS)
        try:
            yield made
        finally:
            made.close()


def open_blank(chromium: Browser) -> Page:
    """A page with nothing on it: what a frame costs this machine at the least."""
    page = chromium.new_context(viewport=VIEW).new_page()
    page.set_content("<div id='map'></div>")
    return page


def open_table(chromium: Browser, size: Size, warm: int = WARM) -> Page:
    """The built table page with a board of this size, once its ground is drawn."""
    if not (STATIC / "index.html").is_file():
        raise BalkaError("the front end is not built", "make web")
    page = chromium.new_context(viewport=VIEW, color_scheme="light").new_page()
    page.route("**/*", lambda route: _serve(route, board(size)))
    page.route_web_socket("**/ws/**", lambda line: _answer(line, scene(size)))
    page.goto("http://bench.test/table/bench")
    page.wait_for_function(SETTLED)
    page.wait_for_timeout(warm)
    return page


def _serve(route: Route, lie: Board) -> None:
    path = route.request.url.split("bench.test", 1)[-1].split("?")[0]
    if path.startswith("/api/boards/"):
        return route.fulfill(body=msgspec.json.encode(lie), content_type="application/json")
    file = STATIC / path.lstrip("/")
    if path.startswith("/api/") or not file.suffix:
        file = STATIC / "index.html"
    if not file.is_file():
        return route.fulfill(status=404)
    return route.fulfill(body=file.read_bytes(), content_type=TYPES.get(file.suffix, "application/octet-stream"))


def _answer(line: WebSocketRoute, shown: Scene) -> None:
    """Whoever says hello gets the scene; every question gets an empty answer."""

    def hear(text: str | bytes) -> None:
        said = json.loads(text)
        if said["type"] == "hello":
            line.send(msgspec.json.encode({"type": "scene", "scene": shown}).decode())
        elif "id" in said:
            line.send(json.dumps({"type": "reply", "id": said["id"], "result": []}))

    line.on_message(hear)


# -- all of it


def frames(rounds: int = ROUNDS, count: int = FRAMES) -> dict[str, Any]:
    """Frame times of every page in turn: the median and the 95th percentile of each kind of movement."""
    with browser() as chromium:
        pages = {"blank": open_blank(chromium), **{name: open_table(chromium, size) for name, size in SIZES.items()}}
        runs: dict[str, list[Run]] = {f"{name} {kind}": [] for name in pages for kind in ("pan", "zoom")}
        for _ in range(rounds):
            for name, page in pages.items():
                page.bring_to_front()
                for kind in ("pan", "zoom"):
                    runs[f"{name} {kind}"].append(drive(page, kind, count))
    return {name: report(own) for name, own in runs.items()}


class Run(Struct, frozen=True):
    """One movement: how long each frame took, and the work of all processors for it, in milliseconds."""

    times: tuple[float, ...]
    work: float


def drive(page: Page, kind: str, count: int) -> Run:
    before = work_done()
    times = tuple(page.evaluate(DRIVE, [kind, count]))
    return Run(times, work_done() - before)


def report(runs: list[Run]) -> dict[str, float]:
    """Milliseconds a frame took, how many a second that makes, and the work in it, less distorted by a busy machine."""
    times = [time for run in runs for time in run.times]
    middle = median(times)
    return {"median_ms": round(middle, 1), "p95_ms": round(quantiles(times, n=20)[-1], 1),
            "frames_per_second": round(1000 / middle, 1) if middle else 0.0,
            "work_ms": round(sum(run.work for run in runs) / len(times), 1)}  # fmt: skip


def work_done() -> float:
    """Processor time of the programs started from here, in milliseconds; nothing where the system does not tell."""
    rows = [_row(file) for file in Path("/proc").glob("[0-9]*/stat")]
    below, ours = {os.getpid()}, 0.0
    for pid, parent, ticks in sorted(row for row in rows if row):
        if parent in below:
            below.add(pid)
            ours += ticks
    return 1000 * ours / os.sysconf("SC_CLK_TCK") if rows else 0.0


def _row(file: Path) -> tuple[int, int, int] | None:
    """A process, its parent and the ticks it used; None when it has just gone."""
    try:
        words = file.read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return int(file.parent.name), int(words[1]), int(words[11]) + int(words[12])
