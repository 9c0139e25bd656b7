"""Ratings of players by the model of Bradley and Terry, with intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ._engine import _rate
from .errors import ArgumentError

@dataclass(frozen=True)
class Result:
    """Score of one player against another in one game."""

    first: str
    second: str
    score: float
    """1 for a win of the first player, 0.5 for a draw, 0 for a loss."""
    pair: object = None
    """Games of one pair start from the same opening, so they are not independent; ``None`` for a single game."""


@dataclass(frozen=True)
class Rating:
    """Rating of a player relative to the anchor."""

    player: str
    rating: float
    low: float
    high: float
    games: int


def bradley_terry(results: Iterable[Result], anchor: str | None = None) -> list[Rating]:
    """Rates players by their games, the strongest first.

    A difference of 400 points means odds of 10 to 1, and a draw counts as half a win. The prior of each rating has
    a standard deviation of 1000 points. The 95 % intervals are those of the difference from the anchor. Each is the
    wider of two estimates, one of which counts the games of a pair as one observation.

    Args:
        results: The games.
        anchor: Player with rating 0; by default, the one whose name comes first in the results.

    Raises:
        ArgumentError: A score is not between 0 and 1, a player meets itself, or the anchor did not play.
    """
    listed = list(results)
    players = list(dict.fromkeys(name for result in listed for name in (result.first, result.second)))
    if anchor is None and players:
        anchor = players[0]
    if anchor not in players:
        message = f"anchor: expected one of {', '.join(players) or 'the players of at least one game'}, found {anchor!r}"
        raise ArgumentError(message)
    for result in listed:
        if not 0 <= result.score <= 1 or result.first == result.second:
            message = f"results: expected two players and a score from 0 to 1, found {result}"
            raise ArgumentError(message)
    number = {name: at for at, name in enumerate(players)}
    pairs: dict[object, int] = {}
    games = []
    for at, result in enumerate(listed):
        key = (at,) if result.pair is None else (result.pair, frozenset((result.first, result.second)))
        both = (number[result.first], number[result.second])
        games.append((both, float(result.score), pairs.setdefault(key, len(pairs))))
    return rated(players, _rate(len(players), games, number[anchor]))


def rated(players: list[str], rows: list[tuple[int, float, float, float, int]]) -> list[Rating]:
    """Names the players of ratings."""
    return [Rating(players[at], points, low, high, games) for at, points, low, high, games in rows]


def table(ratings: Iterable[Rating]) -> str:
    """Formats ratings as a table."""
    listed = list(ratings)
    width = max([20, *(len(one.player) for one in listed)])
    lines = [f"{'player':<{width}} {'rating':>7} {'from':>7} {'to':>7} {'games':>6}"]
    for one in listed:
        lines.append(f"{one.player:<{width}} {one.rating:7.0f} {one.low:7.0f} {one.high:7.0f} {one.games:6d}")
    return "\n".join(lines)
