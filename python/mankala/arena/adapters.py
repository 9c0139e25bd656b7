"""Environments of other packages by name; the packages are imported only when one is created."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import MissingError
from ..loading import Source, load
from .prompts import Style

if TYPE_CHECKING:
    from .gym import TextGame
    from .text_arena import MankalaEnv


def gym_env(
    source: Source,
    opponent: str = "random",
    *,
    side: str | None = None,
    opening_plies: int = 0,
    ply_limit: int = 400,
    retries: int = 2,
    style: Style = Style(),
) -> TextGame:
    """Creates a Gymnasium environment whose observations and actions are texts.

    An observation is a prompt, an action a reply. The reward comes at the end: 1 for a win, −1 for a loss or a forfeit,
    0 for a draw. A game is truncated after ``ply_limit`` moves.

    Args:
        source: The variant.
        opponent: Player such as ``alphabeta:3``.
        side: Side of the agent, ``S`` or ``N``; by default, drawn by the seed of each game.
        opening_plies: Number of random moves that open a game.
        ply_limit: Maximum number of moves.
        retries: Number of corrections of each illegal or unreadable move.
        style: Parts of the prompts.

    Raises:
        MissingError: Gymnasium is not installed.
    """
    try:
        from .gym import TextGame
    except ImportError as error:
        message = f"arena.gym_env needs Gymnasium ({error}); install it with pip install 'mankala[env]'"
        raise MissingError(message) from None
    return TextGame(load(source), opponent, side, opening_plies, ply_limit, retries, style)


def textarena_env(
    source: Source, *, opening_plies: int = 0, ply_limit: int = 400, retries: int = 2, style: Style = Style()
) -> MankalaEnv:
    """Creates an environment of TextArena for two players; player 0 is South.

    Each observation of a player to move ends with a complete prompt. An illegal or unreadable move can be corrected
    ``retries`` times. A game of ``ply_limit`` moves is a draw.

    Raises:
        MissingError: TextArena is not installed.
    """
    try:
        from .text_arena import MankalaEnv
    except ImportError as error:
        message = f"arena.textarena_env needs TextArena ({error}); install it with pip install textarena"
        raise MissingError(message) from None
    return MankalaEnv(load(source), opening_plies, ply_limit, retries, style)
