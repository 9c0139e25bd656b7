"""Runs of many games and searches, which return the same numbers as the command line, in tables."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from ._engine import (
    Comparison,
    Game,
    Match,
    Perft,
    Solution,
    Table,
    Variant,
    _check_threads,
    _compare,
    _match,
    _openings,
    _perft,
    _puzzles,
    _review,
    _solve,
)
from .checks import items, kind, plain, truth, words
from .errors import ArgumentError, VariantError
from .loading import Source, Value, load
from .parts import Executors, Paths, compare_parts, kept_parts, known_parts, match_parts
from .players import Given, Player, PlayerLike, given, shown
from .settings import CompareSettings, MatchSettings

Progress: TypeAlias = Callable[[int, int], object]
"""Callback that receives the number of games played and the total."""


def _players(name: str, players: PlayerLike | Iterable[PlayerLike]) -> list[Given]:
    """Converts one player or several for the engine."""
    if isinstance(players, (str, Player)) or callable(players):
        return [given(players)]
    return [given(player) for player in items(name, players)]


def _named(source: Source) -> tuple[str, Variant]:
    """Returns a variant with its name in tables: as given, or its name with its changes."""
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
    players: PlayerLike | Iterable[PlayerLike] = "random",
    judges: PlayerLike | Iterable[PlayerLike] | None = None,
    measures: str | Iterable[str] | None = None,
    opening_plies: int | None = None,
    ply_limit: int = 2000,
    rounds: bool = False,
    strength: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    executor: Executors | None = None,
    keep: str | os.PathLike[str] | None = None,
    shard: str | None = None,
    known: Paths = (),
) -> Comparison:
    """Measures variants over many games, like ``mankala compare``: the same arguments give the same numbers.

    Args:
        variants: One variant, or several.
        games: Number of games of each variant that each player plays against itself.
        seed: Random seed.
        players: ``random``, ``greedy``, ``alphabeta:DEPTH``, ``mcts:ITERATIONS``, or a function; one or several. See
            ``mankala.Player`` for functions; a program is ``exec:COMMAND``.
        judges: Players that judge whether a game is fair; by default random and alphabeta:2 to 5.
        measures: Groups, names of measures, ``dozen`` or ``all``. By default, all measures that these games provide.
        opening_plies: Number of random plies that begin each game; by default 0, or 4 for greedy and alphabeta.
        ply_limit: Maximum number of plies; longer games stay unfinished.
        rounds: Play all rounds of games that have several.
        strength: Games for each doubling of effort, to measure what it gains; by default, one doubling is measured.
        threads: Number of threads; by default, one for each processor. It does not affect the results.
        progress: Callback that receives the number of games played and the total; with an executor, it counts parts.
        executor: Plays the run in parts, possibly in other processes or on other machines. Any
            ``concurrent.futures.Executor``, or a function that creates one. Parts that fail are repeated. The results are
            the same to the last bit.
        keep: File for the results of parts, in the format of ``mankala compare --keep``. A run with the same file plays
            only the missing games; progress counts parts. Not together with an executor.
        shard: Play only one part, such as ``"2/4"``; needs ``keep``. The result is then empty: a run with the files of
            all parts as ``known`` joins them.
        known: Files of results, in the format of ``keep``. These games are not played again. Not together with ``keep``
            or an executor.

    Returns:
        A table with a row for each measure of each variant and player. ``value``, ``low`` and ``high`` (95 %) are
        in ``unit``; ``median``, ``p5`` and ``p95`` describe the distribution of single games, moves or plies.

    Raises:
        VariantError: A variant can't be loaded.
        ArgumentError: A player, measure or number is invalid.

    >>> table = compare(["kalah", "oware"], games=20, measures="turns", threads=1)
    >>> table["variant"], table["measure"]
    (['kalah', 'oware'], ['turns', 'turns'])
    """
    if isinstance(variants, (str, os.PathLike, Variant)):
        variants = [variants]
    named = [_named(source) for source in items("variants", variants)]
    settings: CompareSettings = {
        "games": games,
        "seed": seed,
        "players": _players("players", players),
        "judges": None if judges is None else _players("judges", judges),
        "measures": None if measures is None else words("measures", measures),
        "opening_plies": opening_plies,
        "ply_limit": ply_limit,
        "rounds": truth("rounds", rounds),
        "strength": strength,
    }
    told = {
        **settings,
        "players": [shown(player) for player in settings["players"]],
        "judges": settings["judges"] and [shown(judge) for judge in settings["judges"]],
    }
    arguments = ", ".join(f"{key}={plain(value)!r}" for key, value in told.items() if value is not None)
    command = f"mankala.compare({[name for name, _ in named]!r}, {arguments})"
    parts = known_parts(known, named, settings)
    if parts and (keep is not None or executor is not None):
        raise ArgumentError("known: expected no keep and no executor")
    if shard is not None and keep is None:
        raise ArgumentError("shard: expected keep, the file for the results of the part")
    if keep is not None:
        if executor is not None:
            raise ArgumentError("expected keep or an executor, found both")
        own = "1/1" if shard is None else kind("shard", shard, isinstance(shard, str), "a str")
        parts = [kept_parts(keep, named, settings, own, threads, progress)]
        progress = None
        if own != "1/1":
            return _compare([], settings, command, [], threads, None)
    elif executor is not None:
        _check_threads(threads)
        parts = compare_parts(executor, named, settings, progress)
        progress = None
    return _compare(named, settings, command, parts, threads, progress)


def sweep(variant: Source, factors: Mapping[str, Iterable[Value]], **settings: Any) -> Comparison:
    """Compares a variant over a grid of values, like ``mankala compare --sweep``.

    Args:
        variant: The variant.
        factors: Full keys, each with its values. Combinations that the ruleset refuses are left out.
        settings: Arguments of ``mankala.compare``.

    Raises:
        VariantError: The variant can't be loaded, or the ruleset refuses all combinations.
        ArgumentError: An argument is invalid.

    >>> grid = {"board.columns": [3, 4], "rules.capture": ["always", "never"]}
    >>> sweep("kalah", grid, games=10, measures="turns")["variant"][:2]
    ['kalah:board.columns=3,rules.capture=always', 'kalah:board.columns=3,rules.capture=never']
    """
    base, grid, refused = load(variant), [], None
    kind("factors", factors, isinstance(factors, Mapping), "keys with their values")
    for values in itertools.product(*(items(key, values) for key, values in factors.items())):
        try:
            grid.append(load(base, dict(zip(factors, values))))
        except VariantError as error:
            refused = error
    if refused is not None and not grid:
        raise refused
    return compare(grid, **settings)


def match(
    variant: Source,
    south: PlayerLike,
    north: PlayerLike,
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
    """Plays games between two players, like ``mankala match``: the same arguments give the same games.

    Args:
        variant: The variant.
        south: Player that is South in the first game: a name, a program (``exec:COMMAND``) or a function (see
            ``mankala.Player``). The players change sides after each game.
        north: Player that is North in the first game.
        games: Number of games; each pair starts from the same opening.
        seed: Random seed.
        opening_plies: Number of random moves that open each pair of games.
        ply_limit: Maximum number of moves; longer games stay unfinished.
        rounds: Play all rounds of every game.
        shard: Play only one part of the match, such as ``"2/4"``.
        threads: Number of threads; by default, one for each processor. It does not affect the results.
        progress: Callback that receives the number of games played and the total; with an executor, it counts parts.
        executor: Plays the run in parts, possibly in other processes or on other machines. Any
            ``concurrent.futures.Executor``, or a function that creates one. Parts that fail are repeated. The results are
            the same to the last bit.

    Returns:
        A table with a row for each game. ``opening`` and ``plies`` count moves; ``result`` is ``S``, ``N``,
        ``draw``, or missing for unfinished games; ``position`` is the last one.

    Raises:
        VariantError: The variant can't be loaded.
        ArgumentError: A player or number is invalid.

    >>> games = match("oware", "greedy", "random", games=4)
    >>> games["north"]
    ['random 1.0', 'greedy 1.0', 'random 1.0', 'greedy 1.0']
    """
    loaded = load(variant)
    settings: MatchSettings = {
        "south": given(south),
        "north": given(north),
        "games": games,
        "seed": seed,
        "opening_plies": opening_plies,
        "ply_limit": ply_limit,
        "rounds": truth("rounds", rounds),
    }
    if executor is None:
        return _match(loaded, settings, "1/1" if shard is None else shard, [], threads, progress)
    if shard is not None:
        raise ArgumentError("expected a shard or an executor, found both")
    _check_threads(threads)
    parts = match_parts(executor, loaded, settings, progress)
    return _match(loaded, settings, "1/1", parts, threads, None)


def _game(of: Source | Game, position: str | None) -> Game:
    """Returns a game as it is, or a new game of a variant."""
    if not isinstance(of, Game):
        return load(of).game(position)
    if position is not None:
        raise ArgumentError("position: a game already has its position; pass a variant to start from another one")
    return of


def perft(
    of: Source | Game,
    depth: int,
    *,
    position: str | None = None,
    threads: int | None = 1,
) -> Perft:
    """Counts the sequences of exactly ``depth`` moves; games that end earlier do not count.

    Args:
        of: A variant, or a game in its current position.
        depth: Length of the sequences, 0 to 255.
        position: First position, only if ``of`` is a variant; the opening if omitted.
        threads: Number of threads; ``None`` means one for each processor.

    Returns:
        A table with a row for each first move, and ``nodes``, the total number.

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
    """Finds the value of a position with perfect play, independent of the moves before it.

    Args:
        of: A variant, or a game in its current position.
        position: First position, only if ``of`` is a variant; the opening if omitted.
        moves: Also compute the value of each first move.
        budget: Maximum time in seconds, after which the bounds found so far are returned; no limit by default.
        memory: Maximum size of the transposition table in bytes, at most the free memory.

    Returns:
        ``value`` for the player to move: the difference in seeds at the end or the result (1, 0, −1); see ``unit``.
        If it is unknown, ``low`` and ``high`` are its bounds. The table has a row for each first move.

    >>> solve("kalah:board.columns=2,setup.seeds=2").value
    -2
    """
    return _solve(_game(of, position), moves, budget, memory)


