"""Prompts: the rules in words, the notation, the position, the history, and a question."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass

from .._engine import Game, Variant
from ..drawing import dice, random_game

ANSWER = (
    "End your reply with a line `ANSWER: …`. Only what follows the last `ANSWER:` is read, "
    "or the last line if there is none."
)
"""Rule for every reply."""

MOVE = (
    "Upper and lower case are the same where only one legal move fits; the beginning of exactly one legal move is "
    "accepted for it."
)
"""Rule for a reply that is a move."""

TRIES = "An illegal or unreadable move can be corrected {retries}; after that you forfeit the game."
"""Rule for retries in a game."""

READABLE = "An unreadable answer can be corrected {retries}; after that it counts as wrong. A readable one is final."
"""Rule for retries of a question."""

SIDES = {"S": "South", "N": "North"}


def times(count: int) -> str:
    """Formats a number of times in words."""
    return {0: "not even once", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _same(prompt: str) -> str:
    return prompt


@dataclass(frozen=True)
class Style:
    """Parts of prompts.

    Attributes:
        rules: State the rules in words.
        drawn: Draw the board.
        listed: List the pits with their seeds.
        notation: Write the position in one line.
        history: List the moves so far.
        legal_moves: List the legal moves, except in questions that ask for them.
        edit: Function that changes the whole prompt; it does not affect the expected answer.
    """

    rules: bool = True
    drawn: bool = True
    listed: bool = True
    notation: bool = True
    history: bool = True
    legal_moves: bool = False
    edit: Callable[[str], str] = _same


@dataclass(frozen=True)
class Sheet:
    """Texts about a variant in prompts, apart from positions."""

    sentences: tuple[tuple[str, str], ...]
    """Each sentence of the rules with its heading."""
    notation: tuple[str, ...]
    """Sentences on written positions and moves."""
    examples: tuple[str, ...]
    """Examples of moves, one of each form found in random games."""


@functools.lru_cache(maxsize=256)
def sheet(variant: Variant) -> Sheet:
    """Collects the texts about a variant for prompts."""
    sentences: list[tuple[str, str]] = []
    written: list[str] = []
    heading = ""
    for line in variant.rules.splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("- ") and heading == "Notation":
            written.append(line[2:])
        elif line.startswith("- "):
            sentences.append((heading, line[2:]))
    examples: dict[str, str] = {}
    rng = dice("examples", variant.digest)
    for _ in range(4):
        played = random_game(variant, rng, 120)
        for move in played.record:
            examples.setdefault(re.sub("[a-z]", "a", re.sub("[A-Z]", "A", re.sub(r"\d+", "1", move))), move)
    return Sheet(tuple(sentences), tuple(written), tuple(list(examples.values())[:12]))


def rules(variant: Variant, *, numbered: bool = False) -> str:
    """Returns the rules without the name of the game, and without the notation."""
    lines = ["# The rules"]
    heading = ""
    for number, (title, sentence) in enumerate(sheet(variant).sentences, 1):
        if title != heading:
            heading = title
            lines += ["", f"## {title}", ""]
        lines.append(f"{number}. {sentence}" if numbered else f"- {sentence}")
    return "\n".join(lines)


def notation(variant: Variant) -> str:
    """Describes the notation of pits, positions and moves."""
    found = sheet(variant)
    game = variant.game()
    fields = game.position.split(" ")[2:]
    drawn = "; ".join(" ".join(row) for row in variant.pits)
    lines = [
        "# Notation",
        "",
        *(f"- {sentence}" for sentence in found.notation),
        f"- The pits as drawn, the top row first, as South sees the board: {drawn}.",
        f"- The opening is `{game.position}`.",
        f"- Moves are written as in these examples: {' '.join(found.examples)}.",
    ]
    if fields:
        order = ", ".join(field.split("=")[0] for field in fields)
        lines.insert(-2, f"- The fields stand in this order: {order}.")
    return "\n".join(lines)


def listed(game: Game) -> str:
    """Lists the pits with their seeds."""
    rows = zip(game.variant.pits, game.board.tolist())
    return "\n".join(" ".join(f"{pit}={seeds}" for pit, seeds in zip(names, row)) for names, row in rows)


def history(game: Game) -> str:
    """Lists the moves so far with their players."""
    past = game.copy()
    moves: list[str] = []
    while past.record:
        move = past.undo()
        moves.append(f"{SIDES[past.to_move]} {move}")
    return ", ".join(reversed(moves)) or "none"


def position(game: Game, style: Style) -> str:
    """Returns the position in the forms that a style selects."""
    lines = ["# The position", ""]
    if style.drawn:
        lines += ["```text", repr(game), "```", ""]
    if style.listed:
        lines += ["Seeds:", "", listed(game), ""]
    if style.notation:
        lines += [f"In one line: `{game.position}`", ""]
    if style.history:
        lines += [f"Moves so far: {history(game)}.", ""]
    lines.append(f"{SIDES[game.to_move]} is to move.")
    if style.legal_moves:
        lines += ["", f"Legal moves: {' '.join(game.moves) or 'none'}."]
    return "\n".join(lines)


def whole(parts: list[str], style: Style) -> str:
    """Joins the parts of a prompt."""
    return style.edit("\n\n".join(part for part in parts if part) + "\n")
