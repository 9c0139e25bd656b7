"""Games as environments of TextArena."""

from __future__ import annotations

from typing import Any

import textarena

from .._engine import Variant
from . import reading
from ..drawing import dice, opening
from .duels import move_prompt
from .prompts import Style


class MankalaEnv(textarena.Env):
    """Game of two players; see ``arena.textarena_env``."""

    def __init__(self, variant: Variant, opening_plies: int, ply_limit: int, retries: int, style: Style) -> None:
        super().__init__()
        self.variant = variant
        self.opening_plies = opening_plies
        self.ply_limit = ply_limit
        self.retries = retries
        self.style = style

    def reset(self, num_players: int = 2, seed: int | None = None) -> None:
        """Starts a game; the seed decides its opening."""
        self.state = textarena.TwoPlayerState(num_players=num_players, seed=seed, error_allowance=self.retries)
        self.game = opening(self.variant, dice("textarena", self.variant.digest, seed), self.opening_plies)
        self.state.reset(game_state={"position": self.game.position})
        self.state.current_player_id = "SN".index(self.game.to_move)
        self._ask()

    def _ask(self) -> None:
        """Shows the prompt to the player to move."""
        self.state.add_observation(
            message=move_prompt(self.game, self.style, self.retries),
            observation_type=textarena.ObservationType.PROMPT,
            to_id="SN".index(self.game.to_move),
        )

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Plays the move that a reply names."""
        state = self.state
        player = state.current_player_id
        move = reading.move(action, self.game)
        if move is None:
            state.set_invalid_move(reason=f"{reading.answer(action)[:100]!r} is not a legal move.")
        else:
            self.game.play(move)
            state.game_state["position"] = self.game.position
            state.add_observation(
                message=move, observation_type=textarena.ObservationType.PLAYER_ACTION, from_id=player
            )
            result = self.game.result
            if result in ("S", "N"):
                state.set_winner(player_id="SN".index(result), reason=f"{self.game.ending}: {self.game.position}")
            elif result == "draw" or len(self.game.record) >= self.ply_limit:
                state.set_draw(reason=f"{self.game.ending or 'ply_limit'}: {self.game.position}")
            else:
                self._ask()
        # A move may be followed by another one of the same player.
        same = self.game.result is None and "SN".index(self.game.to_move) == player
        step: tuple[bool, dict[str, Any]] = state.step(rotate_player=not same)
        return step
