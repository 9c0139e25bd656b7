"""Every refusal is a ``mankala.Error``, whatever is passed as an argument."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from typing import Any

import mankala
import numpy as np
import pytest

KALAH = mankala.load("kalah")
SMALL = mankala.load("kalah:board.columns=2,setup.seeds=2")
BATCH = mankala.Batch(KALAH, 2, threads=1, records=True)
TABLE = mankala.match("kalah", "random", "random", games=2, threads=1)

WRONG: list[Any] = [1.5, "\x00?", object(), [], [1.5], {}, b"x", [None], -1]
"""Arguments that no parameter expects, or few do."""


FIVE: Any = 5
YES: Any = "yes"


def even(_observations: Any, masks: Any) -> Any:
    """Evaluates every position alike."""
    return masks, np.zeros(len(masks))


CALLS: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = [
    (mankala.load, ("kalah",), {}),
    (mankala.compare, ("kalah",), {"games": 1, "measures": "turns", "threads": 1}),
    (mankala.match, ("kalah", "random", "random"), {"games": 2, "threads": 1}),
    (mankala.perft, ("kalah", 1), {}),
    (mankala.solve, (SMALL,), {}),
    (mankala.review, ([["A1"]], "kalah"), {"effort": 1, "threads": 1}),
    (mankala.openings, ("kalah",), {"plies": 1, "effort": 1, "threads": 1}),
    (mankala.puzzles, (SMALL,), {"count": 1, "threads": 1}),
    (mankala.ladder, ("kalah", ["random", "greedy"]), {"games": 10, "threads": 1}),
    (
        mankala.design,
        ("turns<99", "kalah"),
        {"candidates": 2, "games": 64, "player": "random", "confirm": "random", "best": 1, "threads": 1},
    ),
    (mankala.search, (BATCH, even), {"simulations": 2}),
    (mankala.Batch, (KALAH, 2), {"threads": 1}),
    (KALAH.game, (), {}),
    (KALAH.game().play, ("A1",), {}),
    (KALAH.game().observation, (), {}),
    (KALAH.game().trace, ("A1",), {}),
    (KALAH.game().choose, ("random",), {}),
    (BATCH.step, ([0, 0],), {}),
    (BATCH.reset, (), {}),
    (BATCH.set, (0, KALAH.game().position), {}),
    (BATCH.record, (0,), {}),
    (BATCH.position, (0,), {}),
    (TABLE.get, ("south",), {}),
    (TABLE.__getitem__, ("south",), {}),
]


@pytest.mark.parametrize(("call", "given", "named"), CALLS, ids=[call.__qualname__ for call, *_ in CALLS])
def test_wrong_arguments_are_refused(
    call: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]
) -> None:
    signature = inspect.signature(call)
    refused = 0
    for name, parameter in signature.parameters.items():
        for wrong in WRONG:
            bound = signature.bind(*given, **named)
            bound.arguments[name] = {"x": wrong} if parameter.kind is parameter.VAR_KEYWORD else wrong
            try:
                call(*bound.args, **bound.kwargs)
            except mankala.Error as error:
                assert str(error), (name, wrong)
                refused += 1
    assert refused >= 4 * len(signature.parameters)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: KALAH.game().play(FIVE), "'int' object is not an instance of 'str', while processing 'move'"),
        (lambda: KALAH.game(any_seeds=YES), "'str' object is not an instance of 'bool', while processing 'any_seeds'"),
        (lambda: TABLE[FIVE], "'int' object is not an instance of 'str'"),
        (lambda: mankala.solve(SMALL, budget=YES), "must be real number, not str, while processing 'budget'"),
        (lambda: mankala.compare("kalah", rounds=FIVE), "rounds: expected a bool, found 5"),
        (lambda: mankala.compare("kalah", measures=FIVE), "measures: expected a list, found 5"),
        (lambda: mankala.perft("kalah", 1, position=FIVE), "'int' object is not an instance of 'str'"),
        (lambda: mankala.puzzles(SMALL, progress=FIVE), "progress: expected a function, found 5"),
        (lambda: mankala.design("turns<99", "kalah", player=FIVE), "player: expected the name of a player of the engine"),
        (lambda: mankala.match("kalah", "random", "random", games=2, executor=FIVE), "executor: expected an executor"),
    ],
)
def test_a_wrong_type_is_also_a_type_error(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(mankala.ArgumentTypeError) as refused:
        call()
    assert message in str(refused.value)
    assert all(isinstance(refused.value, kind) for kind in (mankala.Error, TypeError, ValueError))
    again = pickle.loads(pickle.dumps(refused.value))
    assert (type(again), str(again)) == (mankala.ArgumentTypeError, str(refused.value))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mankala.load("xyzzy"), "expected a name or title from mankala.variants()"),
        (lambda: mankala.load("kalah", {"board.columns": 99}), "--> changes:1:15"),
        (lambda: mankala.load("kalah", columns=99), "--> changes:1:15"),
        (lambda: mankala.match("kalah", "exec:'", "random", games=2), "exec:': expected exec:COMMAND, a program"),
        (lambda: mankala.match("kalah", "exec:/nowhere", "random", games=2), "can't start '/nowhere'"),
    ],
)
def test_messages_have_terms_of_python(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(mankala.Error) as refused:
        call()
    assert message in str(refused.value)
    assert all(word not in str(refused.value) for word in ("--set", "--south", "command line", "mankala list"))


def test_numpys_bool_is_a_value() -> None:
    numpys: Any = np.True_
    assert mankala.load("kalah", {"rules.swap": numpys}).label == "kalah:rules.swap=true"


def test_an_error_of_a_callback_stays_as_it_is() -> None:
    def broken(_done: int, _all: int) -> None:
        raise TypeError("my own")

    with pytest.raises(TypeError, match="my own") as raised:
        mankala.match("kalah", "random", "random", games=10**9, progress=broken)
    assert not isinstance(raised.value, mankala.Error)
