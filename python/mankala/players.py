"""Players of games: those of the engine by their names, programs, and Python functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from ._engine import Game
from .errors import ArgumentError
from .programs import EXEC, program_player

Chooser: TypeAlias = Callable[[Game], str]
"""Function that returns a legal move of a game."""

ManyChooser: TypeAlias = Callable[[list[Game]], list[str]]
"""Function that returns a legal move of each game of a list."""

Given: TypeAlias = str | tuple[str, str, Callable[[Any], Any], bool]
"""Player as the engine takes it: a name, or a function with its name, its version, and whether it takes many games."""


@dataclass(frozen=True)
class Player:
    """Player that is a Python function, for ``match``, ``compare`` and ``ladder``.

    Attributes:
        choose: Function that returns a legal move of a game; if ``batched``, a legal move of each game of a list.
        name: Name in tables and records; by default, that of the function.
        version: Version in tables and records; it should change whenever the player would choose other moves.
        batched: Whether the function takes a list of games. It is called with all games that wait for a move: one
            from each thread at most, so ``threads=64`` leads to lists of up to 64 games.

    >>> import mankala
    >>> last = mankala.Player(lambda games: [game.moves[-1] for game in games], name="last", batched=True)
    >>> mankala.match("kalah", last, "random", games=8, threads=4).players
    ('last', 'random 1.0')
    """

    choose: Chooser | ManyChooser
    name: str = ""
    version: str = ""
    batched: bool = False


PlayerLike: TypeAlias = str | Player | Chooser
"""Player of the engine, such as ``alphabeta:3``, a program, ``exec:COMMAND``, or a Python function."""


def given(player: PlayerLike, name: str = "") -> Given:
    """Converts a player for the engine; ``name`` replaces the name of a function."""
    if isinstance(player, str):
        if player.startswith(EXEC):
            return name or player, "", program_player(player[len(EXEC) :]), False
        return player
    if isinstance(player, Player):
        function, version, batched = player.choose, player.version, player.batched
        name = name or player.name
    else:
        function, version, batched = player, "", False
    if not callable(function):
        message = f"player: expected a name or a function, found {function!r:.60}"
        raise ArgumentError(message)
    name = name or getattr(function, "__name__", type(function).__name__)
    return name, version, cast("Callable[[Any], Any]", function), batched


def shown(player: Given) -> str:
    """Returns the name of a player."""
    return player if isinstance(player, str) else player[0]
