"""OpenSpiel plays the games of this engine."""

from typing import Any

import numpy as np
import pytest

import mankala

pyspiel: Any = pytest.importorskip("pyspiel")

from mankala import openspiel  # noqa: E402


@pytest.mark.parametrize("name", ["oware", "kalah", "bao-6x2", "bao-la-kiswahili"])
def test_openspiels_own_test_passes(name: str) -> None:
    game = pyspiel.load_game(openspiel.register(name, ply_limit=300))
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_its_oware_and_ours_agree() -> None:
    ours, theirs = pyspiel.load_game(openspiel.register("oware", ply_limit=300)), pyspiel.load_game("oware")
    rng = np.random.default_rng(1)
    for _ in range(20):
        one, two = ours.new_initial_state(), theirs.new_initial_state()
        while not two.is_terminal():
            assert one.legal_actions() == two.legal_actions()
            assert one.current_player() == two.current_player()
            action = int(rng.choice(two.legal_actions()))
            one.apply_action(action)
            two.apply_action(action)
        assert one.is_terminal() and one.returns() == two.returns()


def test_its_search_plays_our_games() -> None:
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(openspiel.register("oware", ply_limit=300))
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, 2.0, 30, evaluator, solve=False, random_state=rng)
    state = game.new_initial_state()
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_observations_are_those_of_games() -> None:
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(openspiel.register("kalah", ply_limit=300))
    state = game.new_initial_state()
    state.apply_action(0)
    seen = make_observation(game)
    assert seen is not None
    seen.set_from(state, player=1)
    kalah = mankala.load("kalah").game()
    kalah.play("A1")
    assert seen.tensor.tolist() == kalah.observation("N").tolist()


def test_names_are_not_taken_twice() -> None:
    assert openspiel.register("oware", ply_limit=300) == "mankala_oware"
    for wrong in ({"name": "oware"}, {"ply_limit": 5}, {"ply_limit": 0}):
        with pytest.raises(mankala.ArgumentError, match="name|ply_limit"):
            openspiel.register("oware", **wrong)
