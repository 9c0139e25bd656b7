"""Draws random positions; the same seed gives the same positions."""

from __future__ import annotations

import hashlib
import random

from ._engine import Game, Variant


def dice(*words: object) -> random.Random:
    """Creates a random generator for a purpose, independent of all others."""
    text = "/".join(map(str, words))
    return random.Random(hashlib.sha256(text.encode()).digest())


def seed_of(*words: object) -> int:
    """Derives a seed for the engine."""
    return dice(*words).getrandbits(63)


LONGEST_GAME = 1000
"""Maximum number of moves of a random game."""


def random_game(variant: Variant, rng: random.Random, plies: int = LONGEST_GAME) -> Game:
    """Plays this many random moves, or fewer if the game ends earlier."""
    game = variant.game()
    while game.result is None and len(game.record) < plies:
        game.play(rng.choice(game.moves))
    return game


def random_position(variant: Variant, rng: random.Random) -> Game:
    """Draws a game in progress: a random game, cut at a random move before its end."""
    game = random_game(variant, rng)
    for _ in range(rng.randint(1, max(1, len(game.record)))):
        game.undo()
    return game


def opening(variant: Variant, rng: random.Random, plies: int) -> Game:
    """Plays a random opening that does not end the game, if one is found in a hundred attempts."""
    for _ in range(100):
        game = random_game(variant, rng, plies)
        if game.result is None:
            return game
    return variant.game()