def review(
    games: Game | Iterable[Game | Iterable[str]],
    variant: Source | None = None,
    *,
    effort: int | None = None,
    opening: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table:
    """Reviews games, like ``mankala review``: winning chances, best lines and grades of moves.

    Args:
        games: One game, or several. A game may also be a list of its moves, as in the column ``moves`` of a match.
        variant: The variant of games that are lists of moves.
        effort: Work for each position: the search takes this many times 256 steps. By default, as many as the command.
        opening: Number of plies at the start of each game that are not reviewed, such as those of a random opening.
        threads: Number of threads; by default, one for each processor. It does not affect the results.
        progress: Callback that receives the number of games reviewed and the total.

    Returns:
        A table with a row for each ply. ``before`` and ``after`` are the expected points of the mover with the best
        move and with the move made. ``line`` begins with the best move. ``judgement`` is ``best``, ``good``,
        ``inaccuracy``, ``mistake`` or ``blunder``; ``proved`` is true if both values are exact.

    Raises:
        ArgumentError: A number is out of range, or the variant of a list of moves is missing.
        MoveError: A move is illegal.

    >>> games = match("kalah:board.columns=3", "random", "random", games=2)
    >>> review(games["moves"], "kalah:board.columns=3", effort=16).columns[:4]
    ['game', 'ply', 'side', 'move']
    """
    listed = [games] if isinstance(games, Game) else items("games", games)
    played: list[Game] = []
    for game in listed:
        if isinstance(game, Game):
            played.append(game)
            continue
        if variant is None:
            raise ArgumentError("variant: a list of moves needs the variant of its game")
        again = load(variant).game()
        for move in words("games", game):
            again.play(move)
        played.append(again)
    return _review(played, effort, opening, threads, progress)


def openings(
    of: Source | Game,
    *,
    position: str | None = None,
    plies: int = 3,
    effort: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table:
    """Finds a tree of first moves with their values, like ``mankala openings``.

    Args:
        of: A variant, or a game in its current position.
        position: First position, only if ``of`` is a variant; the opening if omitted.
        plies: Number of plies of the tree.
        effort: Work for each position: the search takes this many times 256 steps. By default, as many as the command.
        seed: Random seed, which decides the order of equal moves.
        threads: Number of threads; by default, one for each processor. It does not affect the values.
        progress: Callback that receives the numbers of positions done and of positions known so far.

    Returns:
        A table with a row for each move, the best first; each row precedes its replies. ``line`` holds the moves up to
        this one, ``chance`` the expected points of its mover; ``proved`` is true if the result is exact. ``margin`` is
        then the final lead of the mover in seeds, if it is known. ``position`` is the one after the move.

    Raises:
        ArgumentError: A number is out of range.

    >>> found = openings("kalah:board.columns=2,setup.seeds=2", plies=1)
    >>> found["line"], found["margin"]
    ([['A2'], ['A1']], [-2, -4])
    """
    return _openings(_game(of, position), plies, effort, seed, threads, progress)


def puzzles(
    variant: Source,
    *,
    count: int = 10,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table:
    """Finds puzzles, like ``mankala puzzles``: positions with one right move, proved by the solver.

    Args:
        variant: A variant.
        count: Number of puzzles. There may be fewer.
        seed: Random seed: the same seed gives the same puzzles.
        threads: Number of threads; by default, one for each processor. It does not affect the puzzles.
        progress: Callback that receives the number of puzzles found and the number wanted.

    Returns:
        A table with a row for each puzzle. ``value`` is the result of the only move for ``side``: ``win`` or ``draw``.
        ``plies`` is the length of the main line, ``difficulty`` the weakest player that finds it, null if none does.
        ``solution`` holds lines of moves that form a tree, the main line first, each with spaces between the moves.

    Raises:
        Error: There is no puzzle, because nothing can be proved.
        ArgumentError: A number is out of range.

    >>> found = puzzles("kalah:board.columns=3,setup.seeds=2", count=2)
    >>> [len(line.split()) for line, *_ in found["solution"]] == found["plies"]
    True
    """
    return _puzzles(load(variant), count, seed, threads, progress)
