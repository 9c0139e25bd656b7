"""Searches over rules: those of the command line, in parts, and continued."""

import json
import os
import pathlib
import pickle
import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import mankala
import pytest

GOAL = "turns=30..60, comeback>.05"
HOW: dict[str, Any] = {"games": 64, "best": 4, "player": "random", "confirm": "alphabeta:1"}
WORDS = ["--games", "64", "--best", "4", "--player", "random", "--confirm", "alphabeta:1"]


def designed(source: Any = "kalah", **how: Any) -> mankala.Design:
    """Runs a small search."""
    return mankala.design(GOAL, source, **{**HOW, **how})


def told(out: pathlib.Path, *words: str) -> dict[str, Any]:
    """Returns the result of the command line, without the command."""
    command = [os.environ["MANKALA"], "design", "--goal", GOAL, *WORDS, "--out", str(out), "--json", *words]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(run.stdout)
    del found["command"]
    return found


def result(found: mankala.Design) -> dict[str, Any]:
    """Returns the result of Python, without the command."""
    result: dict[str, Any] = json.loads(found.json())
    assert result.pop("command").startswith("mankala.design(")
    return result


KALAH = mankala.load("kalah").text
needs_program = pytest.mark.skipif("MANKALA" not in os.environ, reason="MANKALA does not name the program")


