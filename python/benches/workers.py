"""Measures games a second with one and two Dask workers, and extrapolates: `python benches/workers.py [GAMES]`.

Compares thirty variants, spread over the list, by games of alpha-beta against itself.
"""

import sys
import time

import mankala
from distributed import Client, LocalCluster

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 100
PLAYER = "alphabeta:4"
VARIANTS = mankala.variants()[:: len(mankala.variants()) // 30][:30]


def measure(workers: int) -> tuple[float, float]:
    """Returns games a second, and seconds of processor time a game."""
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        executor = client.get_executor()
        # Loads the package in the workers before the measurement.
        mankala.match("kalah", "random", "random", games=4 * workers, executor=executor)
        busy, begin = sum(client.run(time.process_time).values()), time.perf_counter()
        table = mankala.compare(VARIANTS, games=GAMES, players=PLAYER, measures="turns", executor=executor)
        elapsed = time.perf_counter() - begin
        busy = sum(client.run(time.process_time).values()) - busy
    games = sum(table["games"])
    return games / elapsed, busy / games


if __name__ == "__main__":
    print(", ".join(VARIANTS))
    for workers in (1, 2):
        rate, cost = measure(workers)
        hours = cost * 1e6 * len(VARIANTS) / 100 / 3600
        print(f"{workers} workers: {rate:.0f} games/s, {1000 * cost:.2f} ms of processor time a game;", end=" ")
        print(f"a million games of each on 100 cores: {hours:.1f} hours", flush=True)
