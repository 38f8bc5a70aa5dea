"""The ladder as a page for people."""

from __future__ import annotations

from balka.lab.ladder.standing import LadderReport, Meeting, Standing
from balka.lab.match.report import Share

HEAD = """# The ladder

How strong the bots are, by games between every two of them with the sides swapped on the same dice
([matches](matches.md)). A rating of 1500 is the mean of the field; 400 points more are odds of ten to one. Intervals
are of 95 % and take games as independent. Ratings of different games or fields do not compare.
"""


def page(report: LadderReport, command: str) -> str:
    """Markdown with a table of ratings and one of meetings for each game."""
    each = f"{report.games_each} games of each two bots in each of {len(report.scenarios)} scenarios"
    kept = f"{report.games_kept} games of matches"
    parts = [each] * (report.games_each > 0) + [kept] * (report.games_kept > 0)
    made = f"Made by `{command}`: {' and '.join(parts)}."
    standings = [_standing(each) for each in report.standings]
    return "\n".join([HEAD, f"{made}\n", *standings, *_unfinished(report)])


def _standing(standing: Standing) -> str:
    title = "All games" if standing.title == "all" else f"`{standing.title}`"
    lines = [f"## {title}", "", f"{standing.games} games.", "", "| bot | rating | 95 % |", "|---|---:|---|"]
    lines += [f"| `{r.bot}` | {r.rating:.0f} | {r.low:.0f} to {r.high:.0f} |" for r in standing.ratings]
    order = [rating.bot for rating in standing.ratings]
    lines += ["", _row(["share of ↓ against →", *(f"`{bot}`" for bot in order)]), _row(["---"] * (len(order) + 1))]
    lines += [_row([f"`{bot}`", *(_cell(standing.meetings, bot, other) for other in order)]) for bot in order]
    return "\n".join([*lines, ""])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(meetings: list[Meeting], bot: str, other: str) -> str:
    for meeting in meetings:
        if (meeting.a, meeting.b) == (bot, other):
            return _share(meeting.share)
        if (meeting.b, meeting.a) == (bot, other):
            return _share(turned(meeting.share))
    return ""


def turned(share: Share) -> Share:
    """The same games from the other side."""
    return Share(
        share=round(1 - share.share, 4), low=round(1 - share.high, 4), high=round(1 - share.low, 4),
        games=share.games, wins=share.losses, draws=share.draws, losses=share.wins,
    )  # fmt: skip


def _share(share: Share) -> str:
    return f"{share.share:.2f} [{share.low:.2f}, {share.high:.2f}]"


def _unfinished(report: LadderReport) -> list[str]:
    if not report.unfinished:
        return []
    return ["## Games without an end", "", *(f"- {each}" for each in report.unfinished), ""]
