"""Searches with a learned evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._engine import Batch, _alphabeta, _search
from .checks import real, whole
from .errors import ArgumentError

Evaluate: TypeAlias = Callable[[NDArray[np.int32], NDArray[np.int8]], tuple[ArrayLike, ArrayLike]]
"""Function of observations and masks that returns priors and values."""


class Search(NamedTuple):
    """Result of a search.

    Attributes:
        visits: Number of visits of each action, ``[games, actions]``; for policies, divide a row by its sum.
        values: Value of each game for the player to move, from −1 to 1.
    """

    visits: NDArray[np.int32]
    values: NDArray[np.float32]


class Lookahead(NamedTuple):
    """Result of an alpha-beta search.

    Attributes:
        actions: Best action of each game, −1 if the game is over; ``Batch.step`` takes them.
        values: Value of each game for the player to move, from −1 to 1.
    """

    actions: NDArray[np.int64]
    values: NDArray[np.float32]


def _check(batch: Batch, evaluate: Evaluate) -> None:
    """Refuses arguments of other types."""
    if not isinstance(batch, Batch):
        message = f"batch: expected a mankala.Batch, found {batch!r}"
        raise ArgumentError(message)
    if not callable(evaluate):
        message = f"evaluate: expected a function, found {evaluate!r}"
        raise ArgumentError(message)


def alphabeta(batch: Batch, evaluate: Evaluate, *, depth: int) -> Lookahead:
    """Searches each game of a batch by alpha-beta to a fixed depth; the batch remains as it is.

    ``evaluate`` receives and returns arrays of the same kinds as in ``search``; its priors are ignored. Each call has the
    positions after all actions of one position of every game, except games that are over. Their values decide at the full
    depth. Nearer to the root they order the actions, so that more of the tree can be cut off. The rules decide games that
    are over: a win is better than any evaluation, and an early win is better than a late one. Of equal actions, the
    search returns the first one in this order. The rules about repeated positions apply, the ``ply_limit`` of the batch
    does not.

    Args:
        batch: The games; its setting ``threads`` applies.
        evaluate: The evaluation. Its exceptions end the search.
        depth: Number of actions to look ahead, from 1 to 100.

    Returns:
        Best actions and values.

    Raises:
        ArgumentError: A number is out of range, or ``evaluate`` returned unexpected arrays.

    >>> def evaluate(observations, masks):
    ...     return masks, np.zeros(len(masks))
    >>> batch = Batch("kalah:board.columns=2", 8)
    >>> found = alphabeta(batch, evaluate, depth=4)
    >>> batch.step(found.actions)
    """
    _check(batch, evaluate)
    return Lookahead(*_alphabeta(batch, evaluate, whole("depth", depth, 1, 100)))


def search(
    batch: Batch,
    evaluate: Evaluate,
    *,
    simulations: int,
    exploration: float = 1.5,
    noise: float = 0.0,
    concentration: float = 0.3,
    seed: int | Sequence[int] = 1,
) -> Search:
    """Searches each game of a batch by Monte Carlo tree search with priors (PUCT); the batch remains as it is.

    Each simulation of a game follows the actions with the highest bounds to a new position. ``evaluate`` receives such
    positions of all games together: their observations, ``[rows, numbers]``, and masks, ``[rows, actions]``, with at
    most one row for each game. It returns:

    - priors, ``[rows, actions]``: not negative; only their ratios among the legal actions count.
    - values, ``[rows]``: expected results of the player to move, from −1 to 1.

    The rules decide games that are over. Such results are proven upwards: an action that loses is not visited again,
    and once the result of a game is certain, its best action gets all visits that are left. The rules about repeated
    positions apply, the ``ply_limit`` of the batch does not.

    Args:
        batch: The games; its setting ``threads`` applies.
        evaluate: The evaluation. Its exceptions end the search.
        simulations: Number of simulations for each game, which is also the number of visits.
        exploration: Weight of the priors against the values.
        noise: Share of Dirichlet noise in the priors of the first actions, from 0 to 1; self-play often takes 0.25.
        concentration: Parameter of the Dirichlet distribution; smaller values concentrate the noise on few actions.
        seed: Random seed of the noise; or one for each game, which then equals the first game of a batch with that seed.

    Returns:
        Visits and values, with zeros for games that are over.

    Raises:
        ArgumentError: A number is out of range, or ``evaluate`` returned unexpected arrays.

    >>> def evaluate(observations, masks):
    ...     return masks, np.zeros(len(masks))
    >>> found = search(Batch("kalah:board.columns=2", 8), evaluate, simulations=50)
    >>> found.visits.sum(axis=1).tolist()
    [50, 50, 50, 50, 50, 50, 50, 50]
    """
    exploration = real("exploration", exploration, 0, 1000)
    noise = real("noise", noise, 0, 1)
    concentration = real("concentration", concentration, 1e-3, 1000)
    _check(batch, evaluate)
    shape = batch.masks.shape
    if isinstance(seed, Sequence):
        seeds = [whole("seed", one, 0) for one in seed]
        if len(seeds) != len(batch):
            message = f"seed: expected {len(batch)}, one for each game, found {len(seeds)}"
            raise ArgumentError(message)
    else:
        seeds = [whole("seed", seed, 0)]
    random = None
    if noise > 0:
        rows = (len(batch) // len(seeds), shape[1])
        drawn = [np.random.default_rng(one).standard_gamma(concentration, rows) for one in seeds]
        random = np.concatenate(drawn).astype(np.float32)
    return Search(*_search(batch, evaluate, simulations, exploration, noise, random))
