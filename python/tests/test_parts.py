"""Runs in parts: the results are the same to the last bit, whatever happens to the workers."""

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

import mankala
from mankala import parts


def pool() -> Executor:
    """Two processes that share nothing."""
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def compared(**how: Any) -> mankala.Comparison:
    small = ["kalah:board.columns=2,setup.seeds=2", "oware:board.columns=3,setup.seeds=2"]
    players, judges = ["random", "greedy"], ["random", "alphabeta:2"]
    return mankala.compare(small, games=40, players=players, judges=judges, **how)


def played(**how: Any) -> mankala.Match:
    return mankala.match("oware", "greedy", "random", games=41, opening_plies=2, **how)


def searched(**how: Any) -> mankala.Design:
    settings: dict[str, Any] = {"candidates": 60, "games": 64, "best": 2, "player": "random", "confirm": "random"}
    return mankala.design("turns=40..70", "kalah", parts=20, **settings, **how)


def test_a_process_pool_plays_the_same() -> None:
    heard: list[tuple[int, int]] = []
    with pool() as executor:
        assert compared(executor=executor).json() == compared().json()
        both = played(executor=executor, progress=lambda *far: heard.append(far)), played()
        assert both[0].jsonl() == both[1].jsonl()
        assert both[0].scores == both[1].scores
        assert searched(executor=executor).json() == searched().json()
    assert heard == sorted(heard)
    assert heard[-1] == (20, 20)


class Faulty(ThreadPoolExecutor):
    """Loses every third result the first time."""

    def __init__(self) -> None:
        super().__init__(2)
        self.sent = 0

    def submit(self, play: Any, /, *given: Any, **named: Any) -> Future[Any]:
        self.sent += 1
        if self.sent % 3 == 0:
            lost: Future[Any] = Future()
            lost.set_exception(ConnectionError("the machine is gone"))
            return lost
        return super().submit(play, *given, **named)


def test_what_is_lost_is_played_again() -> None:
    with Faulty() as executor:
        assert compared(executor=executor).csv() == compared().csv()
        assert executor.sent > 20


def test_who_never_comes_back_is_told() -> None:
    class Gone(ThreadPoolExecutor):
        def submit(self, play: Any, /, *given: Any, **named: Any) -> Future[Any]:
            lost: Future[Any] = Future()
            lost.set_exception(ConnectionError("the machine is gone"))
            return lost

    with Gone() as executor, pytest.raises(ConnectionError, match="gone"):
        played(executor=executor)


def _cut(text: str) -> str:
    """Drops the last game."""
    return "".join(text.splitlines(keepends=True)[:-1])


def _swapped(text: str) -> str:
    first, *games = text.splitlines(keepends=True)
    return first + "".join(reversed(games))


class Spoiling(ThreadPoolExecutor):
    """Replaces the result of the second part, the first times."""

    def __init__(self, spoil: Callable[[str], Any], times: int) -> None:
        super().__init__(1)
        self.spoil, self.times, self.sent = spoil, times, 0

    def submit(self, play: Any, /, *given: Any, **named: Any) -> Future[Any]:
        if given[0] != "2/20":
            return super().submit(play, *given, **named)
        self.sent += 1
        if self.sent > self.times:
            return super().submit(play, *given, **named)
        spoiled: Future[Any] = Future()
        spoiled.set_result(self.spoil(play(*given)))
        return spoiled


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda _: "", "the header is missing"),
        (lambda text: text.splitlines(keepends=True)[0], "expected 2 complete games, found 0"),
        (_cut, "expected 2 complete games, found 1"),
        (lambda text: text[:-1], "expected 2 complete games, found 1"),
        (_swapped, "expected game 2, found game 3"),
        (lambda text: text + text.splitlines(keepends=True)[-1], "expected game 4, found game 3"),
        (lambda _: mankala.match("oware", "greedy", "random", games=41, opening_plies=2, shard="3/20").jsonl(), "another part"),
        (lambda _: mankala.match("kalah", "greedy", "random", games=41, shard="2/20").jsonl(), "another part"),
        (lambda _: None, "expected str, found NoneType"),
    ],
)
def test_a_part_that_is_not_what_was_asked_for_is_played_again(spoil: Callable[[str], Any], told: str) -> None:
    with Spoiling(spoil, 2) as executor:
        assert played(executor=executor).jsonl() == played().jsonl()
        assert executor.sent == 3
    with Spoiling(spoil, parts.ATTEMPTS) as executor, pytest.raises(mankala.Error, match=f"part 2/20 .*{told}"):
        played(executor=executor)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda _: "", "missing games: "),
        (_cut, "missing games: "),
        (lambda text: text.replace('"games":[2,4]', '"games":[4,6]', 1), "line 2: "),
        (lambda _: played(shard="2/20").jsonl(), "line 1: "),
        (lambda _: b"", "expected str, found bytes"),
    ],
)
def test_a_part_of_a_comparison_is_looked_at_too(spoil: Callable[[str], Any], told: str) -> None:
    with Spoiling(spoil, 2) as executor:
        assert compared(executor=executor).json() == compared().json()
        assert executor.sent == 3
    with Spoiling(spoil, parts.ATTEMPTS) as executor, pytest.raises(mankala.Error, match=f"part 2/20 .*{told}"):
        compared(executor=executor)


