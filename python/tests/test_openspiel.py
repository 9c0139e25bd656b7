"""Kalah and Oware beside OpenSpiel's, move by move over thousands of random games.

Where the two differ by rule, the difference is named here and set by a key of the variant, or looked for where it shows.
"""

import random
from typing import Any

import pytest

import mankala

pyspiel: Any = pytest.importorskip("pyspiel")

GAMES = 2000


def seeds(game: mankala.Game) -> tuple[list[int], list[int]]:
    """Returns the pits of South from the left, and those of North from North's left."""
    north, south = game.board.tolist()
    return south, north[::-1]


def captured(game: mankala.Game) -> list[int]:
    """Returns the seeds that South and North have off the board."""
    return list(game.fields["captured"])


def test_kalah_is_theirs() -> None:
    """The rules are the same, but the final sweep happens only here; there the count includes those seeds."""
    theirs, ours = pyspiel.load_game("mancala"), mankala.load("kalah")
    dice, plies = random.Random(1), 0
    for _ in range(GAMES):
        state, game = theirs.new_initial_state(), ours.game()
        while not state.is_terminal():
            assert game.result is None, game.position
            player = "SN"[state.current_player()]
            assert game.to_move == player, game.position
            actions = state.legal_actions()
            first = 1 if player == "S" else 8
            letter = "A" if player == "S" else "a"
            assert game.moves == [f"{letter}{action - first + 1}" for action in actions], game.position
            action = dice.choice(actions)
            state.apply_action(action)
            game.play(f"{letter}{action - first + 1}")
            plies += 1
            pits = [int(count) for count in state.observation_tensor(0)[:14]]
            if not state.is_terminal():
                assert seeds(game) == (pits[1:7], pits[8:14]), game.position
                assert captured(game) == [pits[7], pits[0]], game.position
        pits = [int(count) for count in state.observation_tensor(0)[:14]]
        assert captured(game) == [sum(pits[1:8]), sum(pits[8:14]) + pits[0]], game.position
        assert game.result == {1: "S", -1: "N", 0: "draw"}[state.returns()[0]], game.position
    assert plies > 30 * GAMES


def test_oware_is_theirs() -> None:
    """The rules are the same: feeding, grand slams that capture nothing, repeated positions.

    If a majority ends the game, remaining seeds go to the owners of their rows there and stay here. The limit of 1000
    moves there is never reached.
    """
    theirs, ours = pyspiel.load_game("oware"), mankala.load("oware")
    dice, plies = random.Random(2), 0
    for _ in range(GAMES):
        state, game = theirs.new_initial_state(), ours.game()
        while not state.is_terminal():
            assert game.result is None, (game.position, str(state))
            player = "SN"[state.current_player()]
            assert game.to_move == player, game.position
            letter = "Aa"[state.current_player()]
            actions = state.legal_actions()
            assert game.moves == [f"{letter}{action + 1}" for action in actions], game.position
            action = dice.choice(actions)
            state.apply_action(action)
            game.play(f"{letter}{action + 1}")
            plies += 1
            numbers = [round(48 * number) for number in state.observation_tensor(0)]
            if not state.is_terminal():
                assert seeds(game) == (numbers[:6], numbers[6:12]), game.position
                assert captured(game) == numbers[12:14], game.position
        assert game.result == {1: "S", -1: "N", 0: "draw"}[state.returns()[0]], game.position
        left = [sum(row) for row in seeds(game)]
        assert [own + rest for own, rest in zip(captured(game), left)] == numbers[12:14], game.position
    assert plies > 30 * GAMES
