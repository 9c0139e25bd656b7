"""Ladders: ratings of players from few games, chosen to give the most information."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ._engine import Game, Variant
from .checks import whole
from .drawing import dice, opening, seed_of
from .errors import ArgumentError, MoveError
from .loading import Source, load
from .ratings import Rating, Result, bradley_terry, table
from .runs import match

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
    variant: Variant, players: Mapping[str, Player], names: tuple[str, str], block: int, seed: int, settings: tuple[int, int]
) -> list[float]:
    """Plays some pairs of games and returns the scores of the first player."""
    opening_plies, ply_limit = settings
    seated = [players[name] for name in names]
    if isinstance(seated[0], str) and isinstance(seated[1], str):
        own = seed_of("ladder", variant.digest, seed, block, *names)
        games = match(
            variant,
            seated[0],
            seated[1],
            games=2 * PAIRS,
            seed=own,
            opening_plies=opening_plies,
            ply_limit=ply_limit,
        )
        sides = ("SN"[number % 2] for number in games["game"])
        return [0.5 if found in (None, "draw") else float(found == side) for side, found in zip(sides, games["result"])]
    scores = []
    for number in range(2 * PAIRS):
        words = ("ladder", variant.digest, seed, block, *names, number // 2)
        game, side = opening(variant, dice(*words), opening_plies), "SN"[number % 2]
        while game.result is None and game.plies < ply_limit:
            at = 0 if game.to_move == side else 1
            game.play(_choose(seated[at], names[at], game, seed_of(*words, number, game.plies)))
        scores.append(0.5 if game.result in (None, "draw") else float(game.result == side))
    return scores


def _next(ratings: list[Rating], blocks: Mapping[tuple[str, str], int]) -> tuple[str, str]:
    """Returns the two players whose games give the most information: near in rating, with few games between them."""
    pairs = [(first, second) for at, first in enumerate(ratings) for second in ratings[at + 1 :]]

    def worth(pair: tuple[Rating, Rating]) -> float:
        first, second = pair
        odds = 10 ** ((first.rating - second.rating) / 400)
        # Information of a game, divided among the blocks already played.
        return odds / (1 + odds) ** 2 / (1 + blocks.get(_key(first.player, second.player), 0))

    first, second = max(pairs, key=worth)
    return _key(first.player, second.player)


def _key(first: str, second: str) -> tuple[str, str]:
    return (first, second) if first < second else (second, first)


def _read(file: pathlib.Path, header: dict[str, Any]) -> list[tuple[tuple[str, str], list[float]]]:
    """Reads the blocks of an earlier run; ignores a truncated last line."""
    lines = file.read_text(encoding="utf-8").split("\n")[:-1]
    read = []
    for number, line in enumerate(lines, 1):
        try:
            told = json.loads(line)
            read.append(told if number == 1 else ((told["first"], told["second"]), told["scores"]))
        except (ValueError, KeyError, TypeError):
            message = f"keep: {file}:{number}: expected a line of a ladder, found {line[:60]!r}"
            raise ArgumentError(message) from None
    if read and read[0] != header:
        message = f"keep: {file} has a ladder with other settings: {json.dumps(read[0])}"
        raise ArgumentError(message)
    return read[1:]


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
    progress: Callable[[int, int], object] | None = None,
) -> Ladder:
    """Rates players by the model of Bradley and Terry.

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
    if len(names) < 2 or anchor is not None and anchor not in named:
        message = f"players: expected two or more, the anchor {anchor!r} among them, found {names}"
        raise ArgumentError(message)
    for player in named.values():
        if isinstance(player, str):
            # Checks the name.
            loaded.game().choose(player)
    header = {
        "ladder": loaded.label,
        "digest": loaded.digest,
        "players": {name: player if isinstance(player, str) else "function" for name, player in named.items()},
        "seed": seed,
        "opening_plies": opening_plies,
        "ply_limit": ply_limit,
    }
    file = None if keep is None else pathlib.Path(keep)
    played = _read(file, header) if file is not None and file.exists() else []
    if file is not None:
        lines = [header, *({"first": a, "second": b, "scores": scores} for (a, b), scores in played)]
        # Written anew, so that no half line remains.
        part = file.with_name(file.name + ".part")
        try:
            part.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            part.replace(file)
        except OSError as error:
            message = f"keep: can't write {file}: {error}"
            raise ArgumentError(message) from None
    results: list[Result] = []
    blocks: dict[tuple[str, str], int] = {}

    def add(pair: tuple[str, str], scores: list[float]) -> None:
        block = blocks.get(pair, 0)
        blocks[pair] = block + 1
        results.extend(Result(*pair, score, (block, at // 2)) for at, score in enumerate(scores))

    first = [_key(*pair) for pair in zip(names, names[1:])]
    for done, (pair, scores) in enumerate(played):
        if done * 2 * PAIRS < games:
            add(pair, scores)
    while len(results) < games:
        waiting = [pair for pair in first if pair not in blocks]
        pair = waiting[0] if waiting else _next(bradley_terry(results, anchor or names[0]), blocks)
        scores = _block(loaded, named, pair, blocks.get(pair, 0), seed, (opening_plies, ply_limit))
        add(pair, scores)
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps({"first": pair[0], "second": pair[1], "scores": scores}) + "\n")
        if progress is not None:
            progress(len(results), games)
    met = {name for result in results for name in (result.first, result.second)}
    missing = [name for name in names if name not in met]
    if missing:
        message = f"games: expected at least {2 * PAIRS * (len(names) - 1)} for {len(names)} players, found {games}"
        raise ArgumentError(message)
    return Ladder(bradley_terry(results, anchor or names[0]), results)
