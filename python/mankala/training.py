"""Environments by name; what they need is asked for only when one is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .loading import Source, load

if TYPE_CHECKING:
    from .environment import Environment


def env(variant: Source, *, ply_limit: int = 2000, render_mode: str | None = None) -> Environment:
    """A variant as an environment of PettingZoo (AEC).

    The agents are ``south`` and ``north``. Rewards come at the end: 1 for a win, −1 for a loss, 0 for a draw; a game that is
    cut off after ``ply_limit`` moves is truncated. ``action_mask`` (int8) marks the legal actions of the agent whose turn it is,
    and is zero for the other.

    Actions: the pits of the agent from A1 on, then the opponent's, as if the agent were South; where seeds can be sown two
    ways the same again for the moves backward; then the pass. Where a move's start leaves several ways to go on (stopping or not, what to
    capture), the same agent acts again and picks one with the 16 last actions, in the order of ``game.moves``.

    Observation: int32 numbers as the agent sees them, told by name in ``observation_names``: the seeds in its pits and in the opponent's, whether
    it is to move, what else a written position tells, and which start has been chosen (its action + 1; 0 for none) with how many
    ways are left.

    Args:
        variant: What is played.
        ply_limit: After so many moves a game is cut off.
        render_mode: ``ansi`` or ``human``.

    Raises:
        VariantError: The variant can't be loaded.
        ArgumentError: The limit or the mode is none of those expected.
        ImportError: PettingZoo is not installed.
    """
    from .environment import Environment

    return Environment(load(variant), ply_limit=ply_limit, render_mode=render_mode)
