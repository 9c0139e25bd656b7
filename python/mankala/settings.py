"""Settings of a run: they determine all its numbers, and can be sent to workers that play a part of it."""

from __future__ import annotations

from typing import TypedDict

from .players import Given


class CompareSettings(TypedDict):
    """Settings of ``mankala.compare``."""

    games: int
    seed: int
    players: list[Given]
    judges: list[Given] | None
    measures: list[str] | None
    opening_plies: int | None
    ply_limit: int
    rounds: bool
    strength: int | None


class MatchSettings(TypedDict):
    """Settings of ``mankala.match``."""

    south: Given
    north: Given
    games: int
    seed: int
    opening_plies: int
    ply_limit: int
    rounds: bool


class DesignSettings(TypedDict):
    """Settings of ``mankala.design``."""

    goal: str
    variants: list[str]
    candidates: int | None
    budget: float | None
    seed: int
    player: str
    confirm: str
    games: int
    best: int
    spread: list[str]
    ply_limit: int
    parts: int
    shard: str
    blind: bool
