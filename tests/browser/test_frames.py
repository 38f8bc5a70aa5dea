"""The map benchmark drives the real page: the map follows, and every frame is counted."""

from __future__ import annotations

from playwright.sync_api import Browser

from balka.lab import frames


def test_the_benchmark_pans_and_zooms_the_table(chromium: Browser) -> None:
    page = frames.open_table(chromium, frames.SIZES["small"], warm=100)
    world = "document.querySelector('.world').style.transform"
    before = page.evaluate(world)
    run = frames.drive(page, "pan", 10)
    assert len(run.times) == 10 and all(time > 0 for time in run.times)
    panned = page.evaluate(world)
    assert panned != before and panned.split("scale")[1] == before.split("scale")[1]
    frames.drive(page, "zoom", 10)
    assert page.evaluate(world).split("scale")[1] != panned.split("scale")[1]
    page.context.close()
