"""Batches: games as in the environments, many at a time."""

import pickle
from typing import Any

import numpy as np
import pytest

import mankala

pytest.importorskip("pettingzoo")

ACROSS = {"south": 0, "north": 1}


def follow(name: mankala.Source, ply_limit: int) -> str | None:
    """Plays one random game in a batch and in an environment, and compares all outputs; returns the result."""
    batch = mankala.Batch(name, 1, restart=False, ply_limit=ply_limit, seed=7)
    env = mankala.env(name, ply_limit=ply_limit)
    env.reset()
    assert batch.observation_names == env.observation_names
    while True:
        agent = env.agent_selection
        seen = env.observe(agent)
        assert batch.position(0) == env.game.position
        assert batch.to_move[0] == ACROSS[agent]
        assert batch.observations[0].tolist() == seen["observation"].tolist(), (name, batch.position(0))
        assert batch.masks[0].tolist() == seen["action_mask"].tolist(), (name, batch.position(0))
        assert batch.rewards[0].tolist() == [env.rewards["south"], env.rewards["north"]]
        assert (batch.terminated[0], batch.truncated[0]) == (env.terminations[agent], env.truncations[agent])
        if batch.terminated[0] or batch.truncated[0]:
            return env.game.result
        action = batch.sample()
        batch.step(action)
        env.step(int(action[0]))


def test_every_variant_goes_as_its_environment() -> None:
    for name in mankala.variants():
        follow(name, 25)
        follow(mankala.load(name).numbered(possible_only=True, repetitions=True), 25)


def test_only_possible_actions_are_numbered() -> None:
    """The same moves are legal as with the usual numbers, under the same names."""
    kalah = mankala.load("kalah").numbered(possible_only=True)
    assert kalah.action_names == ["A1", "A2", "A3", "A4", "A5", "A6"]
    batch = mankala.Batch(kalah, 2, records=True)
    assert batch.masks.shape == (2, 6)
    batch.step([3, 5])
    assert [batch.record(game)[1] for game in range(2)] == [["A4"], ["A6"]]
    for copy in (pickle.loads(pickle.dumps(kalah)), mankala.load(kalah), pickle.loads(pickle.dumps(batch)).variant):
        assert copy.action_names == kalah.action_names
    assert len(mankala.load(kalah, columns=4).action_names) == 4
    for name in mankala.variants():
        usual = mankala.load(name)
        few = usual.numbered(possible_only=True)
        assert set(few.action_names) <= set(usual.action_names)
        one, two = usual.game(), few.game()
        while one.result is None and one.plies < 12:
            named = [usual.action_names[action] for action in one.actions]
            assert [few.action_names[action] for action in two.actions] == named, one.position
            action = one.actions[one.plies % len(named)]
            one.play_action(action)
            two.play_action(few.action_names.index(usual.action_names[action]))
            assert one.position == two.position


def test_observations_count_repetitions() -> None:
    """The numbers tell which actions lead to earlier positions; there, Oware ends."""
    text = 'name = "few"\ntitle = "Few"\ninherits = "oware"\n[setup]\nseeds = 1\n'
    few = mankala.load(text).numbered(possible_only=True, repetitions=True)
    first = few.observation_names.index("repetitions A1")
    assert few.observation_names[first : first + 6] == [f"repetitions A{pit}" for pit in range(1, 7)]
    assert "repetitions A1" not in mankala.load("kalah").numbered(repetitions=True).observation_names
    ends = 0
    for seed in range(40):
        batch = mankala.Batch(few, 1, restart=False, seed=seed)
        game = few.game()
        while game.result is None:
            counted = game.observation()
            assert counted.tolist() == batch.observations[0].tolist()
            other = game.observation("N" if game.to_move == "S" else "S")
            assert not other[first : first + 6].any()
            for action in range(6):
                after = game.copy()
                if action in game.actions:
                    after.play_action(action)
                assert counted[first + action] == (after.ending == "repetition")
            action = int(batch.sample()[0])
            ends += int(counted[first + action])
            game.play_action(action)
            batch.step([action])
        assert not game.observation()[first : first + 6].any()
        assert game.observation().tolist() == batch.final_observations[0].tolist()
    assert ends > 3


def test_observations_of_games_cut_off_count_repetitions() -> None:
    """A game that was cut off could go on, so its last observation tells what would be repeated."""
    game = mankala.load("sow-op-dirs").numbered(possible_only=True, repetitions=True)
    first = next(at for at, name in enumerate(game.observation_names) if name.startswith("repetitions"))
    counted = 0
    for seed in range(40):
        batch = mankala.Batch(game, 1, ply_limit=25, seed=seed)
        played = game.game()
        while not (batch.truncated[0] or batch.terminated[0]):
            action = int(batch.sample()[0])
            played.play_action(action)
            batch.step([action])
        last = batch.final_observations[0]
        assert played.observation().tolist() == last.tolist()
        counted += int(batch.truncated[0] and last[first:-2].any())
    assert counted > 0


