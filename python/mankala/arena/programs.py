"""Rules as code: a program written by a model, run with limits and compared with the engine."""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import Any

from .._engine import Variant
from ..checks import whole
from ..drawing import dice, random_game

HARNESS = '''def read(position):
    """Returns rows of seeds as drawn, the side to move, and the fields as text by name."""
    rows, side, *fields = position.split(" ")
    rows = [[int(seeds) for seeds in row.split(",")] for row in rows.split("/")]
    return rows, side, dict(field.split("=", 1) for field in fields)


def write(rows, side, fields):
    """Writes a position."""
    rows = "/".join(",".join(map(str, row)) for row in rows)
    return " ".join([rows, side, *(f"{name}={value}" for name, value in fields.items())])
'''
"""Functions that a program can use."""

RUNNER = '''import json, resource, sys
seconds, memory, answer = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 24, 1 << 24))
resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
given = json.load(sys.stdin)
out = open(answer, "w")
names = {"__name__": "rules"}
def attempt(work):
    try:
        return {"value": work()}
    except Exception as error:
        return {"error": (type(error).__name__ + ": " + str(error))[:300]}
begun = attempt(lambda: exec(compile(given["code"], "rules.py", "exec"), names))
out.write(json.dumps(begun.get("error")) + "\\n")
for position, moves in given["cases"] if "error" not in begun else []:
    listed = attempt(lambda: sorted(map(str, names["legal_moves"](position))))
    after = [attempt(lambda: str(names["play"](position, move))) for move in moves]
    out.write(json.dumps([listed, after]) + "\\n")
    out.flush()
'''
"""Program that sets the limits, runs the code and writes a line for each case."""

SECONDS = 20
"""Limit on processor time."""

MEMORY = 1 << 29
"""Limit on memory in bytes."""


@dataclass(frozen=True)
class Case:
    """Position with its legal moves and the positions after some of them."""

    position: str
    legal: tuple[str, ...]
    after: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Trial:
    """Comparison of a program with the engine.

    Attributes:
        moves: Share of the positions where all legal moves are correct.
        play: Share of the moves that lead to the correct position.
        right: Share of the positions where the legal moves and all results of moves are correct.
        cases: Number of positions.
        difference: First difference in words; empty if there is none.
    """

    moves: float
    play: float
    right: float
    cases: int
    difference: str


def cases(variant: Variant, count: int, seed: int) -> list[Case]:
    """Draws positions of random games, each with up to four moves; ends by repetition are left out."""
    rng = dice("cases", variant.digest, seed)
    found: list[Case] = []
    seen: set[str] = set()
    for _ in range(10 * count):
        game = random_game(variant, rng, 300)
        played = []
        while game.record:
            game.undo()
            played.append(game.copy())
        rng.shuffle(played)
        for state in played[:8]:
            if state.position in seen or len(found) == count:
                continue
            seen.add(state.position)
            # Repetition depends on earlier positions, which a program does not see.
            fresh = variant.game(state.position, any_seeds=True)
            legal = fresh.moves
            after = []
            for move in rng.sample(legal, min(4, len(legal))):
                fresh.play(move)
                if fresh.ending != "repetition":
                    after.append((move, fresh.position))
                fresh.undo()
            found.append(Case(state.position, tuple(legal), tuple(after)))
        if len(found) == count:
            break
    return found


def program_of(reply: str) -> str | None:
    """Returns the last block of code in a reply that defines both functions, or the whole reply if it has both."""
    blocks = re.findall(r"```[^\n]*\n(.*?)```", reply, re.DOTALL)
    for text in [*reversed(blocks), reply]:
        if "def legal_moves(" in text and "def play(" in text:
            return str(text)
    return None


def _run(code: str, asked: list[Case], seconds: int, memory: int) -> tuple[str | None, list[Any]]:
    """Runs a program in its own process, with limits on time, memory, processes and files."""
    given = {
        "code": HARNESS + "\n\n" + code,
        "cases": [[case.position, [move for move, _ in case.after]] for case in asked],
    }
    with tempfile.TemporaryDirectory() as folder:
        answer = pathlib.Path(folder, "answer")
        words = [sys.executable, "-I", "-S", "-c", RUNNER, str(seconds), str(memory), str(answer)]
        stopped = None
        try:
            ran = subprocess.run(
                words,
                input=json.dumps(given).encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env={},
                timeout=3 * seconds + 10,
                check=False,
            )
            if ran.returncode:
                stopped = f"the program was stopped after {seconds} seconds, or took too much memory or space"
        except subprocess.TimeoutExpired:
            stopped = f"the program did not end within {3 * seconds + 10} seconds"
        lines = answer.read_text(errors="replace").splitlines() if answer.exists() else []
    read: list[Any] = []
    for line in lines:
        try:
            read.append(json.loads(line))
        except ValueError:
            break
    if not read:
        return stopped or "the program did not start", []
    return (read[0] if isinstance(read[0], str) else stopped), read[1:]


def try_program(
    code: str, variant: Variant, *, count: int = 200, seed: int = 1, seconds: int = SECONDS, memory: int = MEMORY
) -> Trial:
    """Compares a program with the engine on positions of random games.

    The program runs in a process of its own with limits on time, memory, processes and file sizes. This is no sandbox:
    it can read files and use the network, so run programs that you don't trust in a container.

    Args:
        code: Python code that defines ``legal_moves(position)`` and ``play(position, move)``.
        variant: The variant.
        count: Number of positions.
        seed: Random seed of the positions.
        seconds: Limit on processor time for all positions.
        memory: Limit on memory in bytes.

    Raises:
        ArgumentError: A number is out of range.
    """
    seconds = whole("seconds", seconds, 1)
    memory = whole("memory", memory, 1 << 26)
    asked = cases(variant, whole("count", count, 1), seed)
    wrong, answers = _run(code, asked, seconds, memory)
    difference = wrong or ""
    listed = led = right = 0
    moves = sum(len(case.after) for case in asked)
    for case, (found, after) in zip(asked, (pair for pair in answers if isinstance(pair, list) and len(pair) == 2)):
        is_listed = found.get("value") == sorted(case.legal)
        listed += is_listed
        all_right = is_listed
        if not is_listed and not difference:
            said = found.get("error") or " ".join(found["value"]) or "none"
            difference = f"legal moves of {case.position}: expected {' '.join(case.legal)}, found {said}"
        for (move, expected), one in zip(case.after, after):
            is_right = one.get("value") == expected
            led += is_right
            all_right = all_right and is_right
            if not is_right and not difference:
                said = one.get("error") or one["value"]
                difference = f"{move} in {case.position}: expected {expected}, found {said}"
        right += all_right
    total = max(1, len(asked))
    return Trial(listed / total, led / max(1, moves), right / total, len(asked), difference[:600])
