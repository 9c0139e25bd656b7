"""Environments by name; their dependencies are imported only when one is created."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import MissingError
from .loading import Source, load

if TYPE_CHECKING:
    from .environment import Environment
    from .vector import Policy, VectorEnvironment


def env(variant: Source, *, ply_limit: int = 2000, render_mode: str | None = None) -> Environment:
    """Creates a PettingZoo environment (AEC) of a variant.

    The agents are ``south`` and ``north``. Rewards come at the end: 1 for a win, −1 for a loss, 0 for a draw. A game is
    truncated after ``ply_limit`` moves. ``action_mask`` (int8) marks the legal actions of the agent whose turn it is;
    the other agent's mask is zero.

    The first actions are the pits of the agent from A1 on, then the opponent's, as if the agent were South. If
    seeds can be sown in two directions, the same pits follow for backward moves; then comes the pass. If a start allows
    several continuations (to stop or not, what to capture), the same agent acts again. The last 16 actions pick one, in
    the order of ``game.moves``.

    Observations are int32 numbers, named by ``observation_names``. The agent sees: the seeds in its pits and in
    the opponent's, whether it is to move, and the other fields of a written position. The last two are the chosen start
    (its action + 1; 0 for none) and the number of continuations left.

    Args:
        variant: The variant.
        ply_limit: Maximum number of moves; longer games are truncated.
        render_mode: ``ansi`` or ``human``.

    Raises:
        VariantError: The variant can't be loaded.
        ArgumentError: The limit or the mode is invalid.
        MissingError: PettingZoo or Gymnasium is not installed.
    """
    try:
        from .environment import Environment
    except ImportError as error:
        message = f"mankala.env needs PettingZoo and Gymnasium ({error}); install them with pip install 'mankala[env]'"
        raise MissingError(message) from None

    return Environment(load(variant), ply_limit=ply_limit, render_mode=render_mode)


def vector_env(
    variant: Source,
    games: int,
    *,
    opponent: str | Policy = "random",
    opening_plies: int = 0,
    ply_limit: int = 2000,
    threads: int | None = None,
) -> VectorEnvironment:
    """Creates a Gymnasium vector environment: many games of one agent against an opponent.

    The agent is South in games with even numbers and North in the others. Observations, masks and actions are those of
    ``mankala.env``; the agent is always to move. The reward of the step that ends a game is 1 for a win, −1 for a loss.
    A game restarts in the step that ends it (``SAME_STEP``). ``infos["final_obs"]`` then holds its last observation, as
    the agent sees it, where ``infos["_final_obs"]`` is true.

    Args:
        variant: The variant.
        games: Number of games.
        opponent: ``random``, or a function that receives the observations and masks of some games and returns their
            actions.
        opening_plies: Number of random moves that open each game.
        ply_limit: Maximum number of moves of both players; longer games are truncated.
        threads: Number of threads; by default, one for each processor.

    Raises:
        VariantError: The variant can't be loaded.
        ArgumentError: A number or the opponent is invalid.
        MissingError: Gymnasium is not installed.
    """
    try:
        from .vector import VectorEnvironment
    except ImportError as error:
        message = f"mankala.vector_env needs Gymnasium ({error}); install it with pip install 'mankala[env]'"
        raise MissingError(message) from None

    return VectorEnvironment(
        load(variant),
        games,
        opponent=opponent,
        opening_plies=opening_plies,
        ply_limit=ply_limit,
        threads=threads,
    )
