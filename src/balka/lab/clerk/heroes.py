"""The clerk of the heroes games: strikes and who may make them, Groups, costs, Turns and Rounds."""

from __future__ import annotations

from typing import Any

from balka.core.state import State
from balka.lab.clerk.books import Page, Problems, Unit, frame_in
from balka.lab.clerk.heroes_moves import Books, HeroesMoves

SHOTS = ("fire", "flame", "snipe", "indirect", "suspect", "recon", "answer", "lob")  # at somebody elsewhere
STRIKES = ("assault", "scorch", *SHOTS)
DECIDING = ("Turn", "TeamTurn", "Gathering")
STEEP = 2  # levels down to the next hex
OLDER = "heroes2"  # the edition in which every Turn costs something


class HeroesClerk(HeroesMoves):
    """Keeps the books of a Turn and a Round."""

    def __init__(self, start: State) -> None:
        super().__init__(start)
        self.bearing: dict[tuple[str, str], set[str]] = {}  # who has used a Weapon card that stays with its unit
        self.purse = _purse(start)
        self.checks = (
            self.fates, self.places, self.moves, self.bonuses, self.loads, self.ways, self.mines, self.ruins,
            self.works, self.ground, self.strikes, self.heights, self.shots, self.groups, self.bearers, self.payment,
            self.ends, self.stalls, self.closing,
        )  # fmt: skip

    # -- strikes

    def strikes(self, page: Page) -> Problems:
        """Who is carried, out of action or in close combat does not fire elsewhere; loads are not singled out. [6.9]"""
        unit = self.units(page.before).get(getattr(page.answer, "unit", ""))
        if unit is None or page.verb not in STRIKES or unit.hex < 0:
            return
        marker = self.marker(page, unit)
        if unit.carrier:
            yield f"{unit.id} is carried and is told to {page.verb}"
        if marker is not None and ("attack_cost" in marker.bars or "only_rally" in marker.special):
            yield f"{unit.id} is {marker.name} and is told to {page.verb}"
        if page.verb in SHOTS and self._locked(page, unit) and getattr(page.answer, "target", -1) != unit.hex:
            yield f"{unit.id} has an enemy in its hex and is told to {page.verb}"
        victim = self.units(page.before).get(getattr(page.answer, "target", ""))
        if page.verb == "assault" and victim is not None and victim.carrier:
            yield f"{unit.id} singles out {victim.id}, which is carried"

    def _locked(self, page: Page, unit: Unit) -> bool:
        return any(foe.side != unit.side for foe in page.before.position.at(unit.hex))

    def heights(self, page: Page) -> Problems:
        """No tank attacks down steep ground into the next hex. [15.16]"""
        unit = self.units(page.before).get(getattr(page.answer, "unit", ""))
        if page.verb not in ("fire", "flame") or unit is None or page.before.setting.system.key == OLDER:
            return
        target, levels = page.answer.target, self.board.elevation
        steep = unit.hex >= 0 and levels[unit.hex] - levels[target] >= STEEP
        if steep and self.board.are_neighbours(unit.hex, target) and "tank" in self.kind(unit).flags:
            yield f"{unit.id} is a tank and attacks down steep ground"

    def shots(self, page: Page) -> Problems:
        """No Firepower that a marker has crossed out is fired. [7.3, 15.13]"""
        attack = page.frame("Attack")
        for event in page.of("ShotFired") if attack is not None else ():
            units = self.units(page.before)
            unit, target = units.get(event.unit), units.get(event.target)
            if unit is None or target is None or attack.weapon.name != self.kind(unit).name:
                continue
            marker, kind = self.marker(page, unit), self.kind(target)
            colors = {f"{kind.def_color}_fp", f"{kind.flank_color}_fp"}
            if marker is not None and colors <= marker.bars:
                yield f"{unit.id} is {marker.name} and fires at {target.id}"

    def groups(self, page: Page) -> Problems:
        """Nobody whose Firepower a marker changes or crosses out supports a Group's fire. [10.6]"""
        book: Any = page.before.setting.rulebook
        if page.verb != "fire" or page.top != "Gathering" or book.support_from_beside:
            return
        units = self.units(page.before)
        for name in page.answered.members:
            marker = self.marker(page, units[name])
            if name == page.answer.unit or marker is None:
                continue
            if marker.red_fp or marker.blue_fp or {"red_fp", "blue_fp"} & marker.bars:
                yield f"{name} is {marker.name} and supports"
        yield from self._arcs(page)

    def _arcs(self, page: Page) -> Problems:
        """Who supports looks at the target; only by option a turret need not. [10.6, 16.3]"""
        book: Any = page.before.setting.rulebook
        for name in () if book.turrets_support_all_round else page.answered.members:
            unit = self.units(page.before)[name]
            seen = self.board.arc_mask(unit.hex, unit.facing) >> page.answer.target & 1
            if name != page.answer.unit and not seen and unit.hex != page.answer.target:
                yield f"{name} supports and looks the other way"

    def bearers(self, page: Page) -> Problems:
        """A Weapon card that can be used again stays with the unit that used it first. [atb 8.4]"""
        setting: Any = page.before.setting
        if page.verb != "use" or not setting.edition.weapons.stay_with_unit:
            return
        unit = self.units(page.before)[page.answer.unit]
        given = [grant.card for grant in setting.mission.forces[unit.force].weapons]
        users = self.bearing.setdefault((unit.force, page.answer.card), set())
        users.add(unit.id)
        if len(users) > max(1, given.count(page.answer.card)):
            yield f"{unit.id} uses {page.answer.card}, which another unit bears"

    # -- what it costs

    def payment(self, page: Page) -> Problems:
        """A deed done is paid for; who is Spent pays all of it; blue cards are paid at once. [2.2, 3.4, 8.6]"""
        action = page.frame("Action")
        if page.verb == "forgo" and page.top == "Payment" and action is not None and "do" not in action.steps:
            yield f"{action.unit} has acted and leaves it unpaid"
        for event in page.of("Paid"):
            unit = self.units(page.before).get(event.unit)
            if unit is not None and unit.spent and event.tally.value > 0:
                yield f"{unit.id} is Spent and {event.tally.value}AP are left unpaid"
        if page.verb == "play" and page.top in DECIDING:
            yield from self._card_paid(page)
        if page.after.tracks.exposed != page.before.tracks.exposed:
            new = set(page.after.tracks.exposed) - set(page.before.tracks.exposed)
            yield from (f"{name} is exposed and has not moved" for name in sorted(new - self.turn.moved))

    def _card_paid(self, page: Page) -> Problems:
        cards: Any = getattr(page.before.setting, "cards")  # noqa: B009 - the clerk knows no system
        for event in page.of("CardPlayed"):
            card = cards[event.card]
            paid = page.before.tracks.caps[event.force] - page.after.tracks.caps[event.force]
            if card.cost_color == "blue" and card.family != "veteran" and paid < card.cost:
                yield f"card {event.card} costs {card.cost} CAPs and {paid} were paid"

    # -- when something ends

    def ends(self, page: Page) -> Problems:
        """A Turn is an Action or a Pass; a Round is over when all but one have passed. [2.0, 2.7]"""
        turn = page.answered
        if page.top == "Turn" and page.verb == "done" and not turn.begun and not turn.acted:
            yield f"{turn.force} ends a Turn without an Action or a Pass"
        forces = len(page.after.setting.forces)
        top = frame_in(page.after, "Turn", "TeamTurn") if page.before.turn != page.after.turn else None
        if top is not None and len(page.after.tracks.passed) >= max(2, forces - 1):
            yield "all but one have passed and the Round goes on"

    def stalls(self, page: Page) -> Problems:
        """In the older edition a Turn that is no Pass costs something, if only a CAP. [atb 2.2]"""
        turn = page.frame("Turn")
        if page.before.turn == page.after.turn or page.before.setting.system.key != OLDER or turn is None:
            return
        now, force = _purse(page.after), turn.force
        passed = force in page.after.tracks.passed or "RoundBegan" in page.events
        if self.purse and not passed and now[force] == self.purse[force] and page.after.tracks.caps[force]:
            yield f"a Turn of {force} went by, was no Pass and cost nothing"

    def closing(self, page: Page) -> Problems:
        """A Turn is over: its books are closed, and ways open again for whoever could have used them."""
        if page.before.turn != page.after.turn:
            self.turn, self.purse = Books(), _purse(page.after)
            self.intrusions = [intrusion for intrusion in self.intrusions if intrusion.turn >= page.before.turn]
        if "RoundBegan" in page.events:
            self.intrusions = []
        yield from ()


def _purse(state: State) -> dict[str, tuple[object, ...]]:
    """What each force has to spend: CAPs, points, cards, units not Spent yet."""
    tracks, units = state.tracks, (*state.position.units.values(), *state.position.hidden.values())
    return {
        force: (
            tracks.caps[force], tracks.pool.get(force), tracks.aps_used.get(force), tracks.sharing.get(force),
            state.hands[force].size, len(tracks.used), tuple(u.id for u in units if u.force == force and not u.spent),
        )
        for force in state.setting.forces
    }  # fmt: skip
