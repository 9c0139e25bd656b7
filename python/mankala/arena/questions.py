"""Questions with one right answer: the result of a move, the legal moves, the rules as code, a fault in a trace."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .._engine import Game, Variant
from ..checks import whole as whole_number
from ..errors import Error, MoveError, VariantError
from ..loading import Source, load
from . import reading
from ..drawing import dice, random_position
from .models import Model
from .programs import HARNESS, MEMORY, SECONDS, program_of, try_program
from .prompts import ANSWER, READABLE, Style, notation, position, rules, sheet, times, whole
from .unseen import options

Judged = tuple[float, str] | None
"""Score of a reply, and the answer found in it; ``None`` if it is unreadable."""


@dataclass(frozen=True)
class Item:
    """Question.

    Attributes:
        task: Name of the task.
        variant: Label of the variant.
        number: Number of the question in its task.
        prompt: Text for the model.
        expected: Right answer; for programs, a description of it.
        judge: Scores a reply from 0 to 1.
        retries: Number of corrections of an unreadable reply.
    """

    task: str
    variant: str
    number: int
    prompt: str
    expected: str
    judge: Callable[[str], Judged]
    retries: int = 2

    def ask(self, model: Model) -> dict[str, Any]:
        """Asks a model and returns the scored reply as a row of a report."""
        prompt, reply, judged, tries = self.prompt, "", None, 0
        while judged is None and tries <= self.retries:
            reply = str(model(prompt))
            judged = self.judge(reply)
            tries += 1
            prompt = f"{self.prompt}\nYour last reply had no readable answer. It ended:\n\n{reply[-500:]}\n"
        score, found = judged if judged is not None else (0.0, "")
        return {
            "task": self.task,
            "variant": self.variant,
            "number": self.number,
            "score": score,
            "readable": judged is not None,
            "tries": tries,
            "expected": self.expected,
            "found": found,
            "reply": reply,
        }


@dataclass(frozen=True)
class Report:
    """Answers of a model with their scores; ``pandas.DataFrame(report.rows)`` is a table of them."""

    rows: list[dict[str, Any]]

    def scores(self) -> dict[str, tuple[float, float, float]]:
        """Returns the mean score of each task with its 95 % interval (Wilson's)."""
        found = {}
        for task in dict.fromkeys(row["task"] for row in self.rows):
            scores = [row["score"] for row in self.rows if row["task"] == task]
            found[task] = interval(sum(scores), len(scores))
        return found

    def jsonl(self) -> str:
        """Returns the rows as JSON Lines."""
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in self.rows)


def interval(total: float, count: int) -> tuple[float, float, float]:
    """Returns a mean of scores from 0 to 1 with Wilson's 95 % interval."""
    z = 1.959964
    mean = total / count
    middle = (mean + z * z / (2 * count)) / (1 + z * z / count)
    width = z / (1 + z * z / count) * math.sqrt(mean * (1 - mean) / count + z * z / (4 * count * count))
    return mean, max(0.0, middle - width), min(1.0, middle + width)


def run(
    model: Model, items: Iterable[Item], *, progress: Callable[[int, int], object] | None = None
) -> Report:
    """Asks a model all questions. A question depends on no earlier reply."""
    listed = list(items)
    rows = []
    for item in listed:
        rows.append(item.ask(model))
        if progress is not None:
            progress(len(rows), len(listed))
    return Report(rows)


def _checked(source: Source, count: int, retries: int) -> Variant:
    """Loads a variant, and checks the numbers of questions and retries."""
    whole_number("count", count, 1)
    whole_number("retries", retries, 0)
    return load(source)


def _positions(variant: Variant, task: str, count: int, seed: int) -> list[Game]:
    """Draws the positions of a task, each from a game of its own."""
    return [random_position(variant, dice(task, variant.digest, seed, number)) for number in range(count)]


def _base(variant: Variant, style: Style) -> list[str]:
    return [rules(variant) if style.rules else "", notation(variant)]


