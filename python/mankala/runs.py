"""Runs of many games, and searches: the numbers of the command line, as tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TypeAlias

from ._engine import (
    Comparison,
    Game,
    Match,
    Perft,
    Solution,
    Variant,
    _check_threads,
    _compare,
    _match,
    _perft,
    _solve,
)
from .errors import ArgumentError
from .loading import Source, load
from .parts import Executors, compare_parts, match_parts
from .settings import CompareSettings, MatchSettings

Progress: TypeAlias = Callable[[int, int], object]
"""Called now and then with the number of games that have been played and of all there are to play."""


def _list(given: str | Iterable[str]) -> list[str]:
    """One word or several."""
    return [given] if isinstance(given, str) else list(given)


def _named(source: Source) -> tuple[str, Variant]:
    """A variant with the name that stands in tables: as it was given, or its name with its changes."""
    variant = load(source)
    is_text = isinstance(source, str) and "\n" in source
    if isinstance(source, Variant) or is_text:
        return variant.label, variant
    return os.fspath(source), variant


def compare(
    variants: Source | Iterable[Source],
    *,
    games: int = 1000,
    seed: int = 1,
    players: str | Iterable[str] = "random",
    judges: str | Iterable[str] | None = None,
    measures: str | Iterable[str] | None = None,
    opening_plies: int | None = None,
    ply_limit: int = 2000,
    rounds: bool = False,
    strength: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    executor: Executors | None = None,
) -> Comparison:
    """Measures variants by many games, as ``mankala compare`` does: the same arguments give the same numbers.

    Args:
        variants: One variant, or several.
        games: How many games of each variant each player plays against itself.
        seed: From which all chance follows.
        players: ``random``, ``greedy``, ``alphabeta:DEPTH``, ``mcts:ITERATIONS``; one, or several for a column each.
        judges: Who is asked whether a game is fair; random and alphabeta:2 to 5 if left out.
        measures: Groups, names of measures, ``dozen`` or ``all``. If left out, all that the games tell.
        opening_plies: So many random plies begin each game; 0 if left out, 4 for greedy and alphabeta.
        ply_limit: A game is left unfinished after so many plies.
        rounds: Whether games that have several rounds are played over all of them.
        strength: How many games each step of the ladder of strength has; only one step is climbed if left out.
        threads: How many threads play, as many as the machine runs at once if left out. No number depends on it.
        progress: Called now and then with games played and all games; with an executor, with parts instead.
        executor: Plays the run in parts, which may go to other processes or machines: any ``concurrent.futures.Executor``, or
            what makes one. A part that fails is tried again elsewhere. The result is the same to the last bit.

    Returns:
        A table with a row for each measure of each variant and player. ``value``, ``low`` and ``high`` (95 %) are
        in ``unit``; ``median``, ``p5`` and ``p95`` tell how single games, moves or plies are spread.

    Raises:
        VariantError: A variant can't be loaded.
        ArgumentError: A player, measure or number is none of those expected.

    >>> table = compare(["kalah", "oware"], games=20, measures="turns", threads=1)
    >>> table["variant"], table["measure"]
    (['kalah', 'oware'], ['turns', 'turns'])
    """
    if isinstance(variants, (str, os.PathLike, Variant)):
        variants = [variants]
    named = [_named(source) for source in variants]
    settings: CompareSettings = {
        "games": games,
        "seed": seed,
        "players": _list(players),
        "judges": None if judges is None else _list(judges),
        "measures": None if measures is None else _list(measures),
        "opening_plies": opening_plies,
        "ply_limit": ply_limit,
        "rounds": rounds,
        "strength": strength,
    }
    given = ", ".join(f"{key}={value!r}" for key, value in settings.items() if value is not None)
    command = f"mankala.compare({[name for name, _ in named]!r}, {given})"
    parts: list[str] = []
    if executor is not None:
        _check_threads(threads)
        parts = compare_parts(executor, named, settings, progress)
        progress = None
    return _compare(named, settings, command, parts, threads, progress)


def match(
    variant: Source,
    south: str,
    north: str,
    *,
    games: int,
    seed: int = 1,
    opening_plies: int = 0,
    ply_limit: int = 2000,
    rounds: bool = False,
    shard: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    executor: Executors | None = None,
) -> Match:
    """Plays games between two players, as ``mankala match`` does: the same arguments give the same games.

    Args:
        variant: What is played.
        south: Who sits South in the first game; the players change seats after each.
        north: Who sits North in the first game.
        games: How many games; two at a time start from the same opening.
        seed: From which all chance follows.
        opening_plies: So many random moves open each pair of games.
        ply_limit: A game is left unfinished after so many moves.
        rounds: Whether every game goes over its rounds, to the end of the whole game.
        shard: Only one part of the match, like ``"2/4"``.
        threads: How many threads play, as many as the machine runs at once if left out. No game depends on it.
        progress: Called now and then with games played and all games; with an executor, with parts instead.
        executor: Plays the run in parts, which may go to other processes or machines: any ``concurrent.futures.Executor``, or
            what makes one. A part that fails is tried again elsewhere. The result is the same to the last bit.

    Returns:
        A table with a row for each game. ``opening`` and ``plies`` count moves; ``result`` is ``S``, ``N``,
        ``draw`` or missing where the game was cut off; ``position`` is the last one.

    Raises:
        VariantError: The variant can't be loaded.
        ArgumentError: A player or number is none of those expected.

    >>> games = match("oware", "greedy", "random", games=4)
    >>> games["north"]
    ['random 1.0', 'greedy 1.0', 'random 1.0', 'greedy 1.0']
    """
    loaded = load(variant)
    settings: MatchSettings = {
        "south": south,
        "north": north,
        "games": games,
        "seed": seed,
        "opening_plies": opening_plies,
        "ply_limit": ply_limit,
        "rounds": rounds,
    }
    if executor is None:
        return _match(loaded, settings, shard or "1/1", [], threads, progress)
    if shard is not None:
        raise ArgumentError("a part of a match is not played in parts: give a shard or an executor")
    _check_threads(threads)
    parts = match_parts(executor, loaded, settings, progress)
    return _match(loaded, settings, "1/1", parts, threads, None)


def _game(of: Source | Game, position: str | None) -> Game:
    """The game that is meant: one that is being played, or one that begins."""
    if not isinstance(of, Game):
        return load(of).game(position)
    if position is not None:
        raise ArgumentError("position: expected none with a game, which is where it stands; give a variant to begin elsewhere")
    return of


def perft(
    of: Source | Game,
    depth: int,
    *,
    position: str | None = None,
    threads: int | None = 1,
) -> Perft:
    """Counts the sequences of exactly ``depth`` moves; games that end earlier add nothing.

    Args:
        of: A variant, or a game as it stands.
        depth: The length of the sequences, 0 to 255.
        position: Where a variant is begun; the opening if left out. A game is where it stands.
        threads: How many threads count; as many as the machine runs at once if ``None``.

    Returns:
        A table with a row for each first move, and ``nodes``, the number in all.

    >>> perft("kalah", 4).nodes
    942
    """
    return _perft(_game(of, position), depth, threads)


def solve(
    of: Source | Game,
    *,
    position: str | None = None,
    moves: bool = True,
    budget: float | None = None,
    memory: int = 512 << 20,
) -> Solution:
    """Finds what a position comes to with perfect play, as if nothing had been played before.

    Args:
        of: A variant, or a game as it stands.
        position: Where a variant is begun; the opening if left out. A game is where it stands.
        moves: Whether each first move is given its value too.
        budget: Seconds after which what is known by then is the answer; without it there is no limit.
        memory: The bytes that the table of positions may take; no more than are free.

    Returns:
        ``value`` for the player to move, in seeds more than the other has at the end or as a result (1, 0, −1), see ``unit``;
        where it is not known ``low`` and ``high`` say between which it lies. A table with a row for each first move.

    >>> solve("kalah:board.columns=2,setup.seeds=2").value
    -2
    """
    return _solve(_game(of, position), moves, budget, memory)
