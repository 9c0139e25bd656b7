"""Runs and tables: the numbers of the command line, and what takes tables."""

import json
import os
import pathlib
import signal
import subprocess
import threading
import time

import pytest

import mankala

PROGRAM = os.environ.get("MANKALA")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="MANKALA does not name the program")


def told(*words: str) -> str:
    """What the command line says."""
    assert PROGRAM is not None
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


@needs_program
def test_compare_has_the_numbers_of_the_command_line() -> None:
    words = ["compare", "kalah", "oware:board.columns=4", "--games", "40", "--seed", "7"]
    words += ["--player", "random", "--player", "greedy", "--judge", "random", "--judge", "alphabeta:2"]
    found = mankala.compare(
        ["kalah", "oware:board.columns=4"],
        games=40,
        seed=7,
        players=["random", "greedy"],
        judges=["random", "alphabeta:2"],
    )
    assert found.csv() == told(*words, "--format", "csv")
    own, other = json.loads(found.json()), json.loads(told(*words, "--format", "json"))
    del own["command"], other["command"]
    assert own == other
    lines = found.csv().splitlines()
    assert len(found) == len(lines) - 1
    assert str(found).count("kalah") > 0
    assert "<html" in found.html()


@needs_program
def test_matches_have_the_games_of_the_command_line() -> None:
    words = ["match", "bao-la-kiswahili", "--south", "greedy", "--north", "random", "--games", "6", "--seed", "3"]
    found = mankala.match("bao-la-kiswahili", "greedy", "random", games=6, seed=3)
    records = [json.loads(line) for line in told(*words).splitlines()]
    games = [record for record in records if "game" in record]
    for column in ("game", "south", "north", "opening", "moves", "plies", "result", "reason", "position"):
        assert found[column] == [game[column] for game in games], column


@needs_program
def test_perft_and_solve_are_those_of_the_command_line() -> None:
    other = json.loads(told("perft", "oware", "5", "--divide", "--json"))
    found = mankala.perft("oware", 5, threads=2)
    assert (found.nodes, dict(zip(found["move"], found["nodes"]))) == (other["nodes"], other["moves"])
    small = "kalah:board.columns=3,setup.seeds=2"
    other = json.loads(told("solve", small, "--moves", "--json"))
    solved = mankala.solve(small)
    assert (solved.value, solved.line, solved.unit) == (other["value"], other["line"], other["unit"])
    assert dict(zip(solved["move"], solved["value"])) == other["moves"]


@needs_program
@pytest.mark.parametrize("rounds", [False, True])
def test_tables_of_the_command_line_are_those_of_matches(tmp_path: pathlib.Path, rounds: bool) -> None:
    """What pyarrow, Polars and DuckDB read in a file of the program is what a match here has."""
    pyarrow = pytest.importorskip("pyarrow.parquet")
    polars, duckdb = pytest.importorskip("polars"), pytest.importorskip("duckdb")
    file = tmp_path / "games.parquet"
    words = ["match", "dakon", "--south", "greedy", "--north", "random", "--games", "30", "--ply-limit", "40"]
    words += ["--format", "parquet", "--out", str(file)] + ["--rounds"] * rounds
    told(*words)
    found = mankala.match("dakon", "greedy", "random", games=30, ply_limit=40, rounds=rounds)
    columns = {name: found[name] for name in found.columns}
    assert pyarrow.read_table(file).to_pydict() == columns
    assert polars.read_parquet(file).to_dict(as_series=False) == columns
    assert duckdb.sql(f"select * from '{file}'").fetchall() == list(zip(*columns.values()))
    assert None in columns["result"], "a game that is cut off has none"
    heading = json.loads(pyarrow.read_metadata(file).metadata[b"mankala"])
    assert (heading["variant"], heading["games"], heading["shard"]) == ("dakon", 30, "1/1")
    with pytest.raises(subprocess.CalledProcessError):
        told(*words, "--force", "--resume")


def test_chance_follows_from_the_seed_whatever_the_threads() -> None:
    one, two = (mankala.compare("kalah", games=50, measures="length", threads=n) for n in (1, 2))
    assert one.csv() == two.csv()
    first = mankala.match("oware", "random", "random", games=9, threads=1)
    second = mankala.match("oware", "random", "random", games=9, threads=2)
    assert first.jsonl() == second.jsonl()
    assert first["moves"] != mankala.match("oware", "random", "random", games=9, seed=2)["moves"]


def test_what_cannot_be_asked_for_is_refused() -> None:
    with pytest.raises(mankala.ArgumentError, match="games"):
        mankala.compare("kalah", games=0)
    with pytest.raises(mankala.ArgumentError, match="measure"):
        mankala.compare("kalah", games=2, measures="beauty")
    with pytest.raises(mankala.ArgumentError, match="depth"):
        mankala.perft("kalah", 300)
    with pytest.raises(mankala.ArgumentError):
        mankala.match("kalah", "random", "chess", games=2)
    with pytest.raises(KeyError, match="expected one of"):
        mankala.perft("kalah", 1)["beauty"]


def test_progress_is_told_and_may_break_off() -> None:
    heard: list[tuple[int, int]] = []
    mankala.match("oware", "random", "random", games=200, progress=lambda *far: heard.append(far))
    assert heard[-1] == (200, 200)

    def refuse(_done: int, _all: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        mankala.match("oware", "mcts:200", "random", games=100_000, progress=refuse)


def test_other_threads_run_on_and_ctrl_c_is_heard() -> None:
    ticks: list[float] = []
    is_over = threading.Event()

    def tick() -> None:
        while not is_over.wait(0.005):
            ticks.append(time.monotonic())
            if len(ticks) == 40:
                os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        for work in (
            lambda: mankala.perft("kalah", 60, threads=2),
            lambda: mankala.solve("kalah", memory=1 << 20),
            lambda: mankala.compare("kalah", games=100_000_000),
            lambda: mankala.match("kalah", "mcts:1000", "random", games=1_000_000),
            lambda: mankala.load("kalah").game().choose("alphabeta:60"),
        ):
            ticks.clear()
            with pytest.raises(KeyboardInterrupt):
                work()
            assert time.monotonic() - ticks[39] < 5
    finally:
        is_over.set()
        thread.join()


def test_tables_are_taken_again_and_again() -> None:
    table = mankala.match("oware", "random", "random", games=20)
    pyarrow = pytest.importorskip("pyarrow")
    for _ in range(2):
        taken = pyarrow.table(table)
        assert taken.column_names == table.columns
        assert taken.column("moves").to_pylist() == table["moves"]
    polars = pytest.importorskip("polars")
    for _ in range(2):
        frame = polars.DataFrame(table)
        assert frame.shape == (20, 9)
        assert frame["plies"].to_list() == table["plies"]


def test_duckdb_reads_a_table_by_its_name() -> None:
    duckdb = pytest.importorskip("duckdb")
    measures = mankala.compare("oware", games=20, measures="length")
    for _ in range(2):
        rows = duckdb.sql("select measure, value from measures order by measure").fetchall()
        assert dict(rows) == dict(zip(measures["measure"], measures["value"]))


def test_tables_become_parquet(tmp_path: pathlib.Path) -> None:
    polars = pytest.importorskip("polars")
    table = mankala.compare(["oware", "kalah"], games=20, judges="random")
    polars.DataFrame(table).write_parquet(tmp_path / "measures.parquet")
    read = polars.read_parquet(tmp_path / "measures.parquet")
    assert read.columns == table.columns
    assert read["value"].to_list() == table["value"]
