"""Variants that nobody has played: drawn by seed from the options of a ruleset."""

from __future__ import annotations

import functools
from typing import Any

from .._engine import Variant, variants
from ..asking import ask
from ..errors import Error, VariantError
from ..loading import Source, load
from ..checks import whole
from ..drawing import dice, random_game

FIXED = {"rules.swap", "rules.max_sown"}
"""Keys that are not drawn, because they affect no move."""

ATTEMPTS = 2000
"""Maximum number of variants tried."""


@functools.lru_cache(maxsize=64)
def options(ruleset: str) -> dict[str, tuple[Any, ...]]:
    """Returns the values of each rule of a ruleset that has finitely many values."""
    found: dict[str, tuple[Any, ...]] = {}
    properties: dict[str, Any] = ask("schema", ruleset=ruleset)["schema"]["properties"]
    for key, told in properties["rules"]["properties"].items():
        full = f"rules.{key}"
        if full in FIXED:
            continue
        if told.get("type") == "boolean":
            found[full] = (False, True)
        words = list(told.get("enum", []))
        for part in told.get("oneOf", []):
            words += [part["const"]] if "const" in part else part.get("enum", [])
        if len(words) > 1:
            found[full] = tuple(word for word in words if isinstance(word, (str, bool)))
    return found


@functools.lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    """Returns the digests of the built-in variants."""
    return frozenset(load(name).digest for name in variants())


def change(variant: Variant, rng: Any, keys: int, *, size: bool) -> Variant | None:
    """Changes this many random keys; ``None`` if there are fewer, or the new rules are invalid or worded as before."""
    values = variant.values
    grid: dict[str, tuple[Any, ...]] = {
        key: tuple(value for value in choice if value != values.get(key))
        for key, choice in options(variant.ruleset).items()
        if key in values
    }
    if size:
        columns = values["board.columns"]
        grid["board.columns"] = tuple(range(max(3, columns - 2), columns + 3))
        if isinstance(values.get("setup.seeds"), int):
            grid["setup.seeds"] = tuple(range(2, 7))
    free = sorted(key for key, choice in grid.items() if choice)
    if len(free) < keys:
        return None
    chosen = rng.sample(free, k=keys)
    try:
        drawn = load(variant, {key: rng.choice(grid[key]) for key in chosen})
    except VariantError:
        return None
    return drawn if drawn.rules != variant.rules else None


def is_playable(variant: Variant, rng: Any) -> bool:
    """Plays random games; returns whether most end within 400 moves, and whether they offer a choice of moves."""
    ended = choices = plies = 0
    for _ in range(8):
        game = random_game(variant, rng, 400)
        ended += game.result is not None
        plies += len(game.record)
        while game.record:
            game.undo()
            choices += len(game.moves)
    return ended >= 6 and plies >= 8 * 8 and choices >= 2 * plies


def unseen(seed: int, source: Source | None = None, *, changes: int = 3) -> Variant:
    """Draws a playable variant that is not among the built-in ones; the same seed gives the same variant.

    Args:
        seed: Random seed.
        source: Variant to change; by default, one drawn from all built-in variants.
        changes: Number of keys to change: rules with a choice of values, columns, and seeds in a pit.

    Raises:
        Error: No such variant was found.
    """
    rng = dice("unseen", seed, whole("changes", changes, 1))
    for _ in range(ATTEMPTS):
        base = load(rng.choice(variants()) if source is None else source)
        drawn = change(base, rng, changes, size=True)
        if drawn is not None and drawn.digest not in _known() and is_playable(drawn, rng):
            return drawn
    message = f"no playable variant found in {ATTEMPTS} attempts; expected fewer changes or another variant"
    raise Error(message)
