"""Games as PettingZoo environments, for machine learning."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ._engine import Variant
from .checks import whole
from .errors import ArgumentError, MoveError

SIDES: dict[str, Literal["S", "N"]] = {"south": "S", "north": "N"}

RENDER_MODES = ["ansi", "human"]

MOST_PLIES = 1_000_000
"""Largest limit on moves, as in batches and on the command line."""

class Environment(AECEnv[str, dict[str, NDArray[Any]], int | None]):
    """Game of two agents, ``south`` and ``north``; see ``mankala.env``."""

    def __init__(self, variant: Variant, *, ply_limit: int = 2000, render_mode: str | None = None):
        super().__init__()
        ply_limit = whole("ply_limit", ply_limit, 1, MOST_PLIES)
        if render_mode is not None and render_mode not in RENDER_MODES:
            message = f"render_mode: expected one of {', '.join(RENDER_MODES)}, or none, found {render_mode!r}"
            raise ArgumentError(message)
        self.variant = variant
        self.ply_limit = ply_limit
        self.render_mode = render_mode
        self.metadata = {
            "name": f"mankala/{variant.label}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.possible_agents = list(SIDES)
        self.actions = len(variant.action_names)
        self.observation_names = variant.observation_names
        shape = (len(self.observation_names),)
        space = Dict(
            {
                "observation": Box(-1, 65535, shape, np.int32),
                "action_mask": Box(0, 1, (self.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(self.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game; ``options`` may contain a ``position``. The seed has no effect."""
        self.game = self.variant.game((options or {}).get("position"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._end()
        self._accumulate_rewards()
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        """Returns the agent whose turn it is."""
        return "south" if self.game.to_move == "S" else "north"

    def legal_actions(self) -> list[int]:
        """Returns the legal actions of the agent whose turn it is."""
        return [] if any(self.truncations.values()) else self.game.actions

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        is_open = agent == self.agent_selection and not any(self.truncations.values())
        mask = self.game.mask if is_open else np.zeros(self.actions, np.int8)
        return {"observation": self.game.observation(SIDES[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move, or picks a continuation of the chosen start.

        Raises:
            MoveError: The mask does not allow the action; the game is unchanged.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            message = f"illegal action None of {agent}, expected one of {self.legal_actions()}"
            raise MoveError(message)
        plies = self.game.plies
        self.game.play_action(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.plies > plies:
            self._end()
            if self.game.result is None and self.game.plies >= self.ply_limit:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self._mover()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Sets the rewards if the game is over, as it may be in its first position."""
        result = self.game.result
        if result is None:
            return
        self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents:
            self.rewards[agent] = {SIDES[agent]: 1.0, "draw": 0.0}.get(result, -1.0)

    def render(self) -> str | None:
        """Returns the board as text (``ansi``) or prints it (``human``)."""
        if self.render_mode == "ansi":
            return repr(self.game)
        if self.render_mode == "human":
            print(repr(self.game))
        return None

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""
