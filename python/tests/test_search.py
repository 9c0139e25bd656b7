"""Searches with an evaluation in Python."""

import functools
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import mankala

SMALL = "kalah:board.columns=3,setup.seeds=2"


def uniform(observations: Any, masks: Any) -> tuple[Any, Any]:
    return masks, np.zeros(len(masks))


def scattered(observations: Any, masks: Any) -> tuple[Any, Any]:
    """Evaluates each row alone, by numbers that look random."""
    mixed = (observations * np.arange(1, observations.shape[1] + 1)).sum(axis=1, keepdims=True)
    return 1 + (mixed * np.arange(1, masks.shape[1] + 1)) % 7, ((mixed[:, 0] * 37) % 19 - 9) / 10


def position_of(variant: mankala.Variant, row: Any) -> str:
    """Writes the position of an observation, as if the player to move were South."""
    columns = variant.shape[1]
    numbers = dict(zip(variant.observation_names, row))
    own, other = row[:columns], row[columns : 2 * columns]
    stores = f"{numbers['own captured']},{numbers['other captured']}"
    north = ",".join(str(seeds) for seeds in other[::-1])
    return f"{north}/{','.join(str(seeds) for seeds in own)} S captured={stores}"


@functools.cache
def solved(variant: mankala.Variant, position: str) -> float:
    """Returns the result for the player to move, by the solver."""
    value = mankala.solve(variant, position=position, moves=False, memory=1 << 20).value
    assert value is not None
    return float(np.sign(value))


def result_of(game: mankala.Game, action: int) -> float:
    """Returns the result of an action for the player who plays it, by the solver."""
    after = game.copy()
    after.play_action(action)
    if after.result is not None:
        return {"draw": 0, game.to_move: 1}.get(after.result, -1)
    return solved(game.variant, after.position) * (1 if after.to_move == game.to_move else -1)


def test_winning_actions_are_found() -> None:
    variant = mankala.load(SMALL)
    batch = mankala.Batch(variant, 40, opening_plies=4, seed=3)
    found = mankala.search(batch, uniform, simulations=3000)
    won = 0
    for number in range(len(batch)):
        game = variant.game(batch.position(number))
        value = solved(variant, game.position)
        assert abs(found.values[number] - value) < 0.2, game.position
        if value > 0:
            won += 1
            assert result_of(game, int(found.visits[number].argmax())) == 1, game.position
    assert won > 10


def test_exact_values_lead_to_the_best_move() -> None:
    variant = mankala.load(SMALL)

    def exact(observations: Any, masks: Any) -> tuple[Any, Any]:
        return masks, [solved(variant, position_of(variant, row)) for row in observations]

    batch = mankala.Batch(variant, 12, opening_plies=2, seed=1)
    found = mankala.search(batch, exact, simulations=60)
    for number in range(len(batch)):
        game = variant.game(batch.position(number))
        results = {action: result_of(game, action) for action in game.actions}
        assert results[int(found.visits[number].argmax())] == max(results.values())


def minimax(game: mankala.Game, depth: int, ply: int = 0) -> dict[int, float]:
    """Returns the value of each action, by ``scattered`` at the full depth; an early win is worth more."""
    values = {}
    for action in game.actions:
        after = game.copy()
        after.play_action(action)
        sign = 1 if after.to_move == game.to_move else -1
        if after.result is not None:
            values[action] = {"draw": 0, game.to_move: 1}.get(after.result, -1) * (2 - ply / 1000)
        elif depth == 1:
            _, (value,) = scattered(after.observation()[np.newaxis], after.mask[np.newaxis])
            values[action] = sign * float(value)
        else:
            values[action] = sign * max(minimax(after, depth - 1, ply + 1).values())
    return values


@pytest.mark.parametrize("name", ["kalah", "oware", "zanzibar-bao", "toguz-korgool", "bao-6x2", SMALL])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_alphabeta_finds_the_best_action(name: str, depth: int) -> None:
    variant = mankala.load(name)
    batch = mankala.Batch(variant, 8, opening_plies=10, seed=6)
    found = mankala.alphabeta(batch, scattered, depth=depth)
    assert found.actions.dtype == np.int64 and found.values.dtype == np.float32
    for number in range(len(batch)):
        values = minimax(variant.game(batch.position(number)), depth)
        best = max(values.values())
        assert values[int(found.actions[number])] == best
        assert found.values[number] == pytest.approx(min(max(best, -1), 1))


