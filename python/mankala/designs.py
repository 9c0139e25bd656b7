"""Search over rules: games whose measures reach a goal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from ._engine import Design, Variant, _check_threads, _design, variants as all_variants
from .checks import items, kind, plain, real, truth, whole, words
from .errors import ArgumentError, VariantError
from .loading import Source, load
from .parts import Executors, Paths, design_parts, texts_of
from .settings import DesignSettings

LONGEST = 36_000_000
"""Maximum time of a search in seconds."""


def _base(source: Source) -> str:
    """Returns the name of a variant, as the search changes variants by their names."""
    variant = load(source)
    name = variant.label if isinstance(source, Variant) else os.fspath(source)
    try:
        found = load(name) if isinstance(source, Variant) else variant
    except VariantError:
        found = None
    if found != variant or "\n" in name:
        message = f"variants: expected names or paths, found the text of {variant.name}; save it in a file"
        raise ArgumentError(message)
    return name


def _of_ruleset(ruleset: str) -> list[str]:
    """Returns the names of all variants of a ruleset."""
    kind("ruleset", ruleset, isinstance(ruleset, str), "a str")
    rulesets = {name: load(name).ruleset for name in all_variants()}
    found = [name for name, own in rulesets.items() if own == ruleset]
    if not found:
        known = ", ".join(sorted(set(rulesets.values())))
        message = f"ruleset: expected one of {known}, found {ruleset!r:.60}"
        raise ArgumentError(message)
    return found


def design(
    goal: str,
    variants: Source | Iterable[Source] | None = None,
    *,
    ruleset: str | None = None,
    candidates: int | None = None,
    budget: float | None = None,
    seed: int = 1,
    player: str = "alphabeta:2",
    confirm: str = "alphabeta:4",
    games: int = 1024,
    best: int = 100,
    spread: Iterable[str] = ("seeds_per_move", "leader_wins_half"),
    ply_limit: int = 2000,
    parts: int = 1,
    shard: str | None = None,
    blind: bool = False,
    keep: str | os.PathLike[str] | None = None,
    known: Paths = (),
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    executor: Executors | None = None,
) -> Design:
    """Changes the rules of games until their measures reach a goal, like ``mankala design``.

    The same arguments find the same games. ``docs/design.md`` explains goals and the method.

    Args:
        goal: Conditions on measures: ``"turns=40..70, fair=±2%, skill>100"``.
        variants: Games to start from, by name or path: one, or several. ``mankala.variants()`` are all.
        ruleset: Start from all games of this ruleset instead.
        candidates: Maximum number of rule sets in the race; by default 1000, or no maximum with a ``budget``.
        budget: Maximum time of the race in seconds. The result then depends on the machine.
        seed: Random seed of the race; fresh games use the next seed.
        player: Player of the race.
        confirm: Stronger player, who plays fresh games of the best rule sets after the race.
        games: Number of games of a rule set in the last stage of the race, and again after it.
        best: Number of rule sets that play fresh games, and that the result lists.
        spread: Two measures for the axes of the grid that keeps the best game of each cell.
        ply_limit: Maximum number of plies. Rule sets with more than 5 % of longer games are dropped.
        parts: Search in this number of independent parts, and join their best rule sets.
        shard: Search only one part, such as ``"2/4"``; needs ``keep``. A search with ``parts=4`` and ``known`` joins
            the files. The table of a part is empty.
        blind: Change known games at random, without regard to earlier results, for comparison.
        keep: File that receives each result, in the format of ``state.jsonl`` of ``mankala design``. A run with the
            same goal, players, seed and games continues it.
        known: Files of other runs, whose results are used too.
        threads: Number of threads; by default, one for each processor. It does not affect the results.
        progress: Callback that receives the number of rule sets so far and their maximum, 0 if only the time is
            limited; with an executor, it counts parts.
        executor: Searches the parts, possibly in other processes or on other machines. Any
            ``concurrent.futures.Executor``, or a function that creates one. Parts that fail are repeated.

    Returns:
        A table with a row for each of the best games, those that reach the goal with the stronger player first.

    Raises:
        VariantError: A variant can't be loaded.
        ArgumentError: A goal, player, measure or number is invalid, or a file has another search.

    >>> found = design("turns=40..70", "kalah", candidates=40, games=64, player="random", confirm="random", best=2)
    >>> len(found), all(40 <= turns <= 70 for turns in found["turns_again"])
    (2, True)
    >>> found["text"][0].splitlines()[3].startswith('name = "kalah-')
    True
    """
    if (variants is None) == (ruleset is None):
        raise ArgumentError("variants: expected games to start from, or a ruleset")
    if ruleset is not None:
        bases = _of_ruleset(ruleset)
    else:
        listed = [variants] if isinstance(variants, (str, os.PathLike, Variant)) else items("variants", [] if variants is None else variants)
        bases = [_base(source) for source in listed]
    if not bases:
        raise ArgumentError("variants: expected games to start from, found none")
    axes = words("spread", spread)
    if len(axes) != 2:
        message = f"spread: expected two measures, found {len(axes)}"
        raise ArgumentError(message)
    for name, who in (("player", player), ("confirm", confirm)):
        kind(name, who, isinstance(who, str), "the name of a player of the engine")
    if shard is not None:
        kind("shard", shard, isinstance(shard, str), "a str")
        if parts != 1 or executor is not None:
            raise ArgumentError("shard: expected no parts and no executor, as a shard is one part")
        if keep is None:
            raise ArgumentError("shard: expected keep, the file for the results of the part")
    if executor is not None and budget is not None:
        raise ArgumentError("executor: expected candidates instead of a budget")
    settings: DesignSettings = {
        "goal": kind("goal", goal, isinstance(goal, str), "a str"),
        "variants": bases,
        "candidates": candidates,
        "budget": None if budget is None else real("budget", budget, 0.001, LONGEST),
        "seed": seed,
        "player": player,
        "confirm": confirm,
        "games": games,
        "best": best,
        "spread": axes,
        "ply_limit": ply_limit,
        "parts": parts,
        "shard": shard or "1/1",
        "blind": truth("blind", blind),
    }
    file = None if keep is None else os.fspath(kind("keep", keep, isinstance(keep, (str, os.PathLike)), "a path"))
    unsaid = {"goal", "variants", "candidates", "budget", "shard"}
    told = [f"{name}={plain(value)!r}" for name, value in settings.items() if name not in unsaid]
    command = ", ".join([f"mankala.design({goal!r}", repr(bases), *told])
    others = texts_of(known)
    if executor is not None:
        _check_threads(threads)
        found = design_parts(executor, settings, whole("parts", parts, 1, 1000), progress)
        others += [(f"part {number}", text) for number, text in enumerate(found, 1)]
        progress = None
    return _design(settings, command, file, others, threads, progress)
