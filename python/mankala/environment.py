"""Games as PettingZoo environments, for machine learning."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ._engine import Variant
from .errors import ArgumentError, MoveError

SIDES = {"south": "S", "north": "N"}

RENDER_MODES = ["ansi", "human"]

MOST_PLIES = 1_000_000
"""Largest limit on moves, as in batches and on the command line."""

BASE = 16
"""Base of the digits that pick a continuation: each action picks one digit of the continuation's number."""


class Environment(AECEnv[str, dict[str, NDArray[Any]], int | None]):
    """Game of two agents, ``south`` and ``north``; see ``mankala.env``."""

    def __init__(self, variant: Variant, *, ply_limit: int = 2000, render_mode: str | None = None):
        super().__init__()
        if not isinstance(ply_limit, (int, np.integer)) or not 1 <= ply_limit <= MOST_PLIES:
            message = f"ply_limit: expected a whole number from 1 to {MOST_PLIES}, found {ply_limit!r}"
            raise ArgumentError(message)
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
        self.starts = variant._starts
        self.actions = self.starts + BASE
        self.observation_names = [*variant.observation_names, "start chosen", "ways chosen among"]
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
        self.plies = 0
        self._end()
        self._accumulate_rewards()
        self._go_on()

    def _go_on(self) -> None:
        """Prepares the choices of the player to move."""
        self.agent_selection = "south" if self.game.to_move == "S" else "north"
        self.chosen = 0
        self.ways: list[str] = []
        self.moves: dict[int, list[str]] = {}
        for start, text in self.game._starts():
            self.moves.setdefault(start, []).append(text)

    def _groups(self) -> list[list[str]]:
        """Divides the remaining continuations into at most ``BASE`` parts of one size."""
        size = 1
        while size * BASE < len(self.ways):
            size *= BASE
        return [self.ways[first : first + size] for first in range(0, len(self.ways), size)]

    def legal_actions(self) -> list[int]:
        """Returns the legal actions of the agent whose turn it is."""
        if self.game.result is not None or any(self.truncations.values()):
            return []
        if self.ways:
            return [self.starts + digit for digit in range(len(self._groups()))]
        return sorted(self.moves)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        own = agent == self.agent_selection
        mask = np.zeros(self.actions, np.int8)
        if own:
            mask[self.legal_actions()] = 1
        choosing = [self.chosen, len(self.ways)] if own else [0, 0]
        seen = np.append(self.game._numbers(SIDES[agent]), np.array(choosing, np.int32))
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move, or picks a continuation of the chosen start.

        Raises:
            MoveError: The mask does not allow the action; the game is unchanged.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.legal_actions()
        if action is None or int(action) not in legal:
            message = f"illegal action {action} of {agent}, expected one of {legal}"
            raise MoveError(message)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        ways = self._groups()[int(action) - self.starts] if self.ways else self.moves[int(action)]
        if len(ways) > 1:
            self.chosen, self.ways = self.chosen or int(action) + 1, ways
        else:
            self._play(ways[0])
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

    def _play(self, move: str) -> None:
        self.game.play(move)
        self.plies += 1
        self._end()
        if self.game.result is None and self.plies >= self.ply_limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self._go_on()

    def render(self) -> str | None:
        """Returns the board as text (``ansi``) or prints it (``human``)."""
        if self.render_mode == "ansi":
            return repr(self.game)
        if self.render_mode == "human":
            print(repr(self.game))
        return None

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""
