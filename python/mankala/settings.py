"""Settings of a run: they determine all its numbers, and can be sent to workers that play a part of it."""

from __future__ import annotations

from typing import TypedDict


class CompareSettings(TypedDict):
    """Settings of ``mankala.compare``."""

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
    """Settings of ``mankala.match``."""

    south: str
    north: str
    games: int
    seed: int
    opening_plies: int
    ply_limit: int
    rounds: bool
