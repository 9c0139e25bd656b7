"""Players that are Python functions, in matches, comparisons and ladders."""

import json
import pathlib
import pickle
import sys
import threading

import pytest

import mankala
from mankala import programs

SMALL = "kalah:board.columns=4"


def last(game: mankala.Game) -> str:
    return game.moves[-1]


def replayed(moves: list[str], opening: int, first: bool) -> bool:
    """Returns whether one of the players always made the last of the legal moves."""
    game = mankala.load(SMALL).game()
    for ply, move in enumerate(moves):
        if ply >= opening and (game.to_move == "S") == first and move != game.moves[-1]:
            return False
        game.play(move)
    return True


def test_a_function_plays_a_match() -> None:
    found = mankala.match(SMALL, last, "random", games=20, opening_plies=2)
    assert found.players == ("last", "random 1.0")
    for row in found:
        assert replayed(row["moves"], row["opening"], row["south"] == "last"), row
    assert not all(replayed(row["moves"], row["opening"], row["south"] != "last") for row in found)
    one = mankala.match(SMALL, last, "random", games=20, opening_plies=2, threads=1)
    assert one.jsonl() == found.jsonl() and pickle.loads(pickle.dumps(found)).jsonl() == found.jsonl()
    assert json.loads(found.jsonl().splitlines()[0])["players"] == ["last", "random 1.0"]


def test_a_function_that_plays_like_the_engine_gives_its_games() -> None:
    def shallow(game: mankala.Game) -> str:
        seen.append(game.record)
        return game.choose("alphabeta:1", seed=1) or ""

    seen: list[list[str]] = []
    own = mankala.match("oware", mankala.Player(shallow, version="2"), "random", games=4, threads=1)
    assert own.players[0] == "shallow 2"
    # The function sees every position before a move of its side, with its history.
    for game, moves in enumerate(own["moves"]):
        assert moves[:-1] in seen or moves[:-2] in seen, game


def test_batched_functions_play_the_same_games() -> None:
    sizes = []

    def many(games: list[mankala.Game]) -> list[str]:
        sizes.append(len(games))
        return [last(game) for game in games]

    single = mankala.match(SMALL, mankala.Player(last, name="many"), "alphabeta:2", games=40)
    batched = mankala.Player(many, batched=True)
    found = mankala.match(SMALL, batched, "alphabeta:2", games=40, threads=8)
    assert found.jsonl() == single.jsonl()
    moves = sum(len(game) - opening for game, opening in zip(found["moves"], found["opening"]))
    assert len(sizes) <= sum(sizes) < moves


def test_calls_do_not_overlap() -> None:
    running = threading.Lock()

    def alone(game: mankala.Game) -> str:
        assert running.acquire(blocking=False)
        move = game.choose("greedy") or ""
        running.release()
        return move

    assert len(mankala.match(SMALL, alone, "random", games=30, threads=4)) == 30


def test_functions_are_compared() -> None:
    found = mankala.compare([SMALL, "oware"], players=["random", last], judges=[last], games=10, measures="turns")
    rows = [(row["variant"], row["player"]) for row in found]
    assert rows == [(SMALL, "random 1.0"), (SMALL, "last"), ("oware", "random 1.0"), ("oware", "last")]
    assert "players=['random', 'last'], judges=['last']" in found.metadata["command"]
    lengths = mankala.compare(SMALL, players=last, judges="random", games=10, measures="turns")
    # Without random moves all games are equal.
    assert lengths["p5"] == lengths["p95"]


def test_errors_of_functions_are_raised() -> None:
    def broken(game: mankala.Game) -> str:
        raise ZeroDivisionError("on purpose")

    for run in (
        lambda: mankala.match(SMALL, "random", broken, games=100),
        lambda: mankala.compare(SMALL, players=broken, games=100),
        lambda: mankala.ladder(SMALL, {"one": broken, "two": "random"}, games=10),
    ):
        with pytest.raises(ZeroDivisionError, match="on purpose"):
            run()
    with pytest.raises(mankala.MoveError, match="Z9"):
        mankala.match(SMALL, lambda game: "Z9", "random", games=2)
    with pytest.raises(mankala.MoveError, match="expected a move, found None"):
        mankala.match(SMALL, lambda game: None, "random", games=2)  # type: ignore[arg-type, return-value]
    with pytest.raises(mankala.MoveError, match="expected a list of 1 moves"):
        mankala.match(SMALL, mankala.Player(lambda games: [], name="none", batched=True), "random", games=2, threads=1)


def test_names_are_checked() -> None:
    other = mankala.Player(lambda game: game.moves[0], name="last")
    with pytest.raises(mankala.ArgumentError, match="two functions have it"):
        mankala.match(SMALL, last, other, games=2)
    with pytest.raises(mankala.ArgumentError, match="no player of the engine has"):
        mankala.match(SMALL, mankala.Player(last, name="greedy"), "random", games=2)
    with pytest.raises(mankala.ArgumentError, match="expected a name or a function"):
        mankala.match(SMALL, 3, "random", games=2)  # type: ignore[arg-type]
    assert mankala.match(SMALL, last, last, games=2).players == ("last", "last")


PROGRAM = """
import json, sys
import mankala
for line in sys.stdin:
    asked = json.loads(line)
    of = asked["game"]["variant"]
    variant = mankala.load(of) if isinstance(of, str) else mankala.load(of["text"], dict(key.split("=") for key in of["set"]))
    game = variant.game(asked["game"]["position"])
    for move in asked["game"]["moves"]:
        game.play(move)
    print(json.dumps({"id": asked["id"], "answer": {"move": game.moves[-1]}}), flush=True)
"""


def test_programs_play(tmp_path: pathlib.Path) -> None:
    """A program that makes the last move plays the games of the function that does."""
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM)
    program = f"exec:{sys.executable} {file}"
    text = 'name = "own"\ntitle = "Own"\ninherits = "kalah"\n[board]\ncolumns = 4\n'
    for variant in (SMALL, text):
        found = mankala.match(variant, program, "random", games=10, opening_plies=2)
        assert found.players == (program, "random 1.0")
        assert found["moves"] == mankala.match(variant, last, "random", games=10, opening_plies=2)["moves"]
    rated = mankala.ladder(SMALL, {"program": program, "last": last, "random": "random"}, games=30)
    assert len(rated.results) == 30
    again = pickle.loads(pickle.dumps(programs.program_player(program[5:])))
    assert again(mankala.load(SMALL).game()) == "A4"
    bad = tmp_path / "bad.py"
    bad.write_text("print('hello')")
    program = f"exec:{sys.executable} {bad}"
    with pytest.raises(mankala.Error, match="expected a line"):
        mankala.match(SMALL, program, program, games=2)