@pytest.mark.parametrize("depth", [1, 2, 5, 9])
def test_alphabeta_prefers_an_early_win(depth: int) -> None:
    calls = []

    def hopeful(observations: Any, masks: Any) -> tuple[Any, Any]:
        calls.append(len(masks))
        return masks, np.ones(len(masks))

    # North's fourth pit captures seven seeds and empties North's row: only this move wins at once.
    batch = mankala.Batch("kalah", positions=["4,0,1,1,1,1/0,7,0,0,0,0 N captured=18,15"])
    found = mankala.alphabeta(batch, hopeful, depth=depth)
    game = batch.variant.game(batch.position(0))
    game.play_action(int(found.actions[0]))
    assert found.values[0] == 1 and game.result == "N"
    # Nothing can be better, so nothing is evaluated.
    assert not calls


def test_alphabeta_solves_small_games() -> None:
    variant = mankala.load(SMALL)
    found = mankala.alphabeta(mankala.Batch(variant, 3), uniform, depth=30)
    assert found.values.tolist() == [solved(variant, variant.game().position)] * 3


def test_alphabeta_ignores_priors() -> None:
    batch = mankala.Batch("oware", 4)
    found = mankala.alphabeta(batch, lambda o, m: (np.where(m, -1, np.nan), np.zeros(len(m))), depth=2)
    assert found.actions.tolist() == [0] * 4
    assert not np.signbit(found.values).any()


def test_alphabeta_searches_each_game_alone() -> None:
    variant = mankala.load("oware")
    found = []
    for threads in (1, 3):
        batch = mankala.Batch(variant, 40, opening_plies=6, seed=4, threads=threads, restart=False)
        found.append(mankala.alphabeta(batch, scattered, depth=3))
    assert (found[0].actions == found[1].actions).all() and (found[0].values == found[1].values).all()
    for number in (0, 7):
        alone = mankala.Batch(variant, positions=[batch.position(number)])
        assert mankala.alphabeta(alone, scattered, depth=3).actions[0] == found[0].actions[number]
    rows: list[int] = []

    def counting(observations: Any, masks: Any) -> tuple[Any, Any]:
        rows.append(len(masks))
        return scattered(observations, masks)

    mankala.alphabeta(mankala.Batch(variant, 3), counting, depth=1)
    assert rows == [18]


def test_alphabeta_leaves_games_that_are_over() -> None:
    batch = mankala.Batch(SMALL, 4, restart=False)
    while not batch.terminated.any():
        batch.step(batch.sample())
    found = mankala.alphabeta(batch, uniform, depth=2)
    assert (found.actions[batch.terminated] == -1).all() and not found.values[batch.terminated].any()
    assert (found.actions[~batch.terminated] >= 0).all()
    batch.step(found.actions)


def test_alphabeta_refuses_wrong_arguments() -> None:
    batch = mankala.Batch("oware", 2)
    for depth in (0, 101, "x", 1.5, True):
        with pytest.raises(mankala.ArgumentError, match="depth: expected a whole number"):
            mankala.alphabeta(batch, uniform, depth=depth)  # type: ignore[arg-type]
    with pytest.raises(mankala.ArgumentError, match="batch"):
        mankala.alphabeta("oware", uniform, depth=1)  # type: ignore[arg-type]
    with pytest.raises(mankala.ArgumentError, match="row 0: expected a value"):
        mankala.alphabeta(batch, lambda o, m: (m, np.full(len(m), 2.0)), depth=1)


