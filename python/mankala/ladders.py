"""Ladders: ratings of players from few games, chosen to give the most information."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ._engine import _check_threads, _Ladder
from .checks import kind, whole, words
from .errors import ArgumentError
from .loading import Source, load
from .players import PlayerLike, given
from .ratings import Rating, Result, rated, table


@dataclass(frozen=True)
class Ladder:
    """Ratings of players.

    Attributes:
        ratings: The players, the strongest first.
        results: All games.
    """

    ratings: list[Rating]
    results: list[Result]

    def __str__(self) -> str:
        """Formats the ratings as a table."""
        return table(self.ratings)


def _write(file: pathlib.Path, text: str) -> None:
    """Writes the file anew, so that no half line remains."""
    part = file.with_name(file.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(file)
    except OSError as error:
        message = f"keep: can't write {file}: {error}"
        raise ArgumentError(message) from None


def ladder(
    variant: Source,
    players: Mapping[str, PlayerLike] | Iterable[str],
    *,
    games: int = 400,
    seed: int = 1,
    opening_plies: int = 4,
    ply_limit: int = 2000,
    anchor: str | None = None,
    keep: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Ladder:
    """Rates players by the model of Bradley and Terry, like ``mankala ladder``: the same players, the same games.

    Each player first meets the next one in the list. Then players with similar ratings and few mutual games play five
    pairs of games at a time; the games of a pair have the same opening, with sides exchanged.

    Args:
        variant: The variant.
        players: Names of players, or players by name; see ``mankala.Player`` for functions.
        games: Number of games in all, rounded up to whole blocks of ten.
        seed: Random seed.
        opening_plies: Number of random moves of each opening.
        ply_limit: Maximum number of moves; a longer game counts as a draw.
        anchor: Player with rating 0; by default the first.
        keep: File that receives each block; a run with the same settings continues it.
        threads: Number of threads; by default, one for each processor.
        progress: Callback that receives the number of games played and the total.

    Raises:
        ArgumentError: There are fewer than two players, a number is out of range, or the file has another ladder.
        MoveError: A function returned an illegal move.

    >>> first = lambda game: game.moves[0]
    >>> found = ladder("kalah", {"greedy": "greedy", "random": "random", "first": first}, games=60, anchor="random")
    >>> sorted(rating.player for rating in found.ratings)
    ['first', 'greedy', 'random']
    """
    named: dict[str, PlayerLike]
    named = dict(players) if isinstance(players, Mapping) else {name: name for name in words("players", players)}
    loaded = load(variant)
    games = whole("games", games, 1)
    seed = whole("seed", seed, 0)
    opening_plies = whole("opening_plies", opening_plies, 0)
    ply_limit = whole("ply_limit", ply_limit, 1, 1_000_000)
    names = list(named)
    if anchor is not None and kind("anchor", anchor, isinstance(anchor, str), "a str") not in named:
        message = f"anchor: expected one of {', '.join(names)}, found {anchor!r}"
        raise ArgumentError(message)
    kind("progress", progress, progress is None or callable(progress), "a function")
    _check_threads(threads)
    run = _Ladder(
        loaded,
        names,
        [given(player, name) for name, player in named.items()],
        0 if anchor is None else names.index(anchor),
        seed,
        opening_plies,
        ply_limit,
        games,
    )
    fits = isinstance(keep, (str, os.PathLike, type(None)))
    file = None if keep is None else pathlib.Path(kind("keep", keep, fits, "a path"))
    if file is not None:
        try:
            text = run.resume(file.read_text(encoding="utf-8"), games) if file.exists() else ""
            _write(file, text or run.header() + "\n")
        except (OSError, ValueError) as error:
            message = f"keep: {file}:{error}"
            raise ArgumentError(message) from None
    done = len(run.games())
    while done < games:
        line = run.play(threads)
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(line + "\n")
        done = len(run.games())
        if progress is not None:
            progress(done, games)
    results = [Result(names[a], names[b], score, number) for (a, b), score, number in run.games()]
    return Ladder(rated(names, run.ratings()), results)