def predict(
    source: Source, *, count: int = 10, seed: int = 1, style: Style = Style(), retries: int = 2
) -> list[Item]:
    """Asks for the position after a move. Only a completely correct position scores."""
    variant = _checked(source, count, retries)
    items = []
    for number, game in enumerate(_positions(variant, "predict", count, seed)):
        moves = game.moves
        dice("move", variant.digest, seed, number).shuffle(moves)
        for move in moves:
            after = game.copy()
            after.play(move)
            # An end by repetition can't be seen without the history.
            if after.ending != "repetition":
                break
        expected = after.position
        question = (
            f"# The question\n\nThe move {move} is played. Write the position after it in one line, with all fields, "
            f"and with its result if the game is over.\n\n{ANSWER} {READABLE.format(retries=times(retries))}"
        )

        def judge(reply: str, expected: str = expected) -> Judged:
            found = reading.position(reply, variant)
            return None if found is None else (float(found == expected), found)

        prompt = whole([*_base(variant, style), position(game, style), question], style)
        items.append(Item("predict", variant.label, number, prompt, expected, judge, retries))
    return items


def legal(source: Source, *, count: int = 10, seed: int = 1, style: Style = Style(), retries: int = 2) -> list[Item]:
    """Asks for the legal moves. The order does not matter; only a complete and correct list scores."""
    variant = _checked(source, count, retries)
    shown = Style(style.rules, style.drawn, style.listed, style.notation, style.history, False, style.edit)
    items = []
    for number, game in enumerate(_positions(variant, "legal", count, seed)):
        expected = game.moves
        question = (
            "# The question\n\nList all legal moves, with spaces between them.\n\n"
            f"{ANSWER} {READABLE.format(retries=times(retries))}"
        )

        def judge(reply: str, game: Game = game, expected: list[str] = expected) -> Judged:
            words = reading.moves(reply)
            if not words:
                return None
            try:
                found = {game.copy().play(word) for word in words}
            except MoveError:
                found = set(words)
            return float(found == set(expected)), " ".join(sorted(found))

        prompt = whole([*_base(variant, style), position(game, shown), question], style)
        items.append(Item("legal", variant.label, number, prompt, " ".join(expected), judge, retries))
    return items


def code(
    source: Source,
    *,
    seed: int = 1,
    style: Style = Style(),
    retries: int = 2,
    positions: int = 200,
    seconds: int = SECONDS,
    memory: int = MEMORY,
) -> list[Item]:
    """Asks for the rules as a Python program. The score is the share of random positions where it is right.

    A position counts if all legal moves and the results of up to four of them are right. See ``try_program`` for the
    limits of the program.
    """
    variant = _checked(source, positions, retries)
    question = (
        "# The question\n\nWrite these rules as a Python program in one block of code. It defines two functions:\n\n"
        "- `legal_moves(position)` returns a list of all legal moves of a position, given in one line.\n"
        "- `play(position, move)` returns the position after a legal move, in one line with all fields; the last field "
        "is `result=…` if the game is over.\n\n"
        "Each position begins a game, so no earlier position can be repeated. Moves that repeat it are not tried. Only "
        "the standard library may be imported. Fields keep their order. These "
        f"functions are already there:\n\n```python\n{HARNESS}```\n\n"
        "The last block of code that defines both functions is read. A reply without one can be corrected "
        f"{times(retries)}; after that it counts as wrong."
    )

    def judge(reply: str) -> Judged:
        program = program_of(reply)
        if program is None:
            return None
        trial = try_program(program, variant, count=positions, seed=seed, seconds=seconds, memory=memory)
        return trial.right, trial.difference

    prompt = whole([*_base(variant, style), question], style)
    expected = f"{positions} positions without a difference"
    return [Item("code", variant.label, 0, prompt, expected, judge, retries)]


ATTEMPTS = 400
"""Maximum number of moves tried for a fault."""