@pytest.mark.parametrize("name", ["kalah", "oware", "zanzibar-bao", "toguz-korgool", "bao-6x2"])
def test_legal_actions_get_all_visits(name: str) -> None:
    batch = mankala.Batch(name, 16, opening_plies=6, seed=2)
    for _ in range(3):
        found = mankala.search(batch, scattered, simulations=40)
        assert found.visits.dtype == np.int32 and found.values.dtype == np.float32
        assert (found.visits.sum(axis=1) == 40).all()
        assert not found.visits[batch.masks == 0].any()
        assert (np.abs(found.values) <= 1).all()
        batch.step(found.visits.argmax(axis=1))


def test_games_are_searched_independently() -> None:
    variant = mankala.load("oware")
    batch = mankala.Batch(variant, 7, opening_plies=5, seed=5)
    before = batch.observations.copy()
    settings: dict[str, Any] = {"simulations": 50, "noise": 0.25}
    together = mankala.search(batch, scattered, seed=list(range(7)), **settings)
    assert (batch.observations == before).all()
    for number in range(len(batch)):
        alone = mankala.Batch(variant, positions=[batch.position(number)])
        found = mankala.search(alone, scattered, seed=number, **settings)
        assert (found.visits[0] == together.visits[number]).all()
        assert found.values[0] == together.values[number]
    again = mankala.search(batch, scattered, seed=list(range(7)), **settings)
    assert (again.visits == together.visits).all() and (again.values == together.values).all()
    other = mankala.search(batch, scattered, seed=2, **settings)
    assert (other.visits != together.visits).any()


def test_threads_change_nothing() -> None:
    found = []
    for threads in (1, 3):
        batch = mankala.Batch("kalah", 600, opening_plies=6, seed=4, threads=threads)
        found.append(mankala.search(batch, scattered, simulations=30))
    assert (found[0].visits == found[1].visits).all() and (found[0].values == found[1].values).all()


def test_rows_are_the_new_positions() -> None:
    variant = mankala.load("kalah")
    batch = mankala.Batch(variant, 1)
    rows: list[Any] = []

    def keep(observations: Any, masks: Any) -> tuple[Any, Any]:
        rows.append((observations[0], masks[0]))
        return uniform(observations, masks)

    mankala.search(batch, keep, simulations=6)
    assert (rows[0][0] == batch.observations[0]).all() and (rows[0][1] == batch.masks[0]).all()
    # With equal priors and values, each action is visited once.
    expected = []
    for action in range(6):
        game = variant.game()
        game.play_action(action)
        expected.append((game.observation().tolist(), game.mask.tolist()))
    assert sorted((seen.tolist(), mask.tolist()) for seen, mask in rows[1:]) == sorted(expected)


def test_priors_and_noise_direct_the_search() -> None:
    batch = mankala.Batch("oware", 2)

    def second(observations: Any, masks: Any) -> tuple[Any, Any]:
        return np.eye(masks.shape[1])[[1] * len(masks)] * masks, np.zeros(len(masks))

    found = mankala.search(batch, second, simulations=20)
    assert (found.visits[:, 1] == 20).all()
    noisy = mankala.search(batch, second, simulations=20, noise=1.0, concentration=10)
    assert (noisy.visits[:, 1] < 20).all()


def test_games_that_are_over_have_no_visits() -> None:
    batch = mankala.Batch(SMALL, 4, restart=False)
    while not batch.terminated.any():
        batch.step(batch.sample())
    found = mankala.search(batch, uniform, simulations=10)
    assert (found.visits.sum(axis=1) == np.where(batch.terminated, 0, 10)).all()
    assert not found.values[batch.terminated].any()


