"""From press to painted answer on the big Kursk: `make presses`, or `python scripts/presses.py [PRESSES]`.

A server of its own is started, a table of kursk/kursk is brought to the first German Movement Phase, and in headless
Chromium stacks are picked, moved and taken back. Timed is each press from the event until the frame with its answer has
been painted: the reach of a stack that was picked, the map after a move or an undo. Printed are the median and the
95th percentile of each kind in milliseconds, with the processor time of the page and of the server for one press,
which a busy machine distorts less.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.player import Player  # noqa: E402
from tests.browser.test_clicks import record_until  # noqa: E402

from balka.lab.frames import BROWSERS, FLAGS, work_done  # noqa: E402

SCENARIO = "kursk/kursk"
VIEW = {"width": 1440, "height": 900}
MOVES = (("1603", "1602"), ("1901", "2001"), ("1303", "1302"), ("1102", "1103"), ("1504", "1404"), ("2203", "2202"))
BARS = {"median": 60, "p95": 150}  # milliseconds
PRESSES = 60

# Presses a point or a key and tells how long it took until what was waited for has been painted.
PRESS = """async ([kind, x, y]) => {
  const table = () => document.querySelector('.table');
  const offered = () => document.querySelectorAll('path[data-hex][data-offer]').length;
  const version = table().dataset.version;
  const done = () => kind === 'pick'
    ? table().dataset.growing === 'false' && offered() > 0
    : table().dataset.version !== version && table().dataset.busy === 'false';
  const painted = () => new Promise((then) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = then;
    after.port2.postMessage(0);
  }));
  const where = { clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', button: 0 };
  const options = { bubbles: true, cancelable: true, ...where };
  const began = performance.now();
  if (kind === 'undo') document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', bubbles: true }));
  else {
    const under = document.elementFromPoint(x, y);
    under.dispatchEvent(new PointerEvent('pointerdown', { ...options, buttons: 1 }));
    under.dispatchEvent(new PointerEvent('pointerup', options));
  }
  for (let frames = 0; !done(); frames += 1) {
    if (frames > 600) throw new Error(`no answer to a ${kind} at ${x} ${y}`);
    await painted();
  }
  await painted();
  return performance.now() - began;
}"""


def main() -> None:
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else PRESSES
    with tempfile.TemporaryDirectory() as home:
        serve = [sys.executable, str(ROOT / "tests" / "browser" / "serve.py"), home, "0"]
        server = subprocess.Popen(serve, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = next(word for word in server.stdout.readline().split() if word.startswith("http://")).rstrip("/")
            print(json.dumps(measured(address, presses), indent=2))
        finally:
            server.kill()


def measured(address: str, presses: int) -> dict[str, Any]:
    wish = {"scenario": SCENARIO, "seats": {"german": "human", "soviet": "greedy"}, "options": {},
            "record": record_until(SCENARIO, "move.phase")}  # fmt: skip
    made = httpx.post(f"{address}/api/tables", json=wish, timeout=60).raise_for_status().json()
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_context(viewport=VIEW, reduced_motion="reduce").new_page()  # type: ignore[arg-type]
        page.goto(address + made["url"])
        Player(page).wait()
        page.wait_for_timeout(3000)  # until the ground is drawn finely
        return report(*timed(page, presses))


def timed(page: Page, presses: int) -> tuple[dict[str, list[float]], float]:
    """Pick a stack, move it, take it back, as often as asked for; the times of each kind and the work of one press."""
    times: dict[str, list[float]] = {"pick": [], "move": [], "undo": []}
    shown = [pair for pair in MOVES if all(in_sight(page, hex_) for hex_ in pair)]
    assert shown, "no stack that could move is in sight"
    before = work_done()
    for n in range(presses // 3):
        start, to = shown[n % len(shown)]
        times["pick"].append(press(page, "pick", start))
        times["move"].append(press(page, "move", to))
        times["undo"].append(press(page, "undo", to))
    return times, (work_done() - before) / max(1, presses)


def middle(page: Page, hex_: str) -> tuple[float, float]:
    box = page.locator(f'path[data-hex="{hex_}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def in_sight(page: Page, hex_: str) -> bool:
    """Whether nothing lies over a hex but its own counters."""
    over = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('#map')"
    return bool(page.evaluate(over, list(middle(page, hex_))))


def press(page: Page, kind: str, hex_: str) -> float:
    return float(page.evaluate(PRESS, [kind, *middle(page, hex_)]))


def report(times: dict[str, list[float]], work: float) -> dict[str, Any]:
    everything = [time for own in times.values() for time in own]
    rows = {"all": everything, **times}
    found = {
        name: {"median_ms": round(median(own)), "p95_ms": round(quantiles(own, n=20)[-1])} for name, own in rows.items()
    }
    return {**found, "presses": len(everything), "work_ms": round(work), "bars_ms": BARS}


if __name__ == "__main__":
    main()
