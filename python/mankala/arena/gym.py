"""Games as Gymnasium environments of texts."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium.spaces import Text

from .._engine import Variant
from ..errors import ArgumentError
from . import reading
from ..drawing import dice, opening, seed_of
from .duels import move_prompt
from .prompts import SIDES, Style

CHARACTERS = frozenset("\n\t" + "".join(filter(str.isprintable, map(chr, range(32, 0x2600)))))
"""Characters that texts may contain."""

LONGEST = 200_000
"""Maximum length of a text in characters."""


class TextGame(gymnasium.Env[str, str]):
    """Game against a player of the engine; see ``arena.gym_env``."""

    metadata = {"render_modes": []}

    def __init__(
        self,
        variant: Variant,
        opponent: str,
        side: str | None,
        opening_plies: int,
        ply_limit: int,
        retries: int,
        style: Style,
    ) -> None:
        if side is not None and side not in SIDES:
            message = f"side: expected S, N or None, found {side!r}"
            raise ArgumentError(message)
        self.variant = variant
        self.opponent = opponent
        self.chosen_side = side
        self.opening_plies = opening_plies
        self.ply_limit = ply_limit
        self.retries = retries
        self.style = style
        # Checks the name of the player.
        variant.game().choose(opponent)
        space = Text(LONGEST, min_length=0, charset=CHARACTERS)
        self.observation_space = space
        self.action_space = space
        self.prompt = ""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Starts a game; the seed decides its opening, the moves of the opponent, and the side if it is not fixed."""
        super().reset(seed=seed)
        self.number = int(self.np_random.integers(1 << 62))
        rng = dice("gym", self.variant.digest, self.number)
        self.side = self.chosen_side or rng.choice("SN")
        self.game = opening(self.variant, rng, self.opening_plies)
        self.wrong = 0
        self._reply()
        return self._shown(), self._info()

    def _reply(self) -> None:
        """Plays the moves of the opponent."""
        while self.game.result is None and self.game.to_move != self.side and len(self.game.record) < self.ply_limit:
            seed = seed_of(self.opponent, self.number, len(self.game.record))
            self.game.play(self.game.choose(self.opponent, seed=seed) or "")

    def _shown(self) -> str:
        """Returns the prompt, or the last position of a finished game."""
        if self.game.result is not None or self.game.to_move != self.side:
            self.prompt = f"The game is over: {self.game.position}\n"
        else:
            self.prompt = move_prompt(self.game, self.style, self.retries)
        return self.prompt

    def _info(self) -> dict[str, Any]:
        return {"side": self.side, "legal_moves": self.game.moves, "position": self.game.position, "wrong": self.wrong}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Plays the move that a reply names; a wrong one can be corrected ``retries`` times."""
        if self.game.result is not None or len(self.game.record) >= self.ply_limit or self.wrong > self.retries:
            raise ArgumentError("the game is over; expected reset")
        move = reading.move(action, self.game)
        if move is None:
            self.wrong += 1
            forfeit = self.wrong > self.retries
            said = reading.answer(action)[:100]
            shown = f"{self.prompt}\nYour last answer was {said!r}, which is not a legal move.\n"
            return shown, -1.0 if forfeit else 0.0, forfeit, False, self._info()
        self.wrong = 0
        self.game.play(move)
        self._reply()
        result = self.game.result
        reward = 0.0 if result in (None, "draw") else 1.0 if result == self.side else -1.0
        is_cut = result is None and len(self.game.record) >= self.ply_limit
        return self._shown(), reward, result is not None, is_cut, self._info()
