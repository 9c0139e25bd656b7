"""Runs and tables: the numbers of the command line, and libraries that read tables."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import mankala

PROGRAM = os.environ.get("MANKALA")
needs_program = pytest.mark.skipif(PROGRAM is None, reason="MANKALA does not name the program")


def told(*words: str) -> str:
    """Returns the output of the command line."""
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
    """pyarrow, Polars and DuckDB read the same games from a file of the program as from a match here."""
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
    table, read = pytest.importorskip("pyarrow").table(found), pyarrow.read_table(file)
    assert table.schema == read.schema
    assert len(pytest.importorskip("pyarrow").concat_tables([table, read])) == 60


@needs_program
def test_changed_bits_of_tables_are_noticed(tmp_path: pathlib.Path) -> None:
    """pyarrow detects every changed bit of a page by its checksum, and never reads other games."""
    parquet = pytest.importorskip("pyarrow.parquet")
    file, changed = tmp_path / "games.parquet", tmp_path / "changed.parquet"
    told("match", "kalah", "--south", "random", "--north", "random", "--games", "20", "--format", "parquet", "--out", str(file))
    table, whole = parquet.read_table(file, page_checksum_verification=True), file.read_bytes()
    footer = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    tries = refused = 450
    for number in range(tries):
        place = number * 8 * footer // tries + number % 8
        flipped = bytearray(whole)
        flipped[place // 8] ^= 1 << place % 8
        changed.write_bytes(flipped)
        try:
            assert parquet.read_table(changed, page_checksum_verification=True).equals(table), place
            refused -= 1
        except (OSError, ValueError):
            pass
    assert refused > 400, refused


def test_chance_follows_from_the_seed_whatever_the_threads() -> None:
    one, two = (mankala.compare("kalah", games=50, measures="length", threads=n) for n in (1, 2))
    assert one.csv() == two.csv()
    first = mankala.match("oware", "random", "random", games=9, threads=1)
    second = mankala.match("oware", "random", "random", games=9, threads=2)
    assert first.jsonl() == second.jsonl()
    assert first["moves"] != mankala.match("oware", "random", "random", games=9, seed=2)["moves"]


def test_many_games_are_rows_in_batches() -> None:
    """The size of a batch is limited, and readers do not notice where one ends."""
    found = mankala.match("kalah:board.columns=2,setup.seeds=1", "random", "random", games=9001)
    assert len(found) == 9001
    assert found["game"] == list(range(9001))
    table = pytest.importorskip("pyarrow").table(found)
    assert table.column("game").num_chunks == 3
    assert table.column("moves").to_pylist() == found["moves"]
    assert "9001 rows" in repr(found)


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


def test_a_number_out_of_range_is_refused_by_name() -> None:
    """Values out of range are rejected: too small, too large for the type or for any type, or not an integer."""

    def match(**given: Any) -> object:
        return mankala.match("kalah", "random", "random", **{"games": 2, **given})

    def compare(**given: Any) -> object:
        return mankala.compare("kalah", **{"games": 2, "measures": "turns", **given})

    def perft(depth: Any = 1, **given: Any) -> object:
        return mankala.perft("kalah", depth, **given)

    def solve(**given: Any) -> object:
        return mankala.solve("kalah:board.columns=2,setup.seeds=1", **given)

    def choose(**given: Any) -> object:
        return mankala.load("kalah").game().choose("random", **given)

    def batch(games: Any = 1, **given: Any) -> object:
        return mankala.Batch("kalah", games, **given)

    taken: dict[Callable[..., object], list[str]] = {
        match: ["games", "seed", "opening_plies", "ply_limit", "threads"],
        compare: ["games", "seed", "opening_plies", "ply_limit", "strength", "threads"],
        perft: ["depth", "threads"],
        solve: ["memory"],
        choose: ["seed"],
        batch: ["games", "seed", "ply_limit", "threads"],
    }
    for call, names in taken.items():
        call()
        for name in names:
            for wrong in (-1, 1 << 64, 1 << 200, 10**4000, 1.5, "2"):
                with pytest.raises(mankala.ArgumentError, match=f"^{name}: expected a whole number from [01] to .*found "):
                    call(**{name: wrong})
    for call in (match, compare, perft, batch):
        call(threads=256)
        for wrong in (0, 257):
            with pytest.raises(mankala.ArgumentError, match=f"^threads: expected a whole number from 1 to 256, found {wrong}$"):
                call(threads=wrong)
    for call in (match, compare, batch):
        with pytest.raises(mankala.ArgumentError, match="^ply_limit: .*found 4294967296$"):
            call(ply_limit=1 << 32)
        call(seed=(1 << 64) - 1)
    for game in (-1, 1, 1 << 64):
        with pytest.raises(mankala.ArgumentError, match=f"^game: expected a whole number from 0 to 0, found {game}$"):
            mankala.Batch("kalah", 1).position(game)


@pytest.mark.skipif(not os.path.exists("/proc/meminfo"), reason="the system does not say how much memory is free")
def test_no_more_memory_is_taken_than_is_free(tmp_path: pathlib.Path) -> None:
    """Test machines have less than a terabyte of memory."""
    with pytest.raises(mankala.ArgumentError, match="^memory: expected at most [0-9]+ bytes, the free memory, found 1099511627776$"):
        mankala.solve("kalah:board.columns=2,setup.seeds=1", memory=1 << 40)
    # These games take more than two gigabytes.
    script = (
        "import mankala, resource\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2 << 30, resource.getrlimit(resource.RLIMIT_AS)[1]))\n"
        "try:\n    mankala.Batch('kalah', 1 << 24)\n"
        "except mankala.ArgumentError as error:\n    print(error)\n"
    )
    # Not in this folder, where the package lacks its compiled half.
    ran = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert re.fullmatch(r"16777216 games: expected at most 2147483648 bytes, the free memory, found [0-9]{10}\n", ran.stdout), ran.stderr
    assert mankala.solve("kalah:board.columns=2,setup.seeds=1", memory=1 << 20).value is not None


def test_a_game_is_where_it_stands() -> None:
    game = mankala.load("kalah:board.columns=2,setup.seeds=2").game()
    position = game.position
    game.play(game.moves[0])
    assert mankala.perft(game, 1)["move"] == game.moves
    with pytest.raises(mankala.ArgumentError, match="position: a game already has its position"):
        mankala.perft(game, 1, position=position)
    with pytest.raises(mankala.ArgumentError, match="position: a game already has its position"):
        mankala.solve(game, position=position)


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

    # A shell starts jobs in the background with SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=tick)
    thread.start()
    try:
        for work in (
            lambda: mankala.perft("kalah", 60, threads=2),
            lambda: mankala.solve("kalah", memory=1 << 20),
            lambda: mankala.compare("kalah", games=100_000_000),
            lambda: mankala.design("turns<9", "kalah", candidates=1_000_000),
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
        signal.signal(signal.SIGINT, before)


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
    pandas = pytest.importorskip("pandas", minversion="3")
    for _ in range(2):
        rows = pandas.DataFrame.from_arrow(table)
        assert rows.shape == (20, 9)
        assert rows["plies"].to_list() == table["plies"]


def test_a_kind_of_table_has_one_schema() -> None:
    """The schema allows missing values, whether or not one is missing here."""
    pyarrow = pytest.importorskip("pyarrow")
    ended, cut = (
        pyarrow.table(mankala.match("oware", "random", "random", games=4, ply_limit=plies)) for plies in (2000, 5)
    )
    assert (ended["result"].null_count, cut["result"].null_count) == (0, 4)
    assert ended.schema == cut.schema
    assert len(pyarrow.concat_tables([ended, cut])) == 8
    assert [field.name for field in ended.schema if field.nullable] == ["result"]
    assert str(ended.schema.field("moves").type) == "list<element: string not null>"
    measures = pyarrow.table(mankala.compare("oware", games=4, measures="turns"))
    missing = [field.name for field in measures.schema if field.nullable]
    assert missing == ["value", "low", "high", "median", "p5", "p95"]
    solved = pyarrow.table(mankala.solve("kalah:board.columns=2,setup.seeds=2"))
    assert [field.name for field in solved.schema if field.nullable] == ["value", "low", "high"]


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


@needs_program
def test_reviews_have_the_rows_of_the_command_line(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "games"
    words = ["match", "kalah", "--south", "greedy", "--north", "random", "--games", "3"]
    told(*words, "--out", str(file))
    lines = told("review", str(file), "--effort", "16", "--format", "csv").splitlines()
    rows = [dict(zip(lines[0].split(","), line.split(","), strict=False)) for line in lines[1:]]
    games = mankala.match("kalah", "greedy", "random", games=3)
    found = mankala.review(games["moves"], "kalah", effort=16)
    assert len(found) == len(rows) == sum(games["plies"])
    for column in ("game", "ply", "before", "after"):
        assert [float(value) for value in found[column]] == [float(row[column]) for row in rows], column
    assert found["judgement"] == [row["judgement"] for row in rows]
    assert all(line[0] == best for line, best in zip(found["line"], found["best"], strict=True))


def test_reviews_leave_out_the_opening() -> None:
    games = mankala.match("kalah", "greedy", "random", games=1)
    found = mankala.review(games["moves"], "kalah", effort=1, opening=3)
    assert found["ply"] == list(range(4, games["plies"][0] + 1))
    assert len(mankala.review(games["moves"], "kalah", effort=1, opening=10**6)) == 0
    with pytest.raises(mankala.ArgumentError, match="opening"):
        mankala.review(games["moves"], "kalah", opening=-1)


def test_reviews_refuse_moves_without_their_variant() -> None:
    with pytest.raises(mankala.ArgumentError):
        mankala.review([["A1"]])
    with pytest.raises(mankala.ArgumentError):
        mankala.review(mankala.load("kalah").game(), effort=0)


@needs_program
def test_openings_and_puzzles_are_those_of_the_command_line() -> None:
    small = "kalah:board.columns=3,setup.seeds=2"
    lines = [json.loads(line) for line in told("openings", small, "--plies", "2", "--json").splitlines()]
    found = mankala.openings(small, plies=2)
    for column in found.columns:
        values = [side[0] for side in found[column]] if column == "side" else found[column]
        assert values == [line[column] for line in lines], column
    again = mankala.openings(mankala.load(small).game(), plies=2, threads=1)
    assert again["chance"] == found["chance"] and all(found["proved"])
    lines = [json.loads(line) for line in told("puzzles", small, "--count", "3").splitlines()[1:]]
    puzzles = mankala.puzzles(small, count=3)
    assert [side[0] for side in puzzles["side"]] == [line["side"] for line in lines]
    for column in ("position", "plies", "difficulty", "themes"):
        assert puzzles[column] == [line[column] for line in lines], column
    assert puzzles["value"] == [["draw", "win"][line["value"]] for line in lines]
    assert [tree[0].split()[0] for tree in puzzles["solution"]] == [line["solution"][0] for line in lines]


def test_openings_and_puzzles_check_their_numbers() -> None:
    with pytest.raises(mankala.ArgumentError):
        mankala.openings("kalah", plies=0)
    with pytest.raises(mankala.ArgumentError):
        mankala.puzzles("kalah", count=0)


def test_kept_results_are_not_played_again(tmp_path: pathlib.Path) -> None:
    """A file of the command line is continued, cut off or not, and holds the numbers of one run."""
    settings: dict[str, Any] = {"games": 40, "measures": ["turns", "draws"], "judges": "random"}
    whole, file = mankala.compare(["kalah", "oware"], **settings), tmp_path / "kept"
    far: list[tuple[int, int]] = []
    found = mankala.compare(["kalah", "oware"], keep=file, progress=lambda *now: far.append(now), **settings)
    assert found["value"] == whole["value"] and far[-1] == (20, 20)
    text = file.read_text()
    for kept in (text, text[: len(text) // 2], ""):
        file.write_text(kept)
        assert mankala.compare(["kalah", "oware"], keep=file, **settings)["value"] == whole["value"]
    assert len(file.read_text()) == len(text)
    file.write_text(text.replace("kalah", "halak"))
    with pytest.raises(mankala.ArgumentError, match="kept"):
        mankala.compare(["kalah", "oware"], keep=file, **settings)


def test_sweeps_leave_out_what_is_refused() -> None:
    grid: dict[str, list[mankala.loading.Value]] = {"board.columns": [3, 99], "setup.seeds": [2, 3]}
    found = mankala.sweep("kalah", grid, games=10, measures="turns")
    assert found["variant"] == [f"kalah:board.columns=3,setup.seeds={seeds}" for seeds in (2, 3)]
    assert found["value"] == mankala.compare(found["variant"], games=10, measures="turns")["value"]
    with pytest.raises(mankala.VariantError, match="99"):
        mankala.sweep("kalah", {"board.columns": [99]})


def test_shards_of_a_comparison_are_joined(tmp_path: pathlib.Path) -> None:
    how: dict[str, Any] = {"games": 90, "measures": "turns", "players": ["random", lambda game: game.moves[-1]]}
    whole = mankala.compare(["kalah", "oware"], **how)
    files = [tmp_path / f"part-{number}" for number in (1, 2, 3)]
    for number, file in enumerate(files, 1):
        calls: list[tuple[int, int]] = []
        part = mankala.compare(
            ["kalah", "oware"], keep=file, shard=f"{number}/3", progress=lambda *far: calls.append(far), **how
        )
        assert len(part) == 0 and json.loads(part.json())["variants"] == []
        assert part.columns == whole.columns and "</html>" in part.html() and str(part)
        assert calls[-1][0] == calls[-1][1] > 1
    text = files[1].read_text()
    # A job is killed, and started again.
    files[1].write_text(text[: len(text) // 2])
    mankala.compare(["kalah", "oware"], keep=files[1], shard="2/3", **how)
    assert set(files[1].read_text().splitlines()) == set(text.splitlines())
    joined = mankala.compare(["kalah", "oware"], known=files, **how)
    assert joined.json() == whole.json() and list(joined) == list(whole)
    for wrong, message in (
        ({"shard": "1/3"}, "shard: expected keep"),
        ({"shard": "4/3", "keep": tmp_path / "new"}, "expected a part and the number of parts"),
        ({"shard": 2, "keep": tmp_path / "new"}, "shard: expected a str, found 2"),
        ({"known": files, "keep": tmp_path / "new"}, "known: expected no keep and no executor"),
        ({"known": __file__}, "known: can't use .*test_runs.py: "),
    ):
        with pytest.raises(mankala.ArgumentError, match=message):
            mankala.compare(["kalah", "oware"], **how, **wrong)


@needs_program
def test_the_command_line_merges_shards(tmp_path: pathlib.Path) -> None:
    files = [str(tmp_path / f"part-{number}") for number in (1, 2)]
    words = ["compare", "kalah", "--games", "40", "--measures", "turns"]
    mankala.compare("kalah", games=40, measures="turns", keep=files[0], shard="1/2")
    told(*words, "--shard", "2/2", "--keep", files[1])
    told("merge", *files, "--out", str(tmp_path / "all"))
    before = (tmp_path / "all").read_text()
    joined = mankala.compare("kalah", games=40, measures="turns", known=files)
    assert joined.csv() == told(*words, "--keep", str(tmp_path / "all"), "--format", "csv")
    assert (tmp_path / "all").read_text() == before
