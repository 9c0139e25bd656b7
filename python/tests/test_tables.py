"""Results of runs: as mappings, as rows, in notebooks, pickled, and with facts about the run."""

import pickle
from typing import Any

import numpy as np
import pytest

import mankala

SMALL = "kalah:board.columns=3,setup.seeds=2"


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    games = mankala.match(SMALL, "greedy", "random", games=6, ply_limit=9)
    return {
        "match": games,
        "empty": mankala.match(SMALL, "random", "random", games=1, shard="2/2"),
        "compare": mankala.compare([SMALL, "oware"], games=6, measures="turns"),
        "perft": mankala.perft(SMALL, 3),
        "solve": mankala.solve(SMALL),
        "review": mankala.review(games["moves"], SMALL, effort=4),
        "openings": mankala.openings(SMALL, plies=1, effort=8, seed=4),
        "puzzles": mankala.puzzles(SMALL, count=2, seed=3),
    }


ATTRIBUTES = ["players", "scores", "depth", "nodes", "seconds", "value", "low", "high", "unit", "line", "metadata"]


@pytest.mark.parametrize("name", ["match", "empty", "compare", "perft", "solve", "review", "openings", "puzzles"])
def test_results_are_pickled(results: dict[str, Any], name: str) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    found = results[name]
    again = pickle.loads(pickle.dumps(found))
    assert type(again) is type(found) and repr(again) == repr(found) and str(again) == str(found)
    assert dict(again) == dict(found)
    assert pyarrow.table(again).equals(pyarrow.table(found), check_metadata=True)
    for attribute in ATTRIBUTES:
        if hasattr(found, attribute):
            value = getattr(found, attribute)
            assert getattr(again, attribute) == value, attribute
    for form in ("json", "csv", "html", "jsonl"):
        if hasattr(found, form):
            assert getattr(again, form)() == getattr(found, form)()


def test_steps_are_pickled() -> None:
    for step in mankala.load("toguz-korgool").game().trace("A3"):
        again = pickle.loads(pickle.dumps(step))
        assert repr(again) == repr(step)
        assert (again.board == step.board).all() and again.board.dtype == np.int16
        assert (again.position, again.changed, again.hand) == (step.position, step.changed, step.hand)


def test_tables_know_their_run(results: dict[str, Any]) -> None:
    digest = mankala.load(SMALL).digest
    for name, table in results.items():
        facts = table.metadata
        assert facts["version"] == mankala.__version__, name
        assert facts["variant"] == (f"{SMALL} oware" if name == "compare" else SMALL)
        assert facts["digest"].split()[0] == digest
    assert results["match"].metadata["south"] == "greedy 1.0"
    assert [results[name].metadata["seed"] for name in ("match", "compare", "openings", "puzzles")] == list("1143")


def test_facts_are_in_the_metadata_of_arrow(results: dict[str, Any]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for table in results.values():
        found = pyarrow.table(table).schema.metadata
        assert {key.decode(): value.decode() for key, value in found.items()} == table.metadata


def test_tables_are_mappings_of_columns_and_iterate_over_rows(results: dict[str, Any]) -> None:
    for table in results.values():
        columns = dict(table)
        assert list(columns) == table.keys() == table.columns and list(columns.values()) == table.values()
        assert list(columns.items()) == table.items()
        assert list(table) == [dict(zip(columns, row)) for row in zip(*columns.values())]
        assert table.columns[0] in table and "nothing" not in table
        assert table.get("nothing") is None and table.get("nothing", 3) == 3
        assert table.get(table.columns[0]) == table[table.columns[0]]
        with pytest.raises(KeyError, match="unknown column \"nothing\", expected one of"):
            table["nothing"]
    assert issubclass(mankala.ColumnError, mankala.Error)


def test_pandas_reads_tables(results: dict[str, Any]) -> None:
    pandas = pytest.importorskip("pandas")
    for name, table in results.items():
        frame = pandas.DataFrame(table)
        if len(table):
            assert list(frame.columns) == table.columns, name
            assert len(frame) == len(table)


def test_notebooks_show_tables() -> None:
    games = mankala.match(SMALL, "random", "random", games=21, ply_limit=2)
    html = games._repr_html_()
    assert html.count("<tr>") == 21 and "20 of 21 rows" in html and "<th>moves</th>" in html
    assert mankala.perft(SMALL, 1)._repr_html_().count("<td>") == 6


def test_numpy_integers_are_numbers() -> None:
    two: Any = np.int64(2)
    assert mankala.load("kalah", columns=two).shape == (2, 2)
    assert mankala.perft(SMALL, two).nodes == mankala.perft(SMALL, 2).nodes
    assert len(mankala.match(SMALL, "random", "random", games=two, seed=two)) == 2
    assert mankala.compare(SMALL, games=two, measures="turns").metadata["command"].count("games=2,") == 1


def test_variants_tell_what_the_command_line_prints() -> None:
    kalah = mankala.load("kalah")
    assert kalah.region == "United States"
    assert kalah.attested is not None and kalah.attested["year"] == 1955
    assert kalah.sources[0]["year"] == 2000
    assert kalah.mechanisms["columns"] == 6 and kalah.rules.startswith("# Kalah\n")
    assert kalah.pits == [[f"a{n}" for n in range(6, 0, -1)], [f"A{n}" for n in range(1, 7)]]
    assert (kalah.two_ways, mankala.load("katro").two_ways) == (False, True)
    for name in mankala.variants():
        for key, value in mankala.load(name).values.items():
            assert isinstance(value, (bool, int, str, list, dict)), (name, key)
            assert mankala.load(name, {key: value}).digest if not isinstance(value, dict) else True


def test_requests_are_answered_or_refused() -> None:
    assert "diff" in [request["name"] for request in mankala.ask("hello")["requests"]]
    with pytest.raises(mankala.Error, match="expected one of"):
        mankala.ask("nothing")
    with pytest.raises(mankala.Error, match="chess"):
        mankala.ask("variant", variant="chess")
    with pytest.raises(mankala.Error, match="JSON"):
        mankala.ask("variant", variant=object())


def test_positions_need_the_seeds_of_the_game() -> None:
    kalah, few = mankala.load("kalah"), "1,0,0,0,0,0/0,0,0,0,0,1 S captured=0,0"
    with pytest.raises(mankala.PositionError, match="expected 48 seeds, as in the opening, found 2"):
        kalah.game(few)
    assert kalah.game(few, any_seeds=True).position == few
    game = kalah.game(few, any_seeds=True)
    assert pickle.loads(pickle.dumps(game)).position == few
