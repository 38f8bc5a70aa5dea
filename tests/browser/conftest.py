"""A real server in a process of its own, and a real Chromium that looks at it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from tests.browser.player import Player

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
SCREEN = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 30_000  # milliseconds
COURIER = "sos/courier"
FAILED = pytest.StashKey[bool]()


class Server:
    """A server process on a folder; it can be killed and started again at the same address."""

    def __init__(self, home: Path, command: list[str]) -> None:
        self.home = home
        self.command = command
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Server:
        """Start and wait until it says where it is."""
        port = self.address.rpartition(":")[2] or "0"
        words = [word.format(home=self.home, port=port) for word in self.command]
        known = {**os.environ, "BALKA_HOME": str(self.home)}
        self.process = subprocess.Popen(words, cwd=ROOT, env=known, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        self.address = next(word for word in said.split() if word.startswith("http://")).rstrip("/")
        return self

    def kill(self) -> None:
        """End it without a chance to tidy up."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.communicate()
            self.process = None

    def lay(self, seats: dict[str, str], scenario: str = COURIER, record: str | None = None) -> dict[str, Any]:
        """A table, as the lobby asks for it."""
        wish = {"scenario": scenario, "seats": seats, "options": {}, **({"record": record} if record else {})}
        made: dict[str, Any] = httpx.post(f"{self.address}/api/tables", json=wish).raise_for_status().json()
        return made

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"{self.address}{path}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose dice and bots do the same in every run."""
    script = str(Path(__file__).with_name("serve.py"))
    made = Server(tmp_path_factory.mktemp("home"), [sys.executable, script, "{home}", "{port}"]).start()
    yield made
    made.kill()


@pytest.fixture
def shared_server(tmp_path: Path) -> Iterator[Server]:
    """A server for others, as its users start it."""
    words = [sys.executable, "-m", "balka.cli.main", "play", "--shared", "--no-browser", "--port", "{port}"]
    made = Server(tmp_path, [*words, "--beat", "0"]).start()
    yield made
    made.kill()


@pytest.fixture
def command_server(tmp_path: Path) -> Iterator[Server]:
    """The server as its users start it."""
    balka = [sys.executable, "-m", "balka.cli.main", "play", "--no-browser", "--port", "{port}"]
    made = Server(tmp_path, balka).start()
    yield made
    made.kill()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as made:
        yield made


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "no Chromium on PATH: scripts/ensure_chromium.sh installs one"
    made = playwright.chromium.launch(executable_path=found, args=FLAGS)
    yield made
    made.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Let fixtures know how their test went."""
    report: Any = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def keep_picture(page: Page, folder: Path) -> None:
    """What the page looked like when its test failed."""
    target = folder / f"page-{len(list(folder.glob('page-*')))}.png"
    page.screenshot(path=target)
    print(f"the page is kept in {target}")


@pytest.fixture
def visit(chromium: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Open an address as a visitor of his own; nothing may go wrong on any page."""
    contexts: list[BrowserContext] = []
    wrongs: list[str] = []

    def open_page(address: str, **more: Any) -> Page:
        contexts.append(
            chromium.new_context(**{"viewport": SCREEN, "reduced_motion": "reduce", "bypass_csp": True, **more})
        )
        contexts[-1].set_default_timeout(PATIENCE)
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: wrongs.append(str(error)))
        page.on("console", lambda said: wrongs.append(said.text) if said.type == "error" else None)
        page.goto(address)
        return page

    open_page.wrongs = wrongs  # type: ignore[attr-defined]
    yield open_page
    for context in contexts:
        if request.node.stash.get(FAILED, True):
            keep_picture(context.pages[0], tmp_path)
        context.close()
    assert wrongs == []


@pytest.fixture
def sit(server: Server, visit: Callable[..., Page]) -> Callable[..., Player]:
    """Lay a table and sit down at it: a person against a bot unless other seats are given."""

    def sit_down(**seats: str) -> Player:
        made = server.lay(seats or {"german": "random", "soviet": "human"})
        return Player(visit(server.address + made["url"]), made["id"])

    return sit_down
