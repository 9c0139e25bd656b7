"""What is asked of a run: everything that its numbers follow from, so that it can be sent to where a part of it is played."""

from __future__ import annotations

from typing import TypedDict


class CompareSettings(TypedDict):
    """What ``mankala.compare`` asks of each variant."""

    games: int
    seed: int
    players: list[str]
    judges: list[str] | None
    measures: list[str] | None
    opening_plies: int | None
    ply_limit: int
    rounds: bool
    strength: int | None


class MatchSettings(TypedDict):
    """What ``mankala.match`` asks for."""

    south: str
    north: str
    games: int
    seed: int
    opening_plies: int
    ply_limit: int
    rounds: bool
