"""Runs in parts, each played by an executor."""

from __future__ import annotations

import concurrent.futures
import functools
import os
import pathlib
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Protocol, TypeAlias

from ._engine import Variant, _check_threads, _compare_part, _compare_part_wrong, _match, _match_part_wrong
from .checks import kind, whole
from .errors import ArgumentError, Error
from .settings import CompareSettings, MatchSettings

Executors: TypeAlias = Executor | Callable[[], Executor]
"""An executor, or a function that creates one; a run calls it again if a killed process breaks a process pool."""

PARTS = 64
"""Number of parts of a run: enough to balance the load of a few workers."""

GAMES_A_PART = 1000
"""Number of games from which on a run has more parts than ``PARTS``, so that hundreds of workers share it."""

WAITING = 32
"""Number of parts that wait for a worker: enough to keep all busy; uncollected results take memory."""

ATTEMPTS = 4
"""Maximum number of attempts to play a part."""


class Play(Protocol):
    """Plays the part with this name, such as ``2/64``, and returns its result."""

    def __call__(self, shard: str, /) -> str: ...


def compare_part(variants: list[tuple[str, Variant]], settings: CompareSettings, shard: str) -> str:
    """Plays a part of a comparison on one thread: the executor decides how many run at a time."""
    return _compare_part(variants, settings, shard, 1)


def match_part(variant: Variant, settings: MatchSettings, shard: str) -> str:
    """Plays a part of a match on one thread."""
    return _match(variant, settings, shard, [], 1, None).jsonl()


class Check(Protocol):
    """Returns the error in the result of the part with this name, if there is one."""

    def __call__(self, shard: str, text: str, /) -> str | None: ...


class _Pool:
    """Executor in use."""

    def __init__(self, given: Executors) -> None:
        fits = isinstance(given, Executor) or callable(given)
        self.given = kind("executor", given, fits, "an executor or a function")
        self.executor = self._made()

    def _made(self) -> Executor:
        return self.given if isinstance(self.given, Executor) else self.given()

    def submit(self, play: Play, shard: str) -> Future[str]:
        try:
            return self.executor.submit(play, shard)
        except BrokenExecutor:
            self.renew()
            return self.executor.submit(play, shard)

    def renew(self) -> None:
        """Replaces the executor, if a function to create one was given."""
        if not isinstance(self.given, Executor):
            self.executor.shutdown(wait=False, cancel_futures=True)
            self.executor = self.given()

    def close(self) -> None:
        """Shuts down the executor if this pool created it; leaves a given executor running."""
        if not isinstance(self.given, Executor):
            self.executor.shutdown(wait=False, cancel_futures=True)


def play(
    executor: Executors,
    play_part: Play,
    parts: int,
    progress: Callable[[int, int], object] | None,
    check: Check,
) -> list[str]:
    """Plays all parts and returns their results in order; parts that fail or return an invalid result are repeated.

    Raises:
        Error: A part raised an error that it would raise on any machine, or its last result is invalid.
        Exception: The last attempt of a part raised it.
    """
    pool = _Pool(executor)
    waiting = deque(range(parts))
    attempts = [0] * parts
    results: dict[int, str] = {}
    running: dict[Future[str], int] = {}
    try:
        while len(results) < parts:
            while waiting and sum(not future.running() for future in running) < WAITING:
                part = waiting.popleft()
                attempts[part] += 1
                running[pool.submit(play_part, f"{part + 1}/{parts}")] = part
            done, _ = concurrent.futures.wait(
                running, timeout=0.5, return_when=concurrent.futures.FIRST_COMPLETED
            )
            broken: BrokenExecutor | None = None
            for future in done:
                part = running.pop(future)
                try:
                    result = future.result()
                except Error:
                    raise
                except Exception as error:  # noqa: BLE001 - a worker may die in any way
                    if attempts[part] >= ATTEMPTS:
                        raise
                    waiting.appendleft(part)
                    if isinstance(error, BrokenExecutor):
                        broken = error
                    continue
                shard = f"{part + 1}/{parts}"
                # A foreign executor may return any object.
                is_text = isinstance(result, str)
                wrong = check(shard, result) if is_text else f"expected str, found {type(result).__name__}"
                if wrong is None:
                    results[part] = result
                elif attempts[part] < ATTEMPTS:
                    waiting.appendleft(part)
                else:
                    raise Error(f"part {shard} has an invalid result: {wrong}")
            if broken is not None:
                if isinstance(pool.given, Executor):
                    raise broken
                # All parts in progress are lost. It is unknown which one broke the pool, so none counts.
                for part in running.values():
                    attempts[part] -= 1
                    waiting.appendleft(part)
                running.clear()
                pool.renew()
            if done and progress is not None:
                progress(len(results), parts)
    finally:
        for future in running:
            future.cancel()
        pool.close()
    return [results[part] for part in range(parts)]


def compare_parts(
    executor: Executors,
    variants: list[tuple[str, Variant]],
    settings: CompareSettings,
    progress: Callable[[int, int], object] | None,
) -> list[str]:
    """Plays a comparison in parts."""
    part = functools.partial(compare_part, variants, settings)
    check = functools.partial(_compare_part_wrong, variants, settings)
    return play(executor, part, _parts(settings["games"]), progress, check)


def kept_parts(
    keep: str | os.PathLike[str],
    variants: list[tuple[str, Variant]],
    settings: CompareSettings,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> str:
    """Plays the parts of a comparison that a file lacks, adds them to it, and returns its text."""
    path = pathlib.Path(kind("keep", keep, isinstance(keep, (str, os.PathLike)), "a path"))
    _check_threads(threads)
    lacks = functools.partial(_compare_part_wrong, variants, settings)
    parts = _parts(whole("games", settings["games"], 1))
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        # A killed run may leave half a line.
        text = text[: text.rfind("\n") + 1]
        wrong = lacks("1/1", text)
        if wrong is not None and not wrong.startswith("missing"):
            raise ValueError(wrong)
        with path.open("a", encoding="utf-8") as file:
            file.truncate(len(text.encode()))
            for part in range(parts):
                shard = f"{part + 1}/{parts}"
                if wrong is not None and lacks(shard, text) is not None:
                    first, _, lines = _compare_part(variants, settings, shard, threads).partition("\n")
                    more = lines if text else f"{first}\n{lines}"
                    file.write(more)
                    file.flush()
                    text += more
                if progress is not None:
                    progress(part + 1, parts)
    except Error:
        raise
    except (OSError, ValueError) as error:
        message = f"keep: can't use {path}: {error}"
        raise ArgumentError(message) from None
    return text


def match_parts(
    executor: Executors,
    variant: Variant,
    settings: MatchSettings,
    progress: Callable[[int, int], object] | None,
) -> list[str]:
    """Plays a match in parts."""
    part = functools.partial(match_part, variant, settings)
    check = functools.partial(_match_part_wrong, variant, settings)
    return play(executor, part, _parts(settings["games"]), progress, check)


def _parts(games: int) -> int:
    """Returns the number of parts for this many games; pairs of games stay together."""
    return max(1, min(games // 2, max(PARTS, games // GAMES_A_PART)))
