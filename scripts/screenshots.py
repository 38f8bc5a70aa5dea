"""Pictures of every page at three sizes, light and dark, into docs/screenshots: `make screenshots`.

A server of its own with dice that always fall alike is started, tables are laid and brought to a telling moment by the
computer, and each page is looked at in headless Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.player import Player  # noqa: E402

OUT = ROOT / "docs" / "screenshots"
SIZES = {"desk": (1440, 900), "laptop": (1024, 768), "phone": (390, 844)}
THEMES = ("light", "dark")
PATIENCE = 60_000  # milliseconds
STILL, STILL_TRIES = 1_500, 20  # milliseconds between looks, and how often to look
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")

Show = Callable[[Page, str], None]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="*", help=f"only these pages: {', '.join(PAGES)}")
    asked.add_argument("--size", choices=SIZES, help="only this size")
    args = asked.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        serve = [sys.executable, str(ROOT / "tests" / "browser" / "serve.py"), home, "0"]
        server = subprocess.Popen(serve, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = next(word for word in server.stdout.readline().split() if word.startswith("http://")).rstrip("/")
            with sync_playwright() as playwright:
                path = next(filter(None, map(shutil.which, CHROMIUM)), None)
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
                take_all(browser, address, args.names or list(PAGES), [args.size] if args.size else list(SIZES))
        finally:
            server.kill()


def take_all(browser: Browser, address: str, names: list[str], sizes: list[str]) -> None:
    for name in names:
        for size in sizes:
            for theme in THEMES:
                take(browser, address, name, size, theme)


def take(browser: Browser, address: str, name: str, size: str, theme: str) -> None:
    """One picture."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme,  # type: ignore[arg-type]
                                  reduced_motion="reduce")  # fmt: skip
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    try:
        PAGES[name](page, address)
        (OUT / f"{name}-{size}-{theme}.jpg").write_bytes(settled(page))
        print(f"{name}-{size}-{theme}", flush=True)
    finally:
        context.close()


def settled(page: Page) -> bytes:
    """The page once nothing changes any more: maps are drawn roughly at first and finely after a while."""
    before = b""
    for _ in range(STILL_TRIES):
        page.wait_for_timeout(STILL)
        now = page.screenshot(type="jpeg", quality=82)
        if now == before:
            break
        before = now
    return before or now


# -- the pages


def lobby(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")


def lay(address: str, scenario: str, seats: dict[str, str]) -> dict[str, Any]:
    """A table as the lobby asks for it."""
    wish = {"scenario": scenario, "seats": seats, "options": {}}
    made: dict[str, Any] = httpx.post(f"{address}/api/tables", json=wish).raise_for_status().json()
    return made


def table(scenario: str, mine: str, other: str, *clicks: str) -> Show:
    """A table against the computer at a decision of the person, some offers clicked: counter, hex, facing or button."""

    def show(page: Page, address: str) -> None:
        page.goto(address + lay(address, scenario, {mine: "human", other: "greedy"})["url"])
        player = Player(page)
        player.wait()
        for kind in clicks:
            found = player.offers(kind)
            if found:
                player.click(found[0])
        page.mouse.move(2, 2)

    return show


def lesson(game: str) -> Show:
    """The recommended lesson, begun with one click."""

    def show(page: Page, address: str) -> None:
        lobby(page, address)
        page.locator(f"[data-game='{game}'] [data-lesson]").first.click()
        Player(page).wait()

    return show


def replay(page: Page, address: str) -> None:
    """A game between computers, told again from its middle."""
    made = lay(address, "sos/courier", {"german": "random", "soviet": "random"})
    for _ in range(120):
        if httpx.get(f"{address}/api/tables/{made['id']}").json().get("over"):
            break
        page.wait_for_timeout(500)
    page.goto(f"{address}/replay/{made['id']}")
    page.wait_for_load_state("networkidle")


def at(path: str) -> Show:
    def show(page: Page, address: str) -> None:
        page.goto(address + path)
        page.wait_for_load_state("networkidle")

    return show


PAGES: dict[str, Show] = {
    "lobby": lobby,
    "lesson": lesson("sos"),
    "storms-of-steel": table("sos/courier", "german", "soviet"),
    "decision": table("sos/courier", "german", "soviet", "tray", "hex"),
    "hidden": table("sos/ravines", "soviet", "german"),
    "awakening-the-bear": table("atb/mir", "german", "soviet", "counter"),
    "kursk": table("kursk/prokhorovka", "german", "soviet", "counter"),
    "grossdeutschland": table("gd/lutchessa", "german", "soviet"),
    "replay": replay,
    "rules": at("/rules/sos"),
    "dice": at("/dice"),
}


if __name__ == "__main__":
    main()
