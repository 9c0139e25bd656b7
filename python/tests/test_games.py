"""Variants and games: loading, playing, boards, pictures, errors."""

import copy
import pathlib
import pickle

import numpy as np
import pytest

import mankala


def test_a_game_is_played_and_taken_back() -> None:
    game = mankala.load("oware").game()
    assert game.moves == ["A1", "A2", "A3", "A4", "A5", "A6"]
    assert game.play("A3R") == "A3"
    assert (game.to_move, game.record, game.result, game.ending) == ("N", ["A3"], None, None)
    assert game.undo() == "A3"
    assert game.record == []
    with pytest.raises(mankala.Error, match="no move has been played"):
        game.undo()


def test_boards_are_as_they_are_drawn() -> None:
    game = mankala.load("kalah").game()
    game.play("A1")
    board = game.board
    assert board.shape == (2, 6)
    assert board.dtype == np.int16
    assert board.tolist() == [[4, 4, 4, 4, 4, 4], [0, 5, 5, 5, 5, 4]]
    board[:] = 0
    assert game.board.sum() == 48, "a board is a copy"
    assert game.fields["captured"] == (0, 0)
    assert game.holdings == (24, 24)


def test_a_game_looks_as_on_a_terminal() -> None:
    game = mankala.load("kalah").game()
    shown = repr(game)
    assert " A   4    4    4    4    4    4" in shown
    assert "South, captured 0, to move" in shown
    picture = game._repr_svg_()
    assert picture.startswith("<svg xmlns=")
    assert picture.endswith("</svg>")
    assert picture.count("<use ") == 12


def test_changes_are_given_by_keyword_or_key() -> None:
    by_word = mankala.load("oware", columns=4)
    by_key = mankala.load("oware", {"board.columns": 4})
    by_name = mankala.load("oware:board.columns=4")
    assert by_word == by_key == by_name
    assert len({by_word, by_key, by_name}) == 1
    assert by_word != mankala.load("oware")
    assert (by_word.label, by_word.shape) == ("oware:board.columns=4", (2, 4))
    assert mankala.load(by_word, seeds=3).label == "oware:board.columns=4,setup.seeds=3"


def test_variants_are_read_from_texts_and_files(tmp_path: pathlib.Path) -> None:
    text = 'name = "mine"\ntitle = "Mine"\ninherits = "kalah"\n[board]\ncolumns = 3\n'
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert mankala.load(text) == mankala.load(path) == mankala.load(str(path))
    assert mankala.load(text).shape == (2, 3)
    with pytest.raises(mankala.VariantError, match="the text:5:11"):
        mankala.load(text.replace("3", "true"))


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        ("owarre", {}, "did you mean"),
        ("kalah", {"board.colums": 4}, "colums"),
        ("kalah", {"colums": 4}, "unknown key"),
        ("kalah", {"board.columns": 4.5}, "expected a bool, an int"),
        ("nowhere.toml", {}, "can't read"),
    ],
)
def test_mistakes_are_told(name: str, changes: dict[str, int], message: str) -> None:
    with pytest.raises(mankala.VariantError, match=message):
        mankala.load(name, changes)


def test_what_is_wrong_with_a_move_or_position_is_told() -> None:
    variant = mankala.load("oware")
    game = variant.game()
    with pytest.raises(mankala.MoveError, match="A1"):
        game.play("B1")
    assert game.record == []
    with pytest.raises(mankala.MoveError):
        game.trace("nonsense")
    with pytest.raises(mankala.PositionError):
        variant.game("1,2,3 S")
    with pytest.raises(mankala.ArgumentError, match="chess"):
        game.choose("chess")
    with pytest.raises(mankala.ArgumentError, match="rounds"):
        mankala.load("kalah").game(rounds=True)


def test_errors_go_from_process_to_process() -> None:
    for error in (mankala.MoveError, mankala.VariantError, mankala.InternalError, mankala.Error):
        found = pickle.loads(pickle.dumps(error("why")))
        assert (type(found), found.args) == (error, ("why",))
    assert issubclass(mankala.MoveError, ValueError)


def test_a_panic_is_an_exception() -> None:
    from mankala import _engine

    with pytest.raises(mankala.InternalError, match="on purpose"):
        _engine._fail()
    assert mankala.load("oware").game().moves, "the engine goes on"


def test_a_move_is_traced() -> None:
    game = mankala.load("oware").game()
    steps = game.trace("A3")
    assert [type(step.text) for step in steps] == [str] * len(steps)
    assert steps[-1].board.tolist() == [[4, 4, 4, 4, 4, 5], [4, 4, 0, 5, 5, 5]]
    assert game.record == [], "it is not played"


def test_games_and_variants_are_copied_and_sent() -> None:
    variant = mankala.load("oware", columns=4)
    assert pickle.loads(pickle.dumps(variant)) == variant
    game = variant.game()
    game.play("A1")
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (other.position, other.record) == (game.position, ["A1"])
        other.undo()
    assert game.record == ["A1"]


def test_players_choose() -> None:
    game = mankala.load("kalah").game()
    move = game.choose("alphabeta:4", seed=7)
    assert move in game.moves
    assert move == game.choose("alphabeta:4", seed=7)


def test_every_variant_can_be_played() -> None:
    for name in mankala.variants():
        game = mankala.load(name).game()
        assert game.board.sum() > 0, name
        game.play(game.moves[0])
        assert len(game.record) == 1
