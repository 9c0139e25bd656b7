"""Gymnasium vector environments."""

from typing import Any, Literal

import numpy as np
import pytest

import mankala

gymnasium = pytest.importorskip("gymnasium")


def test_observations_are_in_their_space() -> None:
    env = mankala.vector_env("oware", 8)
    seen, infos = env.reset(seed=1)
    assert isinstance(env, gymnasium.vector.VectorEnv) and env.num_envs == 8 and infos == {}
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(300):
        assert seen in env.observation_space
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        assert actions in env.action_space
        seen, rewards, terminated, truncated, infos = env.step(actions)
        over = terminated | truncated
        assert set(np.unique(rewards)) <= {-1.0, 0.0, 1.0} and not rewards[~over].any()
        assert over.any() == ("final_obs" in infos)
        if over.any():
            assert (infos["_final_obs"] == over).all()
        ends += over.sum()
    assert ends > 20


@pytest.mark.parametrize("name", ["kalah", "toguz-korgool", "zanzibar-bao", "omweso"])
def test_the_agent_plays_one_side(name: str) -> None:
    """Replays a game of each side, move by move, against an opponent that takes its first action."""
    env = mankala.vector_env(name, 2, opponent=lambda _, masks: masks.argmax(axis=1))
    seen, _ = env.reset()
    sides: list[Literal["S", "N"]] = ["S", "N"]
    games = [mankala.load(name).game() for _ in sides]
    for game in games[1:]:
        while game.to_move == "S":
            game.play_action(game.actions[0])
    for step in range(1000):
        for number, (game, side) in enumerate(zip(games, sides)):
            assert game.to_move == side
            assert seen["observation"][number].tolist() == game.observation(side).tolist()
        actions = [game.actions[step % len(game.actions)] for game in games]
        seen, rewards, terminated, _, infos = env.step(np.array(actions))
        for game, side, action in zip(games, sides, actions):
            game.play_action(action)
            while game.result is None and game.to_move != side:
                game.play_action(game.actions[0])
        assert terminated.tolist() == [game.result is not None for game in games]
        for number, (game, side) in enumerate(zip(games, sides)):
            if game.result is None:
                continue
            assert rewards[number] == (0 if game.result == "draw" else 1 if game.result == side else -1)
            # The observation of the end is that of the agent, who may not be to move.
            last = infos["final_obs"]["observation"][number]
            own = game.observation(side)
            own[env.observation_names.index("to move")] = last[env.observation_names.index("to move")]
            assert last.tolist() == own.tolist()
        if terminated.any():
            return
    raise AssertionError("no game ended")


def test_seeds_decide_all() -> None:
    def lengths(seed: Any) -> list[Any]:
        env = mankala.vector_env("kalah", 4, opening_plies=3)
        seen, _ = env.reset(seed=seed)
        rows = []
        for _ in range(60):
            seen, rewards, *_ = env.step(seen["action_mask"].argmax(axis=1))
            rows.append((seen["observation"].tolist(), rewards.tolist()))
        return rows

    assert lengths(1) == lengths(1) != lengths(2)
    assert lengths([5, 6, 7, 8]) == lengths([5, 6, 7, 8])
    with pytest.raises(mankala.ArgumentError, match="expected 4, one for each game, found 1"):
        lengths([5])
    with pytest.raises(mankala.ArgumentError, match="opponent: expected 'random' or a function"):
        mankala.vector_env("kalah", 4, opponent="alphabeta:3")