@pytest.mark.parametrize("name", ["kalah", "oware", "songo", "toguz-korgool", "bao-6x2", "omweso", "tsoro"])
def test_games_go_to_their_end(name: str) -> None:
    assert follow(name, 1000) in ("S", "N", "draw")


def test_positions_that_come_back_end_a_game() -> None:
    """Both players move one seed around, until the rules of Oware end the game."""
    text = 'name = "few"\ntitle = "Few"\ninherits = "oware"\n[setup]\nseeds = 1\n'
    reasons, longest = set(), 0
    for seed in range(40):
        batch = mankala.Batch(text, 1, restart=False, seed=seed)
        game = mankala.load(text).game()
        captured, since = "", 0
        while not batch.terminated[0]:
            action = batch.sample()
            game.play_action(int(action[0]))
            batch.step(action)
            assert game.position == batch.position(0)
            before, captured = captured, game.position.partition("captured=")[2].split()[0]
            since = since + 1 if captured == before else 0
            longest = max(longest, since)
        reasons.add(game.ending)
    assert "repetition" in reasons
    # More than a batch keeps as actions.
    assert longest > 40


def test_finished_games_begin_anew() -> None:
    batch = mankala.Batch("kalah", 300, seed=2)
    opening, mask = batch.observations[0].copy(), batch.masks[0].copy()
    finished = 0
    for _ in range(200):
        batch.step(batch.sample())
        for game in np.flatnonzero(batch.terminated):
            assert batch.observations[game].tolist() == opening.tolist()
            assert batch.masks[game].tolist() == mask.tolist()
            assert abs(batch.rewards[game]).tolist() in ([1, 1], [0, 0])
        assert not batch.rewards[~batch.terminated].any()
        assert not batch.truncated.any()
        assert (batch.masks.sum(axis=1) > 0).all()
        finished += int(batch.terminated.sum())
    assert finished > 300


def test_finished_games_stay_where_they_are_if_asked() -> None:
    batch = mankala.Batch("kalah", 8, restart=False, ply_limit=5)
    for _ in range(7):
        batch.step(batch.sample())
    assert batch.truncated.all()
    assert not batch.masks.any()
    before = batch.observations.copy()
    batch.reset([True, False] * 4)
    assert batch.truncated.tolist() == [False, True] * 4
    assert batch.masks.any(axis=1).tolist() == [True, False] * 4
    assert (batch.observations[1::2] == before[1::2]).all()


def test_no_number_depends_on_the_threads() -> None:
    one, three = (mankala.Batch("oware", 5000, threads=threads, seed=3) for threads in (1, 3))
    for _ in range(120):
        one.step(one.sample())
        three.step(three.sample())
    for name in ("observations", "masks", "rewards", "terminated", "truncated", "to_move"):
        assert (getattr(one, name) == getattr(three, name)).all(), name
    assert len({one.position(game) for game in range(100)}) > 90


def test_what_the_mask_forbids_is_refused() -> None:
    batch = mankala.Batch("kalah", 3)
    before = batch.observations.copy()
    for wrong in (-2, 6, 29, 1 << 40):
        with pytest.raises(mankala.MoveError, match=rf"action {wrong} is not legal in game 2, expected one of \[0, 1"):
            batch.step([0, 0, wrong])
    with pytest.raises(mankala.ArgumentError, match="expected 3"):
        batch.step([0])
    assert (batch.observations == before).all()
    batch.step(np.array([0, 1, 2], np.int32))
    assert (batch.observations != before).any(axis=1).all()
    with pytest.raises(mankala.ArgumentError, match="games"):
        mankala.Batch("kalah", 0)


def test_actions_are_taken_however_they_lie_in_memory() -> None:
    """Record fields, unaligned views, foreign byte orders and strided arrays all give the same actions."""
    wanted = [5, 0, 3, 2]
    records = np.zeros(4, [("action", "i8"), ("when", "i4")])
    records["action"], records["when"] = wanted, 1
    shifted = np.frombuffer(bytearray(33), np.uint8)[1:].view(np.int64)
    shifted[:] = wanted
    assert not shifted.flags.aligned
    apart = np.zeros(8, np.int16)
    apart[::2] = wanted
    backward = np.array(wanted[::-1], np.int64)[::-1]
    expected = mankala.Batch("kalah", 4)
    expected.step(np.array(wanted))
    given: Any
    for given in (
        wanted,
        tuple(wanted),
        records["action"],
        shifted,
        apart[::2],
        backward,
        np.array(wanted, ">i8"),
        np.array(wanted, np.uint8),
    ):
        batch = mankala.Batch("kalah", 4)
        batch.step(given)
        assert (batch.observations == expected.observations).all(), given


