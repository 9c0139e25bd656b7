"""Reads replies leniently, by rules that every prompt states."""

from __future__ import annotations

import re

from .._engine import Game, Variant
from ..errors import MoveError, PositionError

LONGEST = 100_000
"""Number of characters read from the end of a reply."""

MARKS = re.compile(r"[*_`\"']*")
"""Marks that may enclose an answer."""


def _unmarked(said: str, before: str = "") -> str:
    """Removes marks around an answer: marks opened before it, and marks at both ends. Moves may end in stars."""
    opened = before[len(before.rstrip("*_`\"'")) :]
    said = said.strip()
    if opened and said.startswith(opened):
        said = said[len(opened) :].strip()
    elif opened and said.endswith(opened):
        said = said[: -len(opened)].strip()
    found = MARKS.match(said)
    marks = found.group() if found else ""
    said = said[len(marks) :]
    return (said[: -len(marks)] if marks and said.endswith(marks[::-1]) else said).strip()


def answer(reply: str) -> str:
    """Returns the answer: what follows the last ``ANSWER:``, else the last line that is not empty.

    Case does not matter here, nor do marks such as ``**`` around the answer. If nothing follows
    on that line, the answer is the next line.
    """
    lines = [line.strip() for line in reply[-LONGEST:].splitlines()]
    lines = [line for line in lines if re.search(r"\w", line)]
    for at in range(len(lines) - 1, -1, -1):
        found = None
        for found in re.finditer(r"\banswer\b[*_` ]{0,4}[:=]", lines[at], re.IGNORECASE):
            pass
        if found:
            said = _unmarked(lines[at][found.end() :], lines[at][: found.start()])
            return said or (_unmarked(lines[at + 1]) if at + 1 < len(lines) else "")
    return _unmarked(lines[-1]) if lines else ""


def move(reply: str, game: Game) -> str | None:
    """Returns the legal move that a reply names; ``None`` if it names none.

    The answer, or its first word, must be a legal move or the beginning of just one; case does not matter.
    """
    said = answer(reply)
    legal = game.moves
    for word in dict.fromkeys((said, said.rstrip(".,;!"), *(part.rstrip(".,;!") for part in said.split()[:1]))):
        if word in legal:
            return word
        if not word:
            continue
        folded = word.casefold()
        same = [one for one in legal if one.casefold() == folded]
        begun = [one for one in legal if one.casefold().startswith(folded)]
        for found in (same, begun):
            if len(found) == 1:
                return found[0]
        try:
            # The engine reads more forms of a move.
            return game.copy().play(word)
        except MoveError:
            pass
    return None


def moves(reply: str) -> list[str]:
    """Returns the words of an answer in order, without repeats; an empty list for ``none``."""
    words = [_unmarked(word).rstrip(".") for word in re.split(r"[,;\s]+", answer(reply).strip("[](){}"))]
    return list(dict.fromkeys(word for word in words if word and word.casefold() not in ("none", "and")))


def position(reply: str, variant: Variant) -> str | None:
    """Returns the position in a reply, in canonical form; ``None`` if it is invalid."""
    said = re.sub(r"\s+", " ", re.sub(r"\s*([,/=])\s*", r"\1", answer(reply))).rstrip(". ")
    try:
        return variant.game(said, any_seeds=True).position
    except PositionError:
        return None


def numbers(reply: str) -> list[int]:
    """Returns the numbers in an answer."""
    return [int(number) for number in re.findall(r"\d{1,9}", answer(reply))]
