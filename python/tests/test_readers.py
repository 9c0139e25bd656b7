"""Programs that readers wrote from the rules in words alone, as third opinions on the engine."""

import pathlib
import random
from typing import Any

import pytest

import mankala
from conftest import PLAYED
from mankala.arena.programs import HARNESS

PROGRAMS = sorted(pathlib.Path(__file__).with_name("readers").glob("*.py"))


def functions(path: pathlib.Path) -> dict[str, Any]:
    """Runs a program and returns its functions."""
    names: dict[str, Any] = {}
    exec(compile(f"{HARNESS}\n\n{path.read_text()}", str(path), "exec"), names)
    return names


def test_there_are_programs_for_all_rulesets() -> None:
    variants = [mankala.load(path.stem) for path in PROGRAMS]
    assert len(variants) >= 30
    assert {variant.ruleset for variant in variants} == {mankala.load(name).ruleset for name in mankala.variants()}
    assert sum("next_round" in functions(path) for path in PROGRAMS) >= 5


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.stem))
def test_programs_written_from_the_rules_in_words_agree(path: pathlib.Path, pytestconfig: pytest.Config) -> None:
    least = pytestconfig.getoption("--moves")
    variant, program = mankala.load(path.stem), functions(path)
    rounds = "next_round" in program
    rng = random.Random(path.stem)
    moves = ends = 0
    while moves < least or rounds and ends < 8:
        match = variant.game(rounds=rounds)
        current, first = variant.game(match.position, any_seeds=True), match.to_move
        while match.moves and match.plies < 1000:
            before, legal = match.position, match.moves
            assert sorted(program["legal_moves"](before)) == sorted(legal), before
            move = rng.choice(legal)
            match.play(move)
            current.play(move)
            moves += 1
            # Repetition depends on earlier positions, which a program does not see.
            if current.ending != "repetition":
                assert program["play"](before, move) == current.position, (before, move)
            if rounds and current.result is not None:
                ends += 1
                expected = match.position if match.result is None else match.result
                assert program["next_round"](current.position, first) == expected, (current.position, first)
                current, first = variant.game(match.position, any_seeds=True), match.to_move
    pytestconfig.stash[PLAYED][path.stem] = moves