@needs_program
def test_the_command_line_finds_the_same_games(tmp_path: pathlib.Path) -> None:
    keep, out = tmp_path / "kept.jsonl", tmp_path / "out"
    found = designed(candidates=150, keep=keep)
    assert result(found) == told(out, "--from", "kalah", "--candidates", "150")
    assert len(found) == len(found.variants()) == 4
    assert found.csv() == (out / "summary.csv").read_text()
    page = (out / "index.html").read_text()
    assert found.html()[:2000] == page[:2000] and abs(len(found.html()) - len(page)) < 500
    for row, variant in zip(found, found.variants()):
        if row["file"] is not None:
            assert row["text"] == (out / row["file"]).read_text()
            assert variant.name == row["file"].removesuffix(".toml")
    # Either continues the other, without playing a game again.
    state = (out / "state.jsonl").read_text()
    assert keep.read_text() == state
    (out / "state.jsonl").write_text(state[: len(state) // 2])
    assert result(designed(candidates=150, keep=out / "state.jsonl", threads=2)) == result(found)
    assert (out / "state.jsonl").read_text() == state
    told(out, "--from", "kalah", "--candidates", "150")
    assert (out / "state.jsonl").read_text() == state


@needs_program
def test_rulesets_and_all_games_are_those_of_the_command_line(tmp_path: pathlib.Path) -> None:
    found = designed(None, ruleset="toguz", candidates=20)
    assert result(found) == told(tmp_path / "ruleset", "--ruleset", "toguz", "--candidates", "20")
    found = designed(mankala.variants(), candidates=20)
    assert result(found) == told(tmp_path / "all", "--all", "--candidates", "20")


@needs_program
def test_parts_are_joined(tmp_path: pathlib.Path) -> None:
    whole = designed(candidates=130, parts=2)
    assert result(whole) == told(tmp_path / "out", "--from", "kalah", "--candidates", "130", "--parts", "2")
    files = [tmp_path / "one", tmp_path / "two"]
    for number, file in enumerate(files, 1):
        part = designed(candidates=130, shard=f"{number}/2", keep=file)
        assert len(part) == 0 and len(part.cells) > 10
        assert part.metadata["candidates"] == "65"
    calls: list[tuple[int, int]] = []
    joined = designed(candidates=130, parts=2, known=files, progress=lambda *far: calls.append(far))
    assert result(joined) == result(whole)
    assert calls[-1] == (130, 130)
    with ThreadPoolExecutor(2) as executor:
        apart = designed(candidates=130, parts=2, executor=executor)
    assert result(apart) == result(whole)


def test_a_stopped_search_goes_on(tmp_path: pathlib.Path) -> None:
    def stop(done: int, most: int) -> None:
        assert 0 < done <= most == 150
        raise RuntimeError("stopped")

    keep = tmp_path / "kept.jsonl"
    with pytest.raises(RuntimeError, match="stopped"):
        designed(candidates=150, keep=keep, progress=stop)
    text = keep.read_text()
    keep.write_text(text + text[: len(text) // 2].splitlines()[-1])
    again = designed(candidates=150, keep=keep)
    assert keep.read_text().startswith(text)
    assert result(again) == result(designed(candidates=150, threads=1))
    with pytest.raises(mankala.ArgumentError, match=r"^keep: can't use .*kept.jsonl: .*expected the same search"):
        designed(candidates=150, keep=keep, seed=2)


def test_results_are_tables() -> None:
    found = designed(candidates=150)
    assert repr(found) == f"<mankala.Design: {found}>"
    assert str(found).startswith("Of 150 rule sets, ")
    rows, best = list(found), json.loads(found.json())["best"]
    for row, other in zip(rows, best):
        assert [row["game"], row["differs"], row["front"]] == [other["game"], other["differs"], other["front"]]
        assert [row[f"reached_{stage}"] for stage in ("race", "again", "stronger")] == other["holds"]
        for measure, stages in other["measures"].items():
            for stage, ends in stages.items():
                own = [row[f"{measure}_{stage}{end}"] for end in ("", "_low", "_high")]
                assert own == ([ends[end] for end in ("value", "low", "high")] if ends else [None] * 3)
    cells = json.loads(found.json())["cells"]
    assert [(row["across"], row["up"]) for row in found.cells] == [tuple(cell["at"]) for cell in cells]
    assert found.cells.metadata == {"across": "seeds_per_move", "up": "leader_wins_half"}
    again = pickle.loads(pickle.dumps(found))
    assert (list(again), again.json(), again.html(), str(again)) == (rows, found.json(), found.html(), str(found))
    assert list(again.cells) == list(found.cells) and again.metadata == found.metadata
    measured = mankala.compare(found.variants(), games=64, seed=2, measures="turns")
    assert measured["value"] == pytest.approx(found["turns_again"], rel=1e-5)


def test_time_limits_a_search() -> None:
    calls: list[tuple[int, int]] = []
    found = designed(budget=0.5, progress=lambda *far: calls.append(far))
    candidates = int(found.metadata["candidates"])
    assert 0 < candidates == calls[-1][0] and all(most == 0 for _, most in calls)
    # Time decides how far a search goes, and nothing else.
    assert result(found) == result(designed(candidates=candidates))


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"source": None}, "variants: expected games to start from, or a ruleset"),
        ({"ruleset": "toguz"}, "variants: expected games to start from, or a ruleset"),
        ({"source": None, "ruleset": "chess"}, "ruleset: expected one of .*toguz.*, found 'chess'"),
        ({"source": []}, "variants: expected games to start from, found none"),
        ({"source": mankala.load(KALAH.replace('"kalah"', '"mine"', 1))}, "found the text of mine; save it in a file"),
        ({"source": KALAH}, "variants: expected names or paths, found the text of kalah"),
        ({"source": "chess"}, "expected a name or title from mankala.variants"),
        ({"player": "alphabeta:10ms"}, "expected a player without a time limit, found alphabeta:10ms"),
        ({"confirm": "alphabeta:2/net"}, "expected a player without a network"),
        ({"player": "chess"}, "^player: .*chess"),
        ({"player": "exec:bot"}, "^player: "),
        ({"spread": ["turns", "turns"]}, "expected two different measures for the grid, found turns twice"),
        ({"spread": ["turns"]}, "spread: expected two measures, found 1"),
        ({"spread": ["turns", "fun"]}, "spread: expected a measure of the dozen"),
        ({"games": 10}, "games: expected a whole number from 64 to 10000000, found 10"),
        ({"budget": -1}, "budget: expected a number"),
        ({"shard": "1/2"}, "shard: expected keep"),
        ({"shard": "3/2", "keep": "never"}, "shard: expected a part and the number of parts"),
        ({"shard": "1/2", "keep": "never", "parts": 2}, "shard: expected no parts"),
        ({"known": "nowhere.jsonl"}, "known: can't use nowhere.jsonl: "),
        ({"known": __file__}, "known: can't use .*test_design.py: .*expected the same search"),
        ({"keep": "/nowhere/kept"}, "keep: can't use /nowhere/kept: "),
        ({"executor": ThreadPoolExecutor, "budget": 1}, "executor: expected candidates instead of a budget"),
    ],
)
def test_wrong_searches_are_refused(how: dict[str, Any], message: str) -> None:
    source = how.get("source", "kalah")
    more = {name: value for name, value in how.items() if name != "source"}
    with pytest.raises(mankala.Error, match=message):
        designed(source, candidates=2, **more)


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("fun>3", "goal: expected a measure of docs/measures.md, .* found \"fun\""),
        ("turns=70..40", "goal: expected the smaller number first"),
    ],
)
def test_wrong_goals_are_refused(goal: str, message: str) -> None:
    with pytest.raises(mankala.ArgumentError, match=message):
        mankala.design(goal, "kalah")
