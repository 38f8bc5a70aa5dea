"""Somebody at a table in a browser: waits for a decision, sees what is offered, and clicks or types."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# What the page waits for: a decision with something to pick, the curtain, or the end.
STATE = """() => {
  const table = document.querySelector('.table');
  if (document.querySelector('#curtain')) return 'curtain';
  if (!table || table.dataset.busy !== 'false' || table.dataset.growing === 'true') return null;
  if (document.querySelector('#outcome')) return 'over';
  const offered = '[data-offer], [data-facing], .buttons [data-token], .amounts button, #commit, .tray .able';
  return table.dataset.yours === 'true' && document.querySelector(offered) ? 'yours' : null;
}"""

# Everything that can be clicked now, with the point to click at; what lies under something else is left out.
OFFERS = """() => {
  const found = [];
  const add = (kind, element, host) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (!top || !(host ? top.closest(host) : element.contains(top))) return;
    const { token, choice, counter, hex, facing } = element.dataset;
    const key = (element.querySelector('kbd')?.innerText ?? '').replace('⏎', 'Enter');
    found.push({ kind, x, y, key, token: token ?? counter ?? '', choice: choice ?? '', hex: hex ?? facing ?? '' });
  };
  const all = (kind, selector, host) => document.querySelectorAll(selector).forEach((one) => add(kind, one, host));
  all('chooser', '#chooser [data-token]');
  all('amount', '.amounts button');
  all('commit', '#commit:not(:disabled)');
  all('button', '.buttons [data-token]:not(:disabled)');
  all('facing', '[data-facing]');
  all('hex', 'path[data-hex][data-offer]', '#map');
  all('counter', 'g[data-counter][data-offer]', '#map');
  all('tray', '.tray .able');
  all('card', '.hand-card.play .cover');
  return found;
}"""

MOVED_ON = """(old) => document.querySelector('#curtain')
  || Number(document.querySelector('.table').dataset.version) > old"""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

Offer = dict[str, Any]


class Player:
    """One page at one table."""

    def __init__(self, page: Page, table: str = "") -> None:
        self.page = page
        self.table = table

    # -- waiting

    def wait(self) -> str:
        """Until there is a decision, the curtain or the end; says which."""
        handle = self.page.wait_for_function(STATE)
        self.page.evaluate(FRAMES)
        return str(handle.json_value())

    @property
    def version(self) -> int:
        return int(self.page.get_attribute(".table", "data-version") or 0)

    @property
    def ask(self) -> str:
        """The kind of the decision."""
        return self.page.get_attribute(".table", "data-ask") or ""

    @property
    def prompt(self) -> str:
        return self.page.inner_text("#prompt-text")

    def moved_on(self, version: int) -> str:
        """After a whole sentence: until the table has answered and something is to be done again."""
        self.page.wait_for_function(MOVED_ON, arg=version)
        return self.wait()

    # -- looking

    def offers(self, *kinds: str) -> list[Offer]:
        """What can be clicked now, of some kinds or of all."""
        found: list[Offer] = self.page.evaluate(OFFERS)
        return [offer for offer in found if not kinds or offer["kind"] in kinds]

    def log(self) -> list[str]:
        """The lines of the log."""
        self.page.click('[data-pane="log"]')
        self.page.wait_for_selector("#log")
        return self.page.locator("#log > li").all_inner_texts()

    def whole_board(self) -> None:
        """Bring everything into view."""
        self.page.click('[aria-label="The whole board"]')
        self.page.evaluate(FRAMES)

    # -- doing

    def click(self, offer: Offer) -> str:
        """Click what is offered, and wait for what comes of it."""
        before = self.version
        print(f"{self.ask}: {offer['kind']} {offer['token']} {offer['choice']}")
        self.page.mouse.move(offer["x"], offer["y"])
        self.page.mouse.click(offer["x"], offer["y"])
        return self.settled(before)

    def press(self, *keys: str) -> str:
        """Press keys, and wait for what comes of the last one."""
        for key in keys[:-1]:
            self.page.keyboard.press(key)
        before = self.version
        print(f"{self.ask}: {' '.join(keys)}")
        self.page.keyboard.press(keys[-1])
        return self.settled(before)

    def undo(self) -> str:
        """Take back the last choice by its key; nothing is busy meanwhile, so that only the answer tells."""
        before = self.version
        self.page.keyboard.press("z")
        return self.moved_on(before)

    def settled(self, before: int) -> str:
        """A sentence that went out makes the table busy at once; anything else only changed what is shown."""
        self.page.evaluate(FRAMES)
        busy = self.page.get_attribute(".table", "data-busy") == "true"
        return self.moved_on(before) if busy or self.version != before else self.wait()

    def pick(self, **wanted: str) -> str:
        """Click the offer with these properties."""
        found = [offer for offer in self.offers() if all(offer[key] == value for key, value in wanted.items())]
        assert found, f"{wanted} is not offered among {[(o['kind'], o['token'], o['choice']) for o in self.offers()]}"
        return self.click(found[0])

    def draw_curtain(self) -> str:
        self.page.click("#draw-curtain")
        self.page.wait_for_selector("#curtain", state="detached")
        return self.wait()
