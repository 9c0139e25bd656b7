"""Environments: PettingZoo's own tests, and agreement of observations and actions with the game."""

import importlib
import random
import sys
from collections.abc import Callable
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

import mankala
import mankala.arena
from mankala.environment import Environment


@pytest.mark.parametrize("name", ["oware", "kalah", "bao-la-kiswahili", "omweso", "toguz-korgool"])
def test_pettingzoo_is_content(name: str) -> None:
    with warnings.catch_warnings():
        # PettingZoo expects a dictionary with a mask if some actions are illegal, and warns that it is not an array.
        warnings.simplefilter("ignore")
        api_test(mankala.env(name), num_cycles=300)
        seed_test(lambda: mankala.env(name), num_cycles=20)


def play(env: Environment, dice: random.Random, most: int) -> list[str]:
    """Plays random actions and checks the observations; returns the moves."""
    env.reset()
    for agent in env.agent_iter(most):
        seen, _, is_over, is_cut, _ = env.last()
        assert seen is not None
        assert env.observation_space(agent).contains(seen)
        mask = seen["action_mask"]
        other = "north" if agent == "south" else "south"
        assert not env.observe(other)["action_mask"].any()
        if is_over or is_cut:
            assert not mask.any()
            env.step(None)
            continue
        env.step(int(dice.choice(np.flatnonzero(mask).tolist())))
    return env.game.record


def test_every_variant_is_an_environment() -> None:
    dice = random.Random(1)
    for name in mankala.variants():
        env = mankala.env(name, ply_limit=12)
        record = play(env, dice, 200)
        game = mankala.load(name).game()
        for move in record:
            assert game.play(move) == move, name
        assert len(record) == 12 or game.result is not None, name


@pytest.mark.parametrize("name", ["bao-la-kiswahili", "omweso", "songo"])
def test_every_move_can_be_chosen(name: str) -> None:
    """The actions reach each legal move exactly once, including those with choices."""
    variant, dice = mankala.load(name), random.Random(2)
    env = mankala.env(variant)
    env.reset()
    for _ in range(25):
        if env.game.result is not None:
            break
        before, reached = env.game.position, list[str]()
        for action in env.legal_actions():
            reached += _moves_behind(variant, before, [action])
        assert sorted(reached) == sorted(variant.game(before).moves)
        env.step(dice.choice(env.legal_actions()))
        while env.game.observation()[-1]:
            env.step(dice.choice(env.legal_actions()))


def _moves_behind(variant: mankala.Variant, position: str, actions: list[int]) -> list[str]:
    env = mankala.env(variant)
    env.reset(options={"position": position})
    for action in actions:
        env.step(action)
    if not env.game.observation()[-1]:
        return env.game.record
    behind = [_moves_behind(variant, position, [*actions, digit]) for digit in env.legal_actions()]
    return [move for moves in behind for move in moves]


def test_observations_are_those_of_the_player() -> None:
    env = mankala.env("kalah")
    env.reset()
    env.step(1)
    names = env.observation_names
    for agent, own, other in (("south", "own", "other"), ("north", "other", "own")):
        seen: Any = dict(zip(names, env.observe(agent)["observation"].tolist()))
        assert [seen[f"{own} A{n}"] for n in range(1, 7)] == [4, 0, 5, 5, 5, 5]
        assert [seen[f"{other} A{n}"] for n in range(1, 7)] == [4] * 6
        assert seen["to move"] == (agent == "north")
    assert len(names) == len(set(names))


def test_the_end_is_told_to_both() -> None:
    env = mankala.env("kalah")
    record = play(env, random.Random(3), 10_000)
    assert record

    env.reset()
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        _, reward, is_over, _, _ = env.last()
        if is_over:
            rewards[agent] = reward
            result = env.game.result
            env.step(None)
        else:
            env.step(env.legal_actions()[0])
    expected = {"S": {"south": 1.0, "north": -1.0}, "N": {"south": -1.0, "north": 1.0}}
    assert rewards == expected.get(str(result), {"south": 0.0, "north": 0.0})


@pytest.mark.parametrize("name", ["kalah", "oware"])
def test_a_game_may_be_over_where_it_begins(name: str) -> None:
    """A game from the last position of another has the same outcome as that one's last move."""
    played = mankala.env(name)
    record = play(played, random.Random(5), 10_000)
    game = mankala.load(name).game()
    for move in record:
        game.play(move)
    begun = mankala.load(name).game(game.position)
    assert begun.result == game.result is not None
    env = mankala.env(name)
    env.reset(options={"position": game.position})
    assert env.terminations == {"south": True, "north": True}
    assert env.truncations == {"south": False, "north": False}
    assert env.rewards == {
        "south": {"S": 1.0, "N": -1.0, "draw": 0.0}[str(game.result)],
        "north": {"N": 1.0, "S": -1.0, "draw": 0.0}[str(game.result)],
    }
    told: dict[str, float] = {}
    for agent in env.agent_iter(10):
        seen, told[agent], is_over, _, _ = env.last()
        assert is_over
        assert seen is not None
        assert not seen["action_mask"].any()
        env.step(None)
    assert sorted(told) == ["north", "south"]
    assert not any(env.agents)
    env.reset()
    assert env.terminations == {"south": False, "north": False}


def test_what_the_mask_forbids_is_refused() -> None:
    env = mankala.env("kalah", render_mode="ansi")
    env.reset()
    with pytest.raises(mankala.MoveError, match="expected one of"):
        env.step(9)
    assert env.game.record == []
    assert env.render() == repr(env.game)
    cut = mankala.env("kalah", ply_limit=1)
    cut.reset()
    cut.step(0)
    assert cut.truncations == {"south": True, "north": True}


def test_what_no_environment_can_be_made_with_is_refused() -> None:
    wrong: Any
    for wrong in (0, -1, 1_000_001, 1.5, "10", None):
        with pytest.raises(mankala.ArgumentError, match="ply_limit: expected a whole number from 1 to 1000000, found"):
            mankala.env("kalah", ply_limit=wrong)
    for wrong in ("rgb_array", "", 1):
        with pytest.raises(mankala.ArgumentError, match="render_mode: expected one of ansi, human"):
            mankala.env("kalah", render_mode=wrong)


@pytest.mark.parametrize(
    ("package", "module", "create"),
    [
        ("pettingzoo", "mankala.environment", lambda: mankala.env("kalah")),
        ("gymnasium", "mankala.arena.gym", lambda: mankala.arena.gym_env("kalah")),
        ("textarena", "mankala.arena.text_arena", lambda: mankala.arena.textarena_env("kalah")),
        ("pyspiel", "mankala.openspiel", lambda: importlib.import_module("mankala.openspiel")),
    ],
)
def test_a_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, package: str, module: str, create: Callable[[], object]
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(mankala.MissingError, match=r"pip install"):
        create()
    assert issubclass(mankala.MissingError, ImportError)
