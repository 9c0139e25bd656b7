"""Ladders: ratings of players from few games, chosen to give the most information."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ._engine import Game, Variant, _check_threads, _Ladder
from .checks import whole
from .drawing import dice, opening, seed_of
from .errors import ArgumentError, MoveError
from .loading import Source, load
from .ratings import Rating, Result, rated, table

Player: TypeAlias = str | Callable[[Game], str]
"""Player of the engine, such as ``alphabeta:3``, or a function that returns a legal move of a game."""

PAIRS = 5
"""Number of pairs of games before the next two players are chosen."""


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


def _choose(player: Player, name: str, game: Game, seed: int) -> str:
    """Returns the move of a player."""
    if isinstance(player, str):
        return game.choose(player, seed=seed) or ""
    move = player(game.copy())
    if move not in game.moves:
        message = f"{name} returned {move!r}, expected one of {' '.join(game.moves)} in {game.position}"
        raise MoveError(message)
    return move


def _block(
    variant: Variant, players: tuple[Player, Player], names: tuple[str, str], seed: int, settings: tuple[int, int]
) -> list[float]:
    """Plays some pairs of games and returns the scores of the first player."""
    opening_plies, ply_limit = settings
    scores = []
    for number in range(2 * PAIRS):
        game, side = opening(variant, dice(seed, number // 2), opening_plies), "SN"[number % 2]
        while game.result is None and game.plies < ply_limit:
            at = 0 if game.to_move == side else 1
            game.play(_choose(players[at], names[at], game, seed_of(seed, number, game.plies)))
        scores.append(0.5 if game.result in (None, "draw") else float(game.result == side))
    return scores


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
    players: Mapping[str, Player] | Iterable[str],
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
        players: Names of players, or players by name; a player may be a function that returns a legal move of a game.
        games: Number of games in all, rounded up to whole blocks of ten.
        seed: Random seed.
        opening_plies: Number of random moves of each opening.
        ply_limit: Maximum number of moves; a longer game counts as a draw.
        anchor: Player with rating 0; by default the first.
        keep: File that receives each block; a run with the same settings continues it.
        threads: Number of threads; by default, one for each processor. Functions play on one.
        progress: Callback that receives the number of games played and the total.

    Raises:
        ArgumentError: There are fewer than two players, a number is out of range, or the file has another ladder.
        MoveError: A function returned an illegal move.

    >>> first = lambda game: game.moves[0]
    >>> found = ladder("kalah", {"greedy": "greedy", "random": "random", "first": first}, games=60, anchor="random")
    >>> sorted(rating.player for rating in found.ratings)
    ['first', 'greedy', 'random']
    """
    named: dict[str, Player] = dict(players) if isinstance(players, Mapping) else {name: name for name in players}
    loaded = load(variant)
    games = whole("games", games, 1)
    seed = whole("seed", seed, 0)
    opening_plies = whole("opening_plies", opening_plies, 0)
    ply_limit = whole("ply_limit", ply_limit, 1, 1_000_000)
    names = list(named)
    if anchor is not None and anchor not in named:
        message = f"anchor: expected one of {', '.join(names)}, found {anchor!r}"
        raise ArgumentError(message)
    _check_threads(threads)
    run = _Ladder(
        loaded,
        [(name, player if isinstance(player, str) else None) for name, player in named.items()],
        0 if anchor is None else names.index(anchor),
        seed,
        opening_plies,
        ply_limit,
        games,
    )
    file = None if keep is None else pathlib.Path(keep)
    if file is not None:
        try:
            text = run.resume(file.read_text(encoding="utf-8"), games) if file.exists() else ""
        except ArgumentError as error:
            message = f"keep: {file}:{error}"
            raise ArgumentError(message) from None
        _write(file, text or run.header() + "\n")
    done = len(run.games())
    while done < games:
        pair, own = run.next_pair()
        both = names[pair[0]], names[pair[1]]
        first, second = named[both[0]], named[both[1]]
        if isinstance(first, str) and isinstance(second, str):
            scores = run.play(pair, (first, second), threads)
        else:
            scores = _block(loaded, (first, second), both, own, (opening_plies, ply_limit))
        line = run.add(pair, scores)
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(line + "\n")
        done += len(scores)
        if progress is not None:
            progress(done, games)
    results = [Result(names[a], names[b], score, number) for (a, b), score, number in run.games()]
    return Ladder(rated(names, run.ratings()), results)