def test_what_is_no_whole_number_for_each_game_is_refused() -> None:
    batch = mankala.Batch("kalah", 2)
    before = batch.observations.copy()
    wrong: Any
    for wrong in (
        [0.0, 1.0],
        [1 + 0j, 2],
        np.zeros(2, bool),
        np.array(["0", "1"]),
        np.zeros(2, "datetime64[s]"),
        np.zeros(2, "timedelta64[s]"),
        np.zeros(2, [("action", "i8")]),
        [None, 1],
        [0, 1 << 70],
        [[0, 1], [1]],
        [[0], [1]],
        [[0, 1]],
        [],
        [0, 1, 2],
        3,
        None,
        "01",
    ):
        with pytest.raises(mankala.ArgumentError, match=r"actions: expected 2 whole numbers, one for each game, found "):
            batch.step(wrong)
    for wrong in ([0.5, 1.0], ["", "a"], [True], True):
        with pytest.raises(mankala.ArgumentError, match="which: expected 2 truths"):
            batch.reset(wrong)
    assert (batch.observations == before).all()
    # A boolean with a byte other than 0 and 1.
    batch.step([0, 0])
    batch.reset(np.array([0, 2], np.uint8).view(bool))
    assert (batch.observations != before).any(axis=1).tolist() == [True, False]


def test_arrays_stay_the_same_ones() -> None:
    batch = mankala.Batch("oware", 4)
    arrays = [batch.observations, batch.masks, batch.rewards, batch.terminated, batch.sample()]
    batch.step(batch.sample())
    for before, after in zip(
        arrays, [batch.observations, batch.masks, batch.rewards, batch.terminated, batch.sample()]
    ):
        assert before is after


def test_actions_of_games_and_batches_are_the_same() -> None:
    for name in mankala.variants()[::12]:
        variant = mankala.load(name)
        batch = mankala.Batch(variant, 1, restart=False, ply_limit=60, seed=3)
        game = variant.game()
        assert len(variant.action_names) == batch.masks.shape[1]
        while not (batch.terminated[0] or batch.truncated[0]):
            assert game.mask.tolist() == batch.masks[0].tolist()
            assert game.actions == np.flatnonzero(batch.masks[0]).tolist()
            assert game.observation().tolist() == batch.observations[0].tolist()
            [action] = batch.sample().tolist()
            batch.step([action])
            game.play_action(action)
            assert game.position == batch.position(0)
        assert game.result is not None or game.plies == 60


def test_an_illegal_action_changes_nothing() -> None:
    game = mankala.load("oware").game()
    before = game.position
    for wrong in (6, 300, -1, 1 << 80):
        with pytest.raises(mankala.Error, match="expected"):
            game.play_action(wrong)
    assert (game.position, game.actions) == (before, [0, 1, 2, 3, 4, 5])
    game.play_action(np.int64(2))  # type: ignore[arg-type]
    assert game.record == ["A3"]
    assert mankala.load("oware").action_names[:7] == ["A1", "A2", "A3", "A4", "A5", "A6", "a1"]


def test_games_begin_from_positions() -> None:
    kalah = mankala.load("kalah")
    game, positions = kalah.game(), []
    for move in ("A1", "a2", "A3"):
        game.play(move)
        positions.append(game.position)
    batch = mankala.Batch("kalah", positions=positions, ply_limit=3)
    assert [batch.position(at) for at in range(3)] == positions == [batch.position(at) for at in range(len(batch))]
    for _ in range(3):
        batch.step(batch.sample())
    assert batch.truncated.all()
    assert [batch.position(at) for at in range(3)] == positions, "games restart where they began"
    assert mankala.Batch("kalah", 2, positions=positions[0]).position(1) == positions[0]
    refused: list[dict[str, Any]] = [{"games": 2, "positions": positions}, {}, {"games": 2, "seeds": [1]}, {"seeds": []}]
    refused += [{"positions": 5}, {"seeds": 5}, {"seeds": [1.5]}]
    for wrong in refused:
        with pytest.raises(mankala.ArgumentError, match="expected"):
            mankala.Batch("kalah", **wrong)
    few = "1,0,0,0,0,0/0,0,0,0,0,1 S captured=0,0"
    with pytest.raises(mankala.PositionError, match="48 seeds"):
        mankala.Batch("kalah", 2, positions=few)
    assert mankala.Batch("kalah", 2, positions=few, any_seeds=True).position(0) == few


