"""The table in the terminal: plain lines of text in and out, playable by ear."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TextIO

from balka.cli import telling
from balka.cli.sentences import expand
from balka.cli.textmap import TextMap
from balka.core.choices import IllegalChoiceError
from balka.core.errors import BalkaError
from balka.core.events import Event
from balka.core.frames import leaves
from balka.core.scene.figures import Reason, Why
from balka.core.scene.scene import Scene
from balka.games import find_rule
from balka.table import scenes
from balka.table.nodes import Tree, TreeNode
from balka.table.orders import read_order
from balka.table.table import Table

SENTENCES_SHOWN = 20
CURTAIN = 60
HELP = """\
Type a choice as a sentence: a verb and its words, for example "pass" or "move rif-04 H06 NE".
Beginnings of unit names will do, capitals do not matter, and ";" joins several sentences.
A number picks from the list last shown.

  choices [WORDS]   what can be chosen, or what can follow some words (short: ?)
  why SENTENCE      why it is or is not allowed
  quote SENTENCE    what it costs, every modifier, the exact odds
  map [HEX]         the map, or the part around a hex
  look HEX          a hex in words, and who stands there
  units [WORDS]     the units, or those whose side, name or place begins so
  figures UNIT      its figures now, each with what changes it
  hand, tracks, bags
  log [N]           the last N lines (20)
  rule ID           a rule in our words
  place             have set up for you what is left, where the table knows how
  undo              take back the last choice, or all that was placed for you
  back N            take back choice number N of this draft, keep the rest
  draft             what can be taken back
  order TEXT        a standing order: "oppfire: fire if casualty at least 25%"
  orders            your standing orders; "orders clear" drops them
  save FILE         write the record
  resign
  quit"""


class Quit(Exception):
    """The person leaves."""


class Terminal:
    """Reads lines and answers them until the game is over or the person leaves."""

    def __init__(self, table: Table, source: TextIO, target: TextIO, situation: str = "") -> None:
        self.table = table
        self._situation = situation
        self._source = source
        self._target = target
        self._seat = ""
        self._told: dict[str, tuple[Event, ...]] = {}
        self._listed: list[TreeNode] = []
        setting = table.start.setting
        self._map = TextMap(setting.system.board_wire(setting))

    def run(self) -> int:
        self.say(*filter(None, (self.table.start.setting.title, self._situation, "Type help for the commands.")))
        try:
            while not self.table.over:
                self.table.run()
                if not self.table.over:
                    self._ask()
            self._end()
        except Quit:
            self.say("Good-bye.")
        return 0

    # -- speaking and listening

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self._target)
        self._target.flush()

    def _read(self, prompt: str) -> str:
        print(prompt, end=" ", file=self._target, flush=True)
        line = self._source.readline()
        if not line:
            raise Quit
        return line.strip()

    # -- one decision

    def _ask(self) -> None:
        """Tell whoever is to decide what happened and what is asked, then listen until the table goes on."""
        asked = [seat for seat in self.table.people if self.table.asked(seat)]
        seat = self._seat if self._seat in asked else asked[0]
        if seat != self._seat:
            self._pass_to(seat)
        self._news()
        scene = self.scene()
        self.say("", telling.heading(scene), *telling.ask_lines(scene))
        self._list([])
        play = self.table.play
        while self.table.play is play:
            self._hear(self._read(">"))

    def _pass_to(self, seat: str) -> None:
        """Between two people at one screen: nothing is shown until the right one is there."""
        if self._seat:
            self.say("\n" * CURTAIN, f"It is for {seat} to decide.")
            self._read(f"{seat.capitalize()}, press Enter when you are at the screen.")
        self._seat = seat

    def _news(self) -> None:
        """What the seat has heard since it last looked."""
        log = self.table.log(self._seat)
        known = self._told.get(self._seat, ())
        start = len(known) if log[: len(known)] == known else 0
        self._told[self._seat] = log
        self.say(*(telling.log_line(line) for line in scenes.log_lines(self.table, self._seat, start)))

    def answer(self, seat: str, line: str) -> None:
        """One line typed by somebody."""
        self._seat = seat
        self._hear(line)

    def _hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(word.lower())
        try:
            if command is not None:
                command(self, rest.strip())
            elif word.isdecimal() and not rest:
                self._pick(int(word))
            elif line:
                self._choose(line)
        except BalkaError as problem:
            self.say(*_refused(problem))

    def _choose(self, line: str) -> None:
        """One sentence, or several joined; the first that is refused stops the rest."""
        for sentence in filter(None, (part.strip() for part in line.split(";"))):
            if self.table.over or not self.table.asked(self._seat):
                raise BalkaError(f"'{sentence}' was not said: it is not for {self._seat} to decide any more.")
            self.table.choose(self._seat, self._whole(sentence))
            self.table.run()
            if not self.table.over:
                self._news()

    def _whole(self, sentence: str) -> str:
        known = [counter.id for _, counter in telling.places(self.scene())]
        return expand(sentence, self.tree(), known)

    # -- lists

    def scene(self) -> Scene:
        return scenes.scene(self.table, self._seat)

    def tree(self) -> Tree:
        view = self.table.view(self._seat)
        view.ask_of(self._seat)
        return Tree(view, self._seat)

    def _list(self, words: list[str]) -> None:
        """Whole sentences where they are few, else the next words with what stands behind them."""
        tree = self.tree()
        nodes = tree.find(words) if words else tree.roots()
        while len(nodes) == 1 and not nodes[0].is_leaf:
            nodes = tree.below(nodes[0])
        found = list(islice((leaf for node in nodes for leaf in _leaves(tree, node)), SENTENCES_SHOWN + 1))
        self._listed = found if len(found) <= SENTENCES_SHOWN else nodes
        self.say(*(f"  {n}. {self._told_node(tree, node)}" for n, node in enumerate(self._listed, start=1)))

    def _told_node(self, tree: Tree, node: TreeNode) -> str:
        if node.choice is not None:
            return tree.view.text(node.choice)
        below = [tree.word(child) for child in tree.below(node)]
        more = ", ..." if len(below) > 8 else ""
        return f"{' '.join(self._words(tree, node))} ...: {', '.join(below[:8])}{more}"

    def _words(self, tree: Tree, node: TreeNode) -> list[str]:
        """The words down to a node, as they are typed to narrow the list."""
        words: list[str] = []
        level = tree.roots()
        for token in node.path:
            step = next(child for child in level if child.token == token)
            words.append(tree.word(step))
            level = [] if step.is_leaf else tree.below(step)
        return words

    def _pick(self, number: int) -> None:
        """Choose what the list shows under a number, or list what stands behind it."""
        if not 1 <= number <= len(self._listed):
            raise BalkaError(f"There is no number {number} on the list.", "type choices")
        node = self._listed[number - 1]
        if node.choice is not None:
            self._choose(node.choice.text(self.table.start.setting.board))
        else:
            self._list(self._words(self.tree(), node))

    # -- commands

    def help(self, rest: str) -> None:
        verbs = ", ".join(sorted(self.table.start.setting.grammar.verbs))
        self.say(HELP, f"Verbs of this game: {verbs}.")

    def choices(self, rest: str) -> None:
        words, tree = rest.split(), self.tree()
        begun = {tree.word(node) for node in tree.roots()}
        if len(words) == 1 and words[0] in self.table.start.setting.grammar.verbs and words[0] not in begun:
            self._of_verb(tree, words[0])
        else:
            self._list(words)

    def _of_verb(self, tree: Tree, verb: str) -> None:
        """The sentences with a verb, where the list begins with units or hexes."""
        leaves = (leaf for node in tree.roots() for leaf in _leaves(tree, node))
        self._listed = [leaf for leaf in leaves if leaf.choice is not None and leaf.choice.verb == verb]
        if not self._listed:
            raise BalkaError(f"Nothing can be chosen with '{verb}' now.", "type choices")
        self.say(*(f"  {n}. {self._told_node(tree, node)}" for n, node in enumerate(self._listed, start=1)))

    def why(self, rest: str) -> None:
        self.say(*telling.refusal_lines(scenes.why(self.table, self._seat, self._joined(rest))))

    def quote(self, rest: str) -> None:
        self.say(*telling.quote_lines(scenes.quote(self.table, self._seat, self._joined(rest))))

    def _joined(self, rest: str) -> str:
        if not rest:
            raise BalkaError("Which sentence?", "for example: why pass")
        return "; ".join(self._whole(part) for part in rest.split(";"))

    def map(self, rest: str) -> None:
        scene = self.scene()
        centre = self._hex(rest) if rest else None
        if centre is None and self._map.is_wide:
            centre = next((place for place, _ in telling.places(scene) if self._map.find(place)), None)
        self.say(self._map.draw(scene.stacks, centre))

    def look(self, rest: str) -> None:
        label = self._hex(rest)
        scene = self.scene()
        here = [telling.counter_line(counter, place) for place, counter in telling.places(scene) if place == label]
        marks = [layer.label for layer in scene.layers if layer.hex == label and layer.label]
        self.say(*self._map.describe(label), *(f"{mark}." for mark in marks), *(here or ["Nobody is seen there."]))

    def _hex(self, text: str) -> str:
        found = self._map.find(text)
        if found is None:
            raise BalkaError(f"There is no hex {text!r}.", f"labels look like {next(iter(self._map.hexes))}")
        return found

    def units(self, rest: str) -> None:
        self.say(*telling.unit_lines(self.scene(), rest))

    def figures(self, rest: str) -> None:
        """The figures of a unit as they are now; the beginning of its name will do."""
        if not rest:
            raise BalkaError("Of which unit?", "figures UNIT; units shows them")
        known = [counter.id for _, counter in telling.places(self.scene())]
        found = [name for name in known if name.lower().startswith(rest.lower())]
        name = found[0] if len(found) == 1 else rest
        self.say(*telling.value_lines(scenes.values(self.table, self._seat, name)))

    def hand(self, rest: str) -> None:
        self.say(*telling.hands(self.scene()))

    def tracks(self, rest: str) -> None:
        scene = self.scene()
        self.say(telling.heading(scene), *telling.tracks(scene))

    def bags(self, rest: str) -> None:
        self.say(*telling.bags(self.scene()))

    def log(self, rest: str) -> None:
        count = int(rest) if rest.isdecimal() else SENTENCES_SHOWN
        lines = scenes.log_lines(self.table, self._seat)[-count:]
        self.say(*(telling.log_line(line) for line in lines))

    def rule(self, rest: str) -> None:
        row = find_rule(rest)
        self.say(f"{row.id} ({row.section}): {row.statement}")

    def place(self, rest: str) -> None:
        self.table.place(self._seat)
        self.say("Placed for you; undo takes it back.")

    def undo(self, rest: str) -> None:
        self.table.undo(self._seat)
        self.say("Taken back.")

    def back(self, rest: str) -> None:
        if not rest.isdecimal():
            raise BalkaError("Which one?", "back N; draft shows the numbers")
        self.table.take_back(self._seat, int(rest) - 1)
        self.say("Taken back, the rest stands.")

    def draft(self, rest: str) -> None:
        undo = scenes.undo_wire(self.table, self._seat)
        rows = [f"  {n}. {text}" for n, text in enumerate(undo.choices, start=1)]
        self.say(*(rows or [f"Nothing can be taken back. {undo.why}"]))

    def order(self, rest: str) -> None:
        held = self.table.orders.get(self._seat, ())
        self.table.give_orders(self._seat, (*held, read_order(rest)))
        self.orders("")

    def orders(self, rest: str) -> None:
        if rest == "clear":
            self.table.give_orders(self._seat, ())
        held = self.table.orders.get(self._seat, ())
        self.say(*([f"  {order.text()}" for order in held] or ["You have no standing orders."]))

    def save(self, rest: str) -> None:
        """Write the record; before the end it tells what the other side knows, and the person is told so."""
        if not rest:
            raise BalkaError("Where to?", "save FILE")
        text = self.table.record("with secret" if self.table.over else "without secret")
        try:
            Path(rest).write_text(text, encoding="utf-8")
        except OSError as problem:
            raise BalkaError(f"{rest} cannot be written: {problem.strerror}") from problem
        warning = "" if self.table.over else " It tells everything: read it only when the game is over."
        self.say(f"Saved to {rest}.{warning}")

    def resign(self, rest: str) -> None:
        if self._read("Resign? Type yes.").lower() == "yes":
            self.table.resign(self._seat)

    def quit(self, rest: str) -> None:
        raise Quit

    # -- the end

    def _end(self) -> None:
        """The verdict, the rest of the log, and a last chance to look and save."""
        self._seat = self._seat or self.table.seats[0]
        self._news()
        verdict = self.table.verdict()
        assert verdict is not None
        self.say("", f"The game is over. {verdict.text}", "save FILE keeps the record; quit leaves.")
        while True:
            self._hear_at_end(self._read(">"))

    def _hear_at_end(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.lower() not in AFTERWARDS:
            self.say(f"The game is over. Left to do: {', '.join(AFTERWARDS)}.")
            return
        try:
            COMMANDS[word.lower()](self, rest.strip())
        except BalkaError as problem:
            self.say(*_refused(problem))


def _leaves(tree: Tree, node: TreeNode) -> list[TreeNode]:
    """Whole sentences below a node, as many as a list shows and one more."""
    if node.choice is not None:
        return [node]
    found = islice(leaves(tree.view, node.path, tree.seat), SENTENCES_SHOWN + 1) if node.grows else ()
    return [TreeNode(tree, node.path, "", choice, []) for choice in (*node.held, *found)]


def _refused(problem: BalkaError) -> list[str]:
    rule = problem.refusal.rule if isinstance(problem, IllegalChoiceError) else ""
    reason = Reason(sentence=problem.message, rule=rule, instead=problem.instead or "")
    return telling.refusal_lines(Why(allowed=False, reasons=[reason]))


COMMANDS: dict[str, Callable[[Terminal, str], None]] = {
    name: getattr(Terminal, name)
    for name in ("help", "choices", "why", "quote", "map", "look", "units", "figures", "hand", "tracks", "bags", "log",
                 "rule", "place", "undo", "back", "draft", "order", "orders", "save", "resign", "quit")
}  # fmt: skip
COMMANDS |= {"?": Terminal.choices, "exit": Terminal.quit}
AFTERWARDS = ("save", "log", "map", "look", "units", "figures", "tracks", "hand", "bags", "rule", "quit")