@functools.lru_cache(maxsize=64)
def changes(variant: Variant) -> tuple[tuple[Variant, frozenset[int]], ...]:
    """Changes each rule to each other value; returns the variants with the numbers of the sentences that they lack."""
    sentences = [sentence for _, sentence in sheet(variant).sentences]
    found = []
    for key, choice in options(variant.ruleset).items():
        for value in choice:
            try:
                other = load(variant, {key: value})
            except VariantError:
                continue
            words = set(other.rules.splitlines())
            lacked = frozenset(at for at, sentence in enumerate(sentences, 1) if f"- {sentence}" not in words)
            if other.digest != variant.digest:
                found.append((other, lacked))
    return tuple(found)


def _told(variant: Variant, place: str, move: str) -> tuple[list[str], str]:
    """Returns the steps of a move from a position, and the position after it."""
    game = variant.game(place, any_seeds=True)
    steps = [step.text for step in game.trace(move)]
    game.play(move)
    return steps, game.position


def _if_legal(variant: Variant, place: str, move: str) -> tuple[list[str], str] | None:
    """Returns the steps of a move and the position after it; ``None`` if the move is illegal."""
    try:
        return _told(variant, place, move)
    except Error:
        return None


def _faulty(variant: Variant, rng: Any) -> tuple[Game, str, tuple[list[str], str], list[int]]:
    """Finds a wrong description of a move, with the numbers of the sentences that it certainly violates.

    Each change of one rule that leads to the same description lacks all of these sentences.
    """
    usable = [other for other, lacked in changes(variant) if 1 <= len(lacked) <= 2]
    for _ in range(ATTEMPTS if usable else 0):
        game = random_position(variant, rng)
        move = rng.choice(game.moves)
        right = _told(variant, game.position, move)
        wrong = _if_legal(rng.choice(usable), game.position, move)
        if wrong is None or right[0] == wrong[0] or right[1] == wrong[1]:
            continue
        lacks = [lacked for other, lacked in changes(variant) if _if_legal(other, game.position, move) == wrong]
        certain = sorted(frozenset.intersection(*lacks))
        if certain:
            return game, move, wrong, certain
    message = f"no wrong trace found for {variant.label}; expected a variant with more options"
    raise Error(message)


def faults(
    source: Source, *, count: int = 10, seed: int = 1, style: Style = Style(), retries: int = 2
) -> list[Item]:
    """Asks which rule a trace violates. About a quarter of the traces are right; for these the answer is 0.

    A wrong trace comes from the same game with one rule changed. The one or two sentences that state this rule are the
    right answers. If other changes lead to the same trace, only sentences that all of them affect are right; a trace
    without such a sentence is not asked.
    """
    variant = _checked(source, count, retries)
    items = []
    for number in range(count):
        rng = dice("faults", variant.digest, seed, number)
        if rng.random() < 0.25:
            game = random_position(variant, rng)
            move, right = rng.choice(game.moves), [0]
            told, place = _told(variant, game.position, move)
        else:
            game, move, (told, place), right = _faulty(variant, rng)
        steps = [f"{at}. {step}" for at, step in enumerate(told, 1)]
        question = (
            f"# The question\n\nSomeone plays {move} and describes the move like this:\n\n"
            + "\n".join(steps)
            + f"\n\nThen the position is `{place}`.\n\n"
            "Which rule does this violate? Answer with the number of its sentence, or with 0 if all is right.\n\n"
            f"{ANSWER} {READABLE.format(retries=times(retries))}"
        )

        def judge(reply: str, right: list[int] = right) -> Judged:
            found = reading.numbers(reply)
            return None if not found else (float(len(found) == 1 and found[0] in right), " ".join(map(str, found)))

        prompt = whole(
            [rules(variant, numbered=True), notation(variant), position(game, style), question], style
        )
        expected = " or ".join(map(str, right))
        items.append(Item("faults", variant.label, number, prompt, expected, judge, retries))
    return items
