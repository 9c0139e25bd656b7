"""Runs in parts, played wherever an executor plays them."""

from __future__ import annotations

import concurrent.futures
import functools
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Protocol, TypeAlias

from ._engine import Variant, _compare_part, _compare_part_wrong, _match, _match_part_wrong
from .errors import Error
from .settings import CompareSettings, MatchSettings

Executors: TypeAlias = Executor | Callable[[], Executor]
"""An executor, or what makes one: a process pool breaks as a whole when one of its processes is killed, and is made anew then."""

PARTS = 64
"""A run has so many parts at most: enough to balance, few enough that each is worth sending."""

IN_FLIGHT = 32
"""So many parts at most have been sent and are not back: a result that nobody has taken lies in memory."""

ATTEMPTS = 4
"""A part that fails is sent again until it has been tried so often."""


class Play(Protocol):
    """Plays the part of this name, ``2/64`` say, and says what it came to."""

    def __call__(self, shard: str, /) -> str: ...


def compare_part(variants: list[tuple[str, Variant]], settings: CompareSettings, shard: str) -> str:
    """Plays a part of a comparison on one thread: the executor knows how many run at a time."""
    return _compare_part(variants, settings, shard, 1)


def match_part(variant: Variant, settings: MatchSettings, shard: str) -> str:
    """Plays a part of a match on one thread."""
    return _match(variant, settings, shard, [], 1, None).jsonl()


class Check(Protocol):
    """Says what is wrong with what came back for the part of this name, if anything is."""

    def __call__(self, shard: str, text: str, /) -> str | None: ...


class _Pool:
    """The executor in use."""

    def __init__(self, given: Executors) -> None:
        self.given = given
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
        """Makes another one where that can be done."""
        if not isinstance(self.given, Executor):
            self.executor.shutdown(wait=False, cancel_futures=True)
            self.executor = self.given()

    def close(self) -> None:
        """What was made here ends here; what was given goes on."""
        if not isinstance(self.given, Executor):
            self.executor.shutdown(wait=False, cancel_futures=True)


def play(
    executor: Executors,
    play_part: Play,
    parts: int,
    progress: Callable[[int, int], object] | None,
    check: Check,
) -> list[str]:
    """Plays all parts and returns what each came to, in order; what fails, or is not what was asked for, is tried again.

    Raises:
        Error: What a part raised by itself, which would be the same anywhere; or what is wrong with what came back at last.
        Exception: What a part raised at the last of its attempts.
    """
    pool = _Pool(executor)
    waiting = deque(range(parts))
    attempts = [0] * parts
    results: dict[int, str] = {}
    running: dict[Future[str], int] = {}
    try:
        while len(results) < parts:
            while waiting and len(running) < IN_FLIGHT:
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
                # An executor is somebody else's: it may hand back anything.
                is_text = isinstance(result, str)
                wrong = check(shard, result) if is_text else f"it is no text but {type(result).__name__}"
                if wrong is None:
                    results[part] = result
                elif attempts[part] < ATTEMPTS:
                    waiting.appendleft(part)
                else:
                    raise Error(f"part {shard} did not come back as it was asked for: {wrong}")
            if broken is not None:
                if isinstance(pool.given, Executor):
                    raise broken
                # Nothing that was sent comes back; who broke it is not known, so nobody is blamed.
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
    """How many parts so many games have; pairs of games stay together."""
    return max(1, min(PARTS, games // 2))
