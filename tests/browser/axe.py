"""What axe finds wrong on a page, as sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
# The ground and the counters are one picture, spoken for by the text panes; its thousands of parts are not looked at.
# Colours that are still changing are not judged: every change is ended first.
RUN = """async (within) => {
  for (const one of document.getAnimations())
    if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
  const where = { include: [[within]], exclude: [['#map > *'], ['#overview > *']] };
  const found = await axe.run(where, { resultTypes: ['violations'], elementRef: false });
  return found.violations.map(({ id, impact, nodes }) => ({ id, impact,
    nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`) }));
}"""

# A light chosen in another tab is heard of at once; a change of the room's own comes when a busy Chromium has time.
IN_ANOTHER_TAB = """(theme) => {
  const key = 'balka.settings';
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), theme }));
  dispatchEvent(new StorageEvent('storage', { key }));
}"""


def findings(page: Page, within: str = "html") -> list[str]:
    """Serious and critical findings in a part of the page, each with its place."""
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=SOURCE)
    found: list[dict[str, Any]] = page.evaluate(RUN, within)
    return [f"{one['id']} at {node}" for one in found if one["impact"] in GRAVE for node in one["nodes"]]


def in_both_lights(page: Page, within: str = "html") -> list[str]:
    """Findings by day and by night."""
    found = []
    for light in ("dark", "light"):
        page.evaluate(IN_ANOTHER_TAB, light)
        assert page.get_attribute("html", "data-theme") == light
        found += [f"{light}: {one}" for one in findings(page, within)]
    return found
