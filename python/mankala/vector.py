"""Many games of one agent as a Gymnasium vector environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ._engine import Batch, Variant
from .checks import whole
from .errors import ArgumentError

Policy: TypeAlias = Callable[[NDArray[np.int32], NDArray[np.int8]], ArrayLike]
"""Function of observations and masks that returns an action for each row."""

Seen: TypeAlias = dict[str, NDArray[Any]]
"""Observations and masks."""

WAIT = -1
"""Action with which a game of a batch waits for a step."""


def across(names: list[str]) -> list[int]:
    """Returns, for each number of an observation, the place of the number that the other player sees there."""
    swapped = {"own": "other", "other": "own"}
    return [names.index(re.sub(r"\b(own|other)\b", lambda word: swapped[word[0]], name)) for name in names]


class VectorEnvironment(VectorEnv[Seen, NDArray[Any], NDArray[Any]]):
    """Games of one agent against an opponent; see ``mankala.vector_env``."""

    def __init__(
        self,
        variant: Variant,
        games: int,
        *,
        opponent: str | Policy = "random",
        opening_plies: int = 0,
        ply_limit: int = 2000,
        threads: int | None = None,
    ):
        if opponent != "random" and not callable(opponent):
            message = f"opponent: expected 'random' or a function of observations and masks, found {opponent!r:.60}"
            raise ArgumentError(message)
        self.variant = variant
        self.num_envs = whole("games", games, 1, 1 << 24)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.observation_names = variant.observation_names
        actions = len(variant.action_names)
        self.single_action_space = Discrete(actions)
        self.single_observation_space = Dict(
            {
                "observation": Box(-1, 65535, (len(self.observation_names),), np.int32),
                "action_mask": Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.sides = np.arange(self.num_envs, dtype=np.int8) % 2
        self._opponent = opponent
        self._settings: dict[str, Any] = {
            "opening_plies": opening_plies,
            "ply_limit": ply_limit,
            "threads": threads,
        }
        self._batch = Batch(variant, self.num_envs, **self._settings)
        self._across = across(self.observation_names)
        self._to_move = self.observation_names.index("to move")

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Starts all games; the seed, or one for each game, decides openings and the moves of a random opponent."""
        if isinstance(seed, Sequence):
            seeds = [whole("seed", one, 0) for one in seed]
            if len(seeds) != self.num_envs:
                message = f"seed: expected {self.num_envs}, one for each game, found {len(seeds)}"
                raise ArgumentError(message)
            self._batch = Batch(self.variant, self.num_envs, seeds=seeds, **self._settings)
        else:
            self._batch.reset(seed=seed)
        self._reply(np.zeros(self.num_envs), np.zeros((2, self.num_envs), bool), {})
        return self._seen(), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays an action in each game, and then the moves of the opponent.

        Raises:
            MoveError: A mask does not allow an action; no game has advanced.
        """
        rewards, flags = np.zeros(self.num_envs), np.zeros((2, self.num_envs), bool)
        infos: dict[str, Any] = {}
        self._batch.step(actions)
        self._note(rewards, flags, infos)
        self._reply(rewards, flags, infos)
        terminated, truncated = flags
        return self._seen(), rewards, terminated, truncated, infos

    def _seen(self) -> Seen:
        """Returns copies of the observations and masks."""
        return {"observation": self._batch.observations.copy(), "action_mask": self._batch.masks.copy()}

    def _reply(self, rewards: NDArray[np.float64], flags: NDArray[np.bool_], infos: dict[str, Any]) -> None:
        """Plays the moves of the opponent, until the agent is to move in each game."""
        batch = self._batch
        while (waiting := batch.to_move != self.sides).any():
            moves = np.full(self.num_envs, WAIT)
            if callable(self._opponent):
                moves[waiting] = np.asarray(self._opponent(batch.observations[waiting], batch.masks[waiting]))
            else:
                moves[waiting] = batch.sample()[waiting]
            batch.step(moves)
            self._note(rewards, flags, infos)

    def _note(self, rewards: NDArray[np.float64], flags: NDArray[np.bool_], infos: dict[str, Any]) -> None:
        """Adds the ends of games in a step; a game that ends again before the agent moves does not count."""
        batch = self._batch
        ended = (batch.terminated | batch.truncated) & ~flags.any(axis=0)
        if not ended.any():
            return
        rewards[ended] = batch.rewards[ended, self.sides[ended]]
        flags[:, ended] = batch.terminated[ended], batch.truncated[ended]
        last = batch.final_observations[ended]
        other = batch.final_to_move[ended] != self.sides[ended]
        last[other] = last[other][:, self._across]
        last[other, self._to_move] = 0
        if not infos:
            shape = (self.num_envs, len(self.observation_names))
            infos["final_obs"] = {
                "observation": np.zeros(shape, np.int32),
                "action_mask": np.zeros_like(batch.masks),
            }
            infos["_final_obs"] = np.zeros(self.num_envs, bool)
        infos["final_obs"]["observation"][ended] = last
        infos["_final_obs"] |= ended
