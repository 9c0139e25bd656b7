"""Ratings of players by the model of Bradley and Terry, with intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import ArgumentError

ELO = 400 / math.log(10)
"""Rating points that multiply the odds of winning by e."""

SPREAD = 1000.0
"""Standard deviation of the prior of ratings, in points; it keeps the ratings of unbeaten players finite."""

Z = 1.959964
"""Quantile of the normal distribution for 95 % intervals."""


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


def _point(
    strength: NDArray[np.float64], first: NDArray[Any], second: NDArray[Any], score: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Returns the expected scores, and the gradient and curvature of the log posterior."""
    expected = 1 / (1 + np.exp(strength[second] - strength[first]))
    gap = score - expected
    variance = (ELO / SPREAD) ** 2
    gradient = -strength * variance
    np.add.at(gradient, first, gap)
    np.add.at(gradient, second, -gap)
    weight = expected * (1 - expected)
    curvature = np.eye(len(strength)) * variance
    for row, column, sign in ((first, first, 1), (second, second, 1), (first, second, -1), (second, first, -1)):
        np.add.at(curvature, (row, column), sign * weight)
    return gap, gradient, curvature


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
    first = np.array([number[result.first] for result in listed])
    second = np.array([number[result.second] for result in listed])
    score = np.array([result.score for result in listed], np.float64)
    strength = np.zeros(len(players))
    for _ in range(100):
        _, gradient, curvature = _point(strength, first, second, score)
        step = np.linalg.solve(curvature, gradient)
        # Steps are limited, because the curvature vanishes far from the maximum.
        strength = strength + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    gap, _, curvature = _point(strength, first, second, score)
    spread = np.linalg.inv(curvature)
    clusters: dict[object, NDArray[np.float64]] = {}
    for at, result in enumerate(listed):
        key = (at,) if result.pair is None else (result.pair, frozenset((result.first, result.second)))
        pull = clusters.setdefault(key, np.zeros(len(players)))
        pull[first[at]] += gap[at]
        pull[second[at]] -= gap[at]
    pulls = np.array(list(clusters.values()))
    clustered = spread @ (pulls.T @ pulls) @ spread
    zero = number[anchor]
    rated = []
    for name, at in number.items():
        apart = np.zeros(len(players))
        apart[at] += 1
        apart[zero] -= 1
        width = Z * ELO * math.sqrt(max(0.0, apart @ spread @ apart, apart @ clustered @ apart))
        rating = ELO * float(strength[at] - strength[zero])
        games = sum(name in (result.first, result.second) for result in listed)
        rated.append(Rating(name, rating, rating - width, rating + width, games))
    return sorted(rated, key=lambda one: -one.rating)


def table(ratings: Iterable[Rating]) -> str:
    """Formats ratings as a table."""
    lines = [f"{'player':<20} {'rating':>7} {'from':>7} {'to':>7} {'games':>6}"]
    for one in ratings:
        lines.append(f"{one.player:<20} {one.rating:7.0f} {one.low:7.0f} {one.high:7.0f} {one.games:6d}")
    return "\n".join(lines)
