"""Runs in parts, each played by an executor."""

from __future__ import annotations

import concurrent.futures
import functools
import os
import pathlib
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Protocol, TypeAlias

from ._engine import (
    Variant,
    _check_threads,
    _compare_part,
    _compare_part_lacks,
    _design_part,
    _design_part_wrong,
    _match,
    _match_part_wrong,
)
from .checks import items, kind, whole
from .errors import ArgumentError, Error
from .settings import CompareSettings, DesignSettings, MatchSettings

Executors: TypeAlias = Executor | Callable[[], Executor]
"""An executor, or a function that creates one; a run calls it again if a killed process breaks a process pool."""

Paths: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""One path, or several."""

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


def design_part(settings: DesignSettings, shard: str) -> str:
    """Searches a part of a search over rules on one thread."""
    return _design_part({**settings, "parts": 1}, shard, 1)


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

    def check(shard: str, text: str, /) -> str | None:
        wrong, lacks = _compare_part_lacks(variants, settings, shard, text)
        return wrong or (f"missing games: {lacks}" if lacks else None)

    return play(executor, part, _parts(settings["games"]), progress, check)


def texts_of(known: Paths) -> list[tuple[str, str]]:
    """Reads files with results of other runs; returns their names and texts."""
    listed = [known] if isinstance(known, (str, os.PathLike)) else items("known", known)
    texts = []
    for path in listed:
        name = os.fspath(kind("known", path, isinstance(path, (str, os.PathLike)), "a path"))
        try:
            texts.append((name, pathlib.Path(path).read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            message = f"known: can't use {name}: {error}"
            raise ArgumentError(message) from None
    return texts


def known_parts(known: Paths, variants: list[tuple[str, Variant]], settings: CompareSettings) -> list[str]:
    """Returns the texts of files with results of a comparison."""
    texts = texts_of(known)
    for name, text in texts:
        wrong, _ = _compare_part_lacks(variants, settings, "1/1", text)
        if wrong is not None:
            message = f"known: can't use {name}: {wrong}"
            raise ArgumentError(message)
    return [text for _, text in texts]


def kept_parts(
    keep: str | os.PathLike[str],
    variants: list[tuple[str, Variant]],
    settings: CompareSettings,
    shard: str,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> str:
    """Plays the parts of a shard that a file lacks, adds them to it, and returns its text."""
    path = pathlib.Path(kind("keep", keep, isinstance(keep, (str, os.PathLike)), "a path"))
    _check_threads(threads)
    lacks = functools.partial(_compare_part_lacks, variants, settings)
    lacks(shard, "")
    number, of = map(int, shard.split("/"))
    # Each shard has as many parts, and ends with one.
    each = -(-_parts(whole("games", settings["games"], 1)) // of)
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        # A killed run may leave half a line.
        text = text[: text.rfind("\n") + 1]
        wrong, missing = lacks("1/1", text)
        if wrong is not None:
            raise ValueError(wrong)
        with path.open("a", encoding="utf-8") as file:
            file.truncate(len(text.encode()))
            for part in range(each):
                own = f"{(number - 1) * each + part + 1}/{of * each}"
                if missing and lacks(own, text)[1]:
                    first, _, lines = _compare_part(variants, settings, own, threads).partition("\n")
                    more = lines if text else f"{first}\n{lines}"
                    file.write(more)
                    file.flush()
                    text += more
                if progress is not None:
                    progress(part + 1, each)
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


def design_parts(
    executor: Executors,
    settings: DesignSettings,
    parts: int,
    progress: Callable[[int, int], object] | None,
) -> list[str]:
    """Searches all parts of a search over rules."""

    def check(_shard: str, text: str, /) -> str | None:
        return _design_part_wrong(settings, text)

    return play(executor, functools.partial(design_part, settings), parts, progress, check)


def _parts(games: int) -> int:
    """Returns the number of parts for this many games; pairs of games stay together."""
    return max(1, min(games // 2, max(PARTS, games // GAMES_A_PART)))
