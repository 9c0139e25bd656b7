"""Ladders of players, of the engine and of the user."""

import json
import os
import pathlib
import subprocess

import pytest

import mankala

SMALL = "kalah:board.columns=4"


def first(game: mankala.Game) -> str:
    return game.moves[0]


def test_stronger_players_are_rated_higher() -> None:
    found = mankala.ladder(SMALL, ["random", "greedy", "alphabeta:4"], games=120)
    assert [rating.player for rating in found.ratings] == ["alphabeta:4", "greedy", "random"]
    assert found.ratings[-1].rating == 0 and found.ratings[0].low > 0
    assert len(found.results) == 120 == sum(rating.games for rating in found.ratings) // 2
    assert str(found).splitlines()[1].startswith("alphabeta:4")


def test_functions_play() -> None:
    players = {"first": first, "random": "random", "deep": "alphabeta:3"}
    found = mankala.ladder(SMALL, players, games=60, anchor="random")
    assert found.ratings[0].player == "deep"
    with pytest.raises(mankala.MoveError, match="wrong: \"Z9\" is not the name of a move"):
        mankala.ladder(SMALL, {"wrong": lambda game: "Z9", "random": "random"}, games=10)


def test_a_ladder_goes_on_where_it_stopped(tmp_path: pathlib.Path) -> None:
    players = ["random", "greedy", "alphabeta:1"]
    whole = mankala.ladder(SMALL, players, games=80)
    file = tmp_path / "ladder.jsonl"
    mankala.ladder(SMALL, players, games=40, keep=file)
    text = file.read_text()
    file.write_text(text + '{"first": "gre')
    again = mankala.ladder(SMALL, players, games=80, keep=file)
    assert again.results == whole.results and again.ratings == whole.ratings
    lines = file.read_text().splitlines()
    assert len(lines) == 9 and json.loads(lines[0])["ladder"] == SMALL
    assert mankala.ladder(SMALL, players, games=40, keep=file).results == whole.results[:40]
    with pytest.raises(mankala.ArgumentError, match="other settings"):
        mankala.ladder(SMALL, players, games=40, keep=file, seed=2)
    file.write_text("nonsense\n")
    with pytest.raises(mankala.ArgumentError, match=r"ladder.jsonl:1: expected .*, found another text"):
        mankala.ladder(SMALL, players, keep=file)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(mankala.ArgumentError, match="players"):
        mankala.ladder(SMALL, ["random"])
    with pytest.raises(mankala.ArgumentError, match="chess"):
        mankala.ladder(SMALL, ["random", "chess"])
    with pytest.raises(mankala.ArgumentError, match="games"):
        mankala.ladder(SMALL, ["random", "greedy"], games=0)
    with pytest.raises(mankala.ArgumentError, match="at least 20"):
        mankala.ladder(SMALL, ["random", "greedy", "alphabeta:1"], games=10)


def test_the_command_line_plays_the_same_ladder(tmp_path: pathlib.Path) -> None:
    found = mankala.ladder(SMALL, ["random", "greedy"], games=20, keep=tmp_path / "ladder.jsonl")
    told = json.loads((tmp_path / "ladder.jsonl").read_text().splitlines()[0])
    assert told["players"] == {"random": "random 1.0", "greedy": "greedy 1.0"}
    program = os.environ.get("MANKALA", "")
    command = [program, "ladder", SMALL, "--player", "random", "--player", "greedy", "--games", "20", "--json"]
    run = subprocess.run(command, capture_output=True, check=True)
    ratings = [(one["player"].split()[0], one["rating"]) for one in json.loads(run.stdout)["ratings"]]
    assert ratings == [(rating.player, rating.rating) for rating in found.ratings]