def test_a_part_of_a_search_is_looked_at_too() -> None:
    spoil: Callable[[str], str] = lambda text: text.replace('"stage"', '"staged"')  # noqa: E731
    with Spoiling(spoil, 2) as executor:
        assert searched(executor=executor).json() == searched().json()
        assert executor.sent == 3
    with Spoiling(spoil, parts.ATTEMPTS) as executor, pytest.raises(mankala.Error, match="part 2/20 .*line 2: "):
        searched(executor=executor)


@pytest.mark.parametrize("run", [compared, played, searched])
def test_threads_are_counted_before_anything_is_played(run: Callable[..., Any]) -> None:
    def play() -> Executor:
        raise AssertionError("something is played")

    with pytest.raises(mankala.ArgumentError, match="^threads: expected a whole number from 1 to 256, found 0$"):
        run(executor=play, threads=0)


def test_mistakes_are_not_tried_again() -> None:
    with ThreadPoolExecutor(1) as executor, pytest.raises(mankala.ArgumentError, match="chess"):
        mankala.match("oware", "chess", "random", games=10, executor=executor)


class Killing(ProcessPoolExecutor):
    """A pool that loses one process in the middle, once."""

    killed = 0

    def submit(self, play: Any, /, *given: Any, **named: Any) -> Future[Any]:
        future = super().submit(play, *given, **named)
        if given[0].startswith("9/") and Killing.killed == 0:
            Killing.killed = next(iter(self._processes))
            os.kill(Killing.killed, signal.SIGKILL)
        return future


def test_a_pool_that_breaks_is_made_anew() -> None:
    made = lambda: Killing(2, mp_context=get_context("spawn"))  # noqa: E731
    assert played(executor=made).jsonl() == played().jsonl()
    assert Killing.killed > 0


def test_dask_plays_the_same_though_a_worker_is_killed() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers = [worker.pid for worker in cluster.workers.values() if worker.pid]
        executor = client.get_executor()
        killed: list[int] = []

        def kill(done: int, _all: int) -> None:
            if done >= 5 and not killed:
                killed.append(workers[0])
                os.kill(workers[0], signal.SIGKILL)
                time.sleep(0.2)

        # Long enough that other parts are in progress when it happens.
        settings: dict[str, Any] = {"games": 200, "measures": ["length", "decided"]}
        apart = mankala.compare("kalah", executor=executor, progress=kill, **settings)
        assert killed
    assert apart.json() == mankala.compare("kalah", **settings).json()


def test_no_more_is_sent_than_can_be_held() -> None:
    most = 0

    class Counting(ThreadPoolExecutor):
        in_flight = 0

        def submit(self, play: Any, /, *given: Any, **named: Any) -> Future[Any]:
            nonlocal most
            Counting.in_flight += 1
            most = max(most, Counting.in_flight)
            future = super().submit(play, *given, **named)
            future.add_done_callback(self.back)
            return future

        def back(self, _future: Future[Any]) -> None:
            Counting.in_flight -= 1

    with Counting(1) as executor:
        mankala.match("oware", "random", "random", games=1000, executor=executor)
    # One runs.
    assert 0 < most <= parts.WAITING + 1


def test_every_worker_gets_a_part() -> None:
    together = threading.Barrier(parts.WAITING + 8)

    class Meeting(ThreadPoolExecutor):
        def submit(self, play: Any, /, *given: Any, **named: Any) -> Future[Any]:
            return super().submit(self.meet, play, *given, **named)

        def meet(self, play: Any, *given: Any, **named: Any) -> Any:
            if not self.met:
                together.wait(timeout=60)
                self.met = True
            return play(*given, **named)

        met = False

    with Meeting(together.parties) as executor:
        found = mankala.match("kalah", "random", "random", games=100, executor=executor)
    assert len(found) == 100


def test_long_runs_have_more_parts() -> None:
    assert [parts._parts(games) for games in (1, 41, 200, 100_000, 1_000_000)] == [1, 20, 64, 100, 1000]