def test_openings_are_random_and_recorded() -> None:
    batch = mankala.Batch("oware", 40, opening_plies=4, records=True, seed=5)
    found = {batch.position(at) for at in range(40)}
    assert len(found) > 30
    for at in range(40):
        first, moves = batch.record(at)
        game = mankala.load("oware").game(first)
        for move in moves:
            game.play(move)
        assert (len(moves), game.position) == (4, batch.position(at))
    for _ in range(30):
        batch.step(batch.sample())
    for at in range(40):
        first, moves = batch.record(at)
        game = mankala.load("oware").game(first)
        for move in moves:
            game.play(move)
        assert game.position == batch.position(at)
    with pytest.raises(mankala.Error, match="records=True"):
        mankala.Batch("oware", 1).record(0)


def test_seeds_decide_the_games() -> None:
    def played(batch: mankala.Batch) -> list[str]:
        for _ in range(8):
            batch.step(batch.sample())
        return [batch.position(at) for at in range(len(batch))]

    [alone] = played(mankala.Batch("kalah", 1, seed=11, opening_plies=2))
    several = played(mankala.Batch("kalah", seeds=[5, 11, 5], opening_plies=2))
    assert several[1] == alone and several[0] == several[2] != alone
    batch = mankala.Batch("kalah", 20, seed=7)
    first = played(batch)
    batch.reset()
    assert played(batch) != first
    batch.reset(seed=7)
    assert played(batch) == first


def test_copies_are_independent() -> None:
    batch = mankala.Batch("kalah", 10, seed=3)
    batch.step(batch.sample())
    other = batch.copy()
    before = other.observations.copy()
    again = []
    for one in (batch, other):
        for _ in range(5):
            one.step(one.sample())
        again.append(one.observations.copy())
        if one is batch:
            assert (other.observations == before).all()
    assert (again[0] == again[1]).all(), "they draw the same numbers"


def test_a_game_is_set() -> None:
    batch = mankala.Batch("oware", 3, records=True)
    batch.step([0, 1, 2])
    target = "0,0,0,0,0,1/1,0,0,0,0,0 S captured=23,23"
    batch.set(1, target)
    assert batch.position(1) == target and batch.record(1) == (target, [])
    assert np.flatnonzero(batch.masks[1]).tolist() == mankala.load("oware").game(target).actions
    with pytest.raises(mankala.PositionError, match="48 seeds"):
        batch.set(0, "0,0,0,0,0,1/1,0,0,0,0,0 S captured=0,0")
    with pytest.raises(mankala.ArgumentError, match="game"):
        batch.set(3, target)


def test_last_positions_are_seen() -> None:
    batch = mankala.Batch("kalah", 200, ply_limit=12, seed=9)
    waiting = mankala.Batch("kalah", 200, ply_limit=12, seed=9, restart=False)
    over = np.zeros(200, bool)
    while not over.any():
        actions = batch.sample().copy()
        batch.step(actions)
        waiting.step(actions)
        over = batch.terminated | batch.truncated
    assert (batch.final_observations[over] == waiting.observations[over]).all()
    assert (batch.final_to_move[over] == waiting.to_move[over]).all()
    assert not (batch.observations[over] == waiting.observations[over]).all(axis=1).any(), "these began anew"


@pytest.mark.parametrize("name", ["oware", "zanzibar-bao", "tsoro", "layli-goobalay"])
@pytest.mark.parametrize("restart", [True, False])
def test_batches_are_pickled(name: str, restart: bool) -> None:
    """The copy continues like the original, its repetitions and random numbers included."""
    text = 'name = "few"\ntitle = "Few"\ninherits = "oware"\n[setup]\nseeds = 1\n' if name == "oware" else name
    batch = mankala.Batch(text, 20, restart=restart, opening_plies=2, records=True, ply_limit=60, seed=3)
    for step in range(90):
        if step % 15 == 7:
            again = pickle.loads(pickle.dumps(batch))
            other = batch.copy()
            for _ in range(25):
                for one in (again, other):
                    one.step(one.sample())
                for array in (
                    "observations",
                    "masks",
                    "rewards",
                    "terminated",
                    "truncated",
                    "to_move",
                    "final_observations",
                    "final_to_move",
                ):
                    assert (getattr(again, array) == getattr(other, array)).all(), array
            assert [again.record(game) for game in range(20)] == [other.record(game) for game in range(20)]
        batch.step(batch.sample())


def test_games_wait() -> None:
    batch = mankala.Batch("kalah", 2)
    before = batch.observations.copy()
    actions = batch.sample().copy()
    actions[0] = -1
    batch.step(actions)
    assert (batch.observations[0] == before[0]).all() and (batch.observations[1] != before[1]).any()
    with pytest.raises(mankala.MoveError):
        batch.step([-2, -1])
