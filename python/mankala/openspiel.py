"""Games for OpenSpiel: its algorithms play them by the rules of this engine."""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as error:
    from .errors import MissingError

    message = f"mankala.openspiel needs OpenSpiel ({error}); install it with pip install open_spiel"
    raise MissingError(message) from None

from ._engine import Game, Variant
from .checks import whole
from .errors import ArgumentError
from .loading import Source, load

_known: dict[str, str] = {}
"""Digests of the registered variants, by name."""


class _State(pyspiel.State):
    """State of a game: the actions are those of ``game.actions``."""

    def __init__(self, game: Any, variant: Variant, ply_limit: int) -> None:
        super().__init__(game)
        self.played: Game = variant.game()
        self.ply_limit = ply_limit

    def is_terminal(self) -> bool:
        return self.played.result is not None or self.played.plies >= self.ply_limit

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else "SN".index(self.played.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return self.played.actions if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        self.played.play_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        name = self.played.variant.action_names[action]
        return name if player == 0 else name.swapcase()

    def returns(self) -> list[float]:
        south = {"S": 1.0, "N": -1.0}.get(self.played.result or "", 0.0)
        return [south, -south]

    def __str__(self) -> str:
        choosing = int(self.played.observation()[-1])
        return self.played.position + (f" ({choosing} ways)" if choosing else "")


class _Observer:
    """Observations of a player, as in ``game.observation``."""

    def __init__(self, width: int) -> None:
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        self.tensor[:] = state.played.observation("N" if player else "S")

    def string_from(self, state: _State, player: int) -> str:
        return str(state)


def register(source: Source, *, name: str | None = None, ply_limit: int = 2000) -> str:
    """Registers a variant with OpenSpiel and returns its name there, for ``pyspiel.load_game``.

    Player 0 is South. Actions and observations are those of ``mankala.env``; the returns are 1, −1 or 0.

    Args:
        source: The variant.
        name: Its name in OpenSpiel; by default ``mankala_`` and the name of the variant.
        ply_limit: Maximum number of moves; a longer game is a draw.

    Raises:
        MissingError: OpenSpiel is not installed.
        VariantError: The variant can't be loaded.
        ArgumentError: Another variant has this name, or the limit is out of range.
    """
    variant = load(source)
    called = name or "mankala_" + variant.name.replace("-", "_")
    ply_limit = whole("ply_limit", ply_limit, 1, 1_000_000)
    described = f"{variant.digest} {ply_limit} {variant.action_names} {variant.observation_names}"
    if _known.get(called) == described:
        return called
    if called in pyspiel.registered_names():
        message = f"name: expected one that OpenSpiel does not have yet, found {called!r}"
        raise ArgumentError(message)
    kind = pyspiel.GameType(
        short_name=called,
        long_name=variant.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    width = len(variant.observation_names)
    info = pyspiel.GameInfo(
        num_distinct_actions=len(variant.action_names),
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        # A move is at most a start and a few choices.
        max_game_length=4 * ply_limit,
    )

    class Registered(pyspiel.Game):
        """Variant as a game of OpenSpiel."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> _State:
            return _State(self, variant, ply_limit)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            return _Observer(width)

    pyspiel.register_game(kind, Registered)
    _known[called] = described
    return called
