"""Rates players of this program beside those of OpenSpiel: `python python/benches/openspiel.py kalah|oware [GAMES]`.

OpenSpiel's players search its own games, `mancala` and `oware`. They are Monte Carlo tree search with a random playout
from each leaf, and alpha-beta by the difference in captured seeds. At least 100 games are needed.
"""

import itertools
import sys
from collections.abc import Callable
from typing import Any

import mankala
import pyspiel
from open_spiel.python.algorithms import minimax

NAMES = {"kalah": "mancala", "oware": "oware"}
"""Names of the games in OpenSpiel."""

FIRST = {"kalah": {"A": 1, "a": 8}, "oware": {"A": 0, "a": 0}}
"""Actions of OpenSpiel that play the first pit of South and of North."""

OURS = ("random", "greedy", "alphabeta:2", "alphabeta:4", "alphabeta:6", "mcts:100", "mcts:1000")


def state_of(played: mankala.Game) -> Any:
    """Returns OpenSpiel's state after the same moves."""
    name = played.variant.name
    state = pyspiel.load_game(NAMES[name]).new_initial_state()
    for move in played.record:
        state.apply_action(FIRST[name][move[0]] + int(move[1:]) - 1)
    return state


def as_move(played: mankala.Game, state: Any, action: int) -> str:
    """Returns the move of an action: both list legal pits from the first to the last."""
    return played.moves[state.legal_actions().index(action)]


def tree_search(simulations: int) -> Callable[[mankala.Game], str]:
    """Returns a player that asks OpenSpiel's Monte Carlo tree search, with a new tree for each move."""
    seeds = itertools.count(1)

    def choose(played: mankala.Game) -> str:
        seed, state = next(seeds), state_of(played)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, simulations, 100, True, seed, False)
        return as_move(played, state, bot.step(state))

    return choose


def lead(state: Any, player: int) -> float:
    """Returns the captured seeds of a player less those of the opponent, as a share of all 48."""
    numbers = state.observation_tensor(0)
    kalah = state.get_game().get_type().short_name == NAMES["kalah"]
    south = (numbers[7] - numbers[0]) / 48 if kalah else numbers[12] - numbers[13]
    return float(-south if player else south)


def alpha_beta(depth: int) -> Callable[[mankala.Game], str]:
    """Returns a player that asks OpenSpiel's alpha-beta search."""

    def choose(played: mankala.Game) -> str:
        state = state_of(played)
        player = state.current_player()
        _, action = minimax.alpha_beta_search(
            state.get_game(), state, lambda leaf: lead(leaf, player), maximum_depth=depth
        )
        return as_move(played, state, action)

    return choose


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in NAMES:
        sys.exit("expected kalah or oware")
    variant = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    players: dict[str, Any] = {name: name for name in OURS}
    players |= {f"OpenSpiel mcts {count}": tree_search(count) for count in (100, 1000)}
    players |= {f"OpenSpiel alpha-beta {depth}": alpha_beta(depth) for depth in (2, 4)}
    print(mankala.ladder(variant, players, games=games, anchor="alphabeta:2", threads=1))
