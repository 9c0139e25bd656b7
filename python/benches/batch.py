"""Measures the speed of `mankala.Batch` and of loops over OpenSpiel games: `python benches/batch.py [SECONDS] [GAMES]`.

All play uniformly random games: they draw a legal action and apply it. After each step the batch has observations,
masks and rewards in arrays. One OpenSpiel loop copies them to arrays too, the other asks for legal actions only.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import mankala
import numpy as np
import pyspiel

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 4096

PAIRS = {"kalah": "mancala", "oware": "oware"}

Rates = tuple[float, float]
"""Steps per second of elapsed time and of processor time."""


def rates(step: Callable[[], int]) -> Rates:
    """Measures the rates of a step function over `SECONDS`."""
    steps, begin, busy = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < SECONDS:
        steps += step()
    return steps / (time.perf_counter() - begin), steps / (time.process_time() - busy)


def bare(game: Any) -> Callable[[], int]:
    """Returns a function that plays an OpenSpiel game and asks for legal actions only."""
    choice = random.Random(1).choice

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def same(game: Any) -> Callable[[], int]:
    """Returns a function that plays an OpenSpiel game and copies all outputs that a batch provides."""
    choice = random.Random(1).choice
    observation = np.zeros(game.observation_tensor_size(), np.float32)
    mask, rewards = np.zeros(game.num_distinct_actions(), np.int8), np.zeros(2, np.float32)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            observation[:] = state.observation_tensor()
            mask[:] = state.legal_actions_mask()
            state.apply_action(choice(state.legal_actions()))
            rewards[:] = state.rewards()
            steps += 1
        return steps

    return play


def alone(name: str) -> Callable[[], int]:
    """Returns a function that plays a game of this package and asks for legal actions only."""
    choice, variant = random.Random(1).choice, mankala.load(name)

    def play() -> int:
        game = variant.game()
        while game.result is None:
            game.play_action(choice(game.actions))
        return game.plies

    return play


def batch(name: str, threads: int | None) -> Callable[[], int]:
    """Returns a function that steps all games of a batch."""
    games = mankala.Batch(name, GAMES, threads=threads)

    def step() -> int:
        games.step(games.sample())
        return GAMES

    return step


def line(what: str, found: Rates, loop: Rates | None = None) -> None:
    """Prints rates, and their ratios to those of a loop."""
    told = f"  {what:32}{found[0] / 1e6:10.2f} M{found[1] / 1e6:10.2f} M"
    if loop is not None:
        told += f"{found[0] / loop[0]:10.0f}{found[1] / loop[1]:10.0f}"
    print(told, flush=True)


if __name__ == "__main__":
    print(f"{GAMES} games at a time, {SECONDS} s each")
    print("by the clock, and by processor time:")
    print(f"  {'':32}{'steps/s':>12}{'steps/s':>12}{'times':>10}{'times':>10}")
    for name, other in PAIRS.items():
        game = pyspiel.load_game(other)
        print(name)
        # The loops run before and after, and the better result is compared.
        first, legal, ours = rates(same(game)), rates(bare(game)), rates(alone(name))
        one, all_ = rates(batch(name, 1)), rates(batch(name, None))
        loop = (max(first[0], (again := rates(same(game)))[0]), max(first[1], again[1]))
        line("OpenSpiel, legal actions only", legal, loop)
        line("Game, legal actions only", ours, loop)
        line("OpenSpiel, the same outputs", loop, loop)
        line("batch, one thread", one, loop)
        line("batch, all threads", all_, loop)