def test_repetition_ends_a_game_in_the_tree() -> None:
    def hopeful(observations: Any, masks: Any) -> tuple[Any, Any]:
        return masks, np.full(len(masks), 0.9)

    # Each player has one move at a time; after twelve moves the position recurs, and the game is drawn.
    batch = mankala.Batch("oware", positions=["1,0,0,0,0,0/0,0,0,0,0,1 S captured=23,23"], restart=False)
    assert mankala.search(batch, hopeful, simulations=10).values[0] != 0
    assert mankala.search(batch, hopeful, simulations=12).values[0] == 0
    for _ in range(11):
        batch.step(batch.sample())
    assert mankala.search(batch, hopeful, simulations=1).values[0] == 0
    forgotten = mankala.Batch("oware", positions=[batch.position(0)])
    assert mankala.search(forgotten, hopeful, simulations=2).values[0] != 0
    batch.step(batch.sample())
    assert batch.terminated[0]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda o, m: (m[:, :3], np.zeros(len(m))), r"priors of shape \[2, 29\], found an array of shape \[2, 3\]"),
        (lambda o, m: (m, np.zeros((len(m), 1))), r"values of shape \[2\], found an array of shape \[2, 1\]"),
        (lambda o, m: (m, np.zeros(len(m) - 1)), r"values of shape \[2\], found an array of shape \[1\]"),
        (lambda o, m: m, "expected a pair of arrays"),
        (lambda o, m: None, "expected a pair of arrays"),
        (lambda o, m: (m, ["x", "y"]), "not an array"),
        (lambda o, m: (m, np.full(len(m), 1.5)), "row 0: expected a value from -1 to 1, found 1.5"),
        (lambda o, m: (m, [0, np.nan]), "row 1: expected a value from -1 to 1, found NaN"),
        (lambda o, m: (m * -1.0, np.zeros(len(m))), "row 0: expected a finite prior of at least 0, found -1"),
        (lambda o, m: (m + np.inf, np.zeros(len(m))), "row 0: expected a finite prior"),
    ],
)
def test_wrong_evaluations_are_refused(answer: Any, message: str) -> None:
    batch = mankala.Batch("oware", 2)
    with pytest.raises(mankala.Error, match=message):
        mankala.search(batch, answer, simulations=5)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"simulations": 0}, "simulations: expected a whole number from 1"),
        ({"simulations": "x"}, "simulations: expected a whole number"),
        ({"simulations": 5, "exploration": -1}, "exploration"),
        ({"simulations": 5, "noise": 1.1}, "noise"),
        ({"simulations": 5, "noise": "x"}, "noise"),
        ({"simulations": 5, "concentration": 0}, "concentration"),
        ({"simulations": 5, "seed": [1]}, "seed: expected 2, one for each game, found 1"),
    ],
)
def test_wrong_arguments_are_refused(settings: Any, message: str) -> None:
    batch = mankala.Batch("oware", 2)
    with pytest.raises(mankala.ArgumentError, match=message):
        mankala.search(batch, uniform, **settings)
    with pytest.raises(mankala.ArgumentError, match="batch"):
        mankala.search("oware", uniform, simulations=5)  # type: ignore[arg-type]
    with pytest.raises(mankala.ArgumentError, match="evaluate"):
        mankala.search(batch, None, simulations=5)  # type: ignore[arg-type]


def test_exceptions_end_the_search() -> None:
    class Mine(BaseException):
        pass

    def fail(observations: Any, masks: Any) -> tuple[Any, Any]:
        raise Mine

    batch = mankala.Batch("oware", 2)
    with pytest.raises(Mine):
        mankala.search(batch, fail, simulations=5)

    def fail_late(observations: Any, masks: Any) -> tuple[Any, Any]:
        class Array:
            def __array__(self, *_: Any, **__: Any) -> Any:
                raise Mine

        return masks, Array()

    with pytest.raises(Mine):
        mankala.search(batch, fail_late, simulations=5)


@pytest.mark.parametrize("search", [(mankala.search, "simulations", 1_000_000), (mankala.alphabeta, "depth", 100)])
def test_a_search_can_be_interrupted(search: tuple[Any, str, int]) -> None:
    function, setting, much = search
    batch = mankala.Batch("oware", 2000)
    sent: list[float] = []

    def interrupt() -> None:
        sent.append(time.process_time())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.5, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        function(batch, uniform, **{setting: much})
    # At most 200 ms on each of two threads. A busy machine changes only the time of a clock on the wall.
    assert time.process_time() - sent[0] < 0.4


def test_other_threads_run_during_a_search() -> None:
    batch = mankala.Batch("oware", 500)
    counted = [0]
    done = threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    mankala.search(batch, uniform, simulations=100)
    done.set()
    thread.join()
    assert counted[0] > 3
