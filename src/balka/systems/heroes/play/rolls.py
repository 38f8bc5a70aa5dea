"""Rolling a check, and the cards that may change a roll of one's own afterwards. [3.2, cards 07 and 13]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from balka.core.checks import READERS, Check
from balka.core.choices import Choice, Node, Number, Refusal, Token
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Roll, asking
from balka.systems.heroes.dice import ATTACK, SPENT, SPENT_DIE
from balka.systems.heroes.events.cards import CardPlayed, DieRolledAgain, LuckRolled
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.situation import holds, may_hold
from balka.systems.heroes.play.spending import spend
from balka.systems.heroes.units import HeroesState, HeroesWork

AGAIN, LUCK = "roll again", "luck"
AGAIN_BY = {"": "sos-card-07-b", "V08": "sos-card-V08-a"}
LUCK_FAILS_ON, LUCK_DOWN, LUCK_UP = 1, -3, 2  # [card 13]
GRADED = (ATTACK, SPENT, "meets")  # readings whose bands go from bad to good for who hopes to roll high
HIGH, LOW, EITHER = "high", "low", "either"
"""what the owner of a roll hopes for; the frame that rolls says so in `hopes` where it may be other than high"""


class Result(Struct, frozen=True):
    """How a roll ended: the faces, what Luck added, and the band they fall into."""

    faces: tuple[int, ...]
    adjust: int
    band: str

    @property
    def total(self) -> int:
        return sum(self.faces) + self.adjust


def roll_check(
    work: HeroesWork, force: str, why: str, check: Check, public: Check | None = None, unit: str = ""
) -> None:
    """Roll; the frame now on top gets a Result once the roll stands. Others may know the check only as `public`.

    `unit` is the one in view that rolls: a Veteran may change its own roll.
    """
    work.push(Rolling(force, why, check, public, unit=unit if unit in work.position.units else ""))
    work.push(CheckRoll(force, why, check.dice, check=check, public=public))


class CheckRoll(Roll, frozen=True):
    """The dice of a check; whoever may not know all of it knows `public` in its place."""

    public: Check | None = None

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        if self.public is None or seat in state.setting.eyes_of(state.setting.forces[self.force]):
            return self
        return structs.replace(self, check=self.public)


class Rolling(Frame, frozen=True):
    """A roll on the table: its owner may change it while he could hold a card that does. [atb-card-12-b]"""

    force: str
    why: str
    check: Check
    public: Check | None = None
    """what the others know of the check where it holds a secret of its owner"""
    faces: tuple[int, ...] = ()
    adjust: int = 0
    again: int = -1
    """the die being rolled again; -2 while Luck rolls"""
    unit: str = ""
    """the unit in view that rolls"""
    used: tuple[str, ...] = ()
    """Veteran cards used on this roll"""
    by: str = ""
    """the Veteran card by which a die is rolled again, where it is one"""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "roll.after", window=True)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        nodes: list[Node] = [verbs.Keep()]
        roles = state.setting.edition.roles
        if holds(state, self.force, roles[AGAIN]):
            nodes += [verbs.Reroll(Number(n + 1)) for n in range(len(self.faces))]
        if self._may_be_lucky(state) and holds(state, self.force, roles[LUCK]):
            nodes.append(verbs.Luck())
        return [*nodes, *self._veteran_nodes(state)]

    def _may_be_lucky(self, now: Now) -> bool:
        """Luck changes any roll of one's own, or only those of one's own turn."""
        return now.setting.edition.turns.may_be_lucky(now, self.force)

    def _veteran_nodes(self, now: Now) -> list[Node]:
        """What all know its owner may do to the roll."""
        return [node for rule in now.setting.edition.rolls.after_roll for node in rule(now, self)] if self.unit else []

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, verbs.Reroll):
            discard(work, self.force, work.setting.edition.roles[AGAIN])
            structs.replace(self, by="").roll_more(work, choice.die - 1, self.die, "veteran nco")
        elif isinstance(choice, verbs.Luck):
            discard(work, self.force, work.setting.edition.roles[LUCK])
            self.roll_more(work, -2, "d6", "luck")
        elif choice.verb in work.setting.edition.rolls.change_roll:
            work.setting.edition.rolls.change_roll[choice.verb](work, self, choice)
        else:
            self._stand(work)

    @property
    def die(self) -> str:
        """One die of the roll."""
        return SPENT_DIE if self.check.dice == SPENT_DIE else "d6"

    def settle(self, work: HeroesWork) -> None:
        """The roll as it is now: it stands unless its owner may still change it."""
        work.replace_top(self)
        roles = work.setting.edition.roles
        cards = (roles[AGAIN], roles[LUCK]) if self._may_be_lucky(work) else (roles[AGAIN],)
        if not may_hold(work, self.force, *cards) and not self._veteran_nodes(work):
            self._stand(work)

    def roll_more(self, work: HeroesWork, again: int, die: str, why: str) -> None:
        work.replace_top(structs.replace(self, again=again))
        work.push(Roll(self.force, why, die))

    def resume(self, work: HeroesWork, result: Outcome) -> None:
        self._after(work, result.faces).settle(work)

    def _after(self, work: HeroesWork, faces: tuple[int, ...]) -> Rolling:
        if self.again == -1:
            return structs.replace(self, faces=faces)
        if self.again == -2:
            change = luck_of(faces[0])
            work.tell(LuckRolled(self.force, faces[0], change))
            return structs.replace(self, adjust=self.adjust + change, again=-1)
        work.tell(DieRolledAgain(AGAIN_BY[self.by], self.force, self.faces[self.again], faces[0]))
        kept = self.faces[: self.again] + self.faces[self.again + 1 :]
        return structs.replace(self, faces=tuple(sorted((*kept, faces[0]))), again=-1)

    def _stand(self, work: HeroesWork) -> None:
        work.pop()
        work.finish(Result(self.faces, self.adjust, self.band))

    @property
    def band(self) -> str:
        return READERS[self.check.reader][0]((*self.faces, self.adjust), self.check.need)

    def prompt(self, view: HeroesState, seat: str) -> str:
        total = sum(self.faces) + self.adjust
        result = {"yes": "enough", "no": "not enough"}.get(self.band, self.band)
        return f"You rolled {total} against {self.check.need}, {result}: keep it, or change it with a card."

    def pointless(self, view: HeroesState, seat: str) -> Choice | None:
        """Keep a roll that no cards in the hand can make better; bare totals are for their owner to judge. [8.5-b]"""
        hope = self._hope(view)
        if self.check.reader not in GRADED or hope == EITHER:
            return None
        others = [node for node in self.grow(view, (), seat) if not isinstance(node, verbs.Keep | verbs.Luck)]
        bands = READERS[self.check.reader][1]
        if hope == LOW:
            return verbs.Keep() if self.band == bands[0] else None
        lucky = structs.replace(self, adjust=self.adjust + LUCK_UP * self._copies_of_luck(view))
        best = self.band == bands[-1] or (not others and bands.index(lucky.band) <= bands.index(self.band))
        return verbs.Keep() if best else None

    def _copies_of_luck(self, view: HeroesState) -> int:
        """Each that is held may be played on the same roll; one is reckoned with where none is listed as held.

        [sos-card-13-b, atb-card-12-b, atb 8.0-f]
        """
        return max(1, view.hands[self.force].cards.count(view.setting.edition.roles[LUCK]))

    def _hope(self, view: HeroesState) -> str:
        """Does its owner hope to roll high or low? Who attacks his own units hopes to miss. [3.2-b, 9.1-b]"""
        hopes = getattr(view.stack[-2], "hopes", None) if len(view.stack) > 1 else None
        return str(hopes(view)) if hopes is not None else HIGH

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        return (self.check,)

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        if self.public is None or seat in state.setting.eyes_of(state.setting.forces[self.force]):
            return self
        return structs.replace(self, check=self.public)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, verbs.Reroll) and view.setting.edition.roles[AGAIN]:
            return Refusal("Only Veteran NCO lets you roll a die again, and you do not hold it.", AGAIN_BY[""])
        if isinstance(choice, verbs.Luck):
            return Refusal("You do not hold Luck.", "sos-card-13-b atb-card-12-b")
        if choice.verb in view.setting.edition.rolls.change_roll:
            return Refusal("No Veteran can do that to this roll, or not again, or not for the CAPs left.", "sos-8.2-a")
        stands = "The roll stands or is changed by a card; nothing else can be done now."
        return Refusal(stands, "sos-card-13-b atb-card-12-b", "Say 'keep'.")


def luck_of(face: int) -> int:
    """What the die of Luck does to a roll. [card 13, atb-card-12-b]"""
    return LUCK_DOWN if face == LUCK_FAILS_ON else LUCK_UP


def use_veteran(work: HeroesWork, force: str, card: str, unit: str) -> None:
    """A Veteran card is paid for in CAPs and stays with its unit. [8.2-b, 8.6-c]"""
    spend(work, force, work.setting.cards[card].cost)
    work.tell(CardPlayed(force, card, "" if unit in work.position.hidden else unit))


def discard(work: HeroesWork, force: str, card: str, unit: str = "") -> None:
    """A played Battle card is shown and discarded. [8.1-c, atb 8.2-b]"""
    work.hands = {**work.hands, force: work.hands[force].without(card)}
    work.set_tracks(discards=tuple(sorted((*work.tracks.discards, card))))
    work.tell(CardPlayed(force, card, "" if unit in work.position.hidden else unit))
