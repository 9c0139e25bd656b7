"""Models that follow a script; they know nothing but their prompt and a list of variants."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

import mankala
from mankala.arena import prompts

Model = mankala.arena.Model

KALAH = '''
RING = [(1, pit) for pit in range(6)] + ["S"] + [(0, pit) for pit in range(5, -1, -1)] + ["N"]

def legal_moves(position):
    rows, side, fields = read(position)
    if "result" in fields:
        return []
    row = rows[1] if side == "S" else rows[0][::-1]
    return [("A" if side == "S" else "a") + str(at + 1) for at in range(6) if row[at]]

def play(position, move):
    rows, side, fields = read(position)
    won = dict(zip("SN", map(int, fields["captured"].split(","))))
    spot = int(move[1]) - 1
    row, at = (1, spot) if side == "S" else (0, 5 - spot)
    hand, rows[row][at] = rows[row][at], 0
    place = RING.index((row, at))
    while hand:
        place = (place + STEP) % 14
        here = RING[place]
        if here in ("S", "N"):
            if here != side:
                continue
            won[side] += 1
        else:
            rows[here[0]][here[1]] += 1
        hand -= 1
    own = 1 if side == "S" else 0
    if here not in ("S", "N") and here[0] == own and rows[own][here[1]] == 1 and rows[1 - own][here[1]]:
        won[side] += 1 + rows[1 - own][here[1]]
        rows[own][here[1]] = rows[1 - own][here[1]] = 0
    after = side if here == side else "NS"["SN".index(side)]
    if not any(rows[0]) or not any(rows[1]):
        won["N"] += sum(rows[0])
        won["S"] += sum(rows[1])
        rows = [[0] * 6, [0] * 6]
        fields["result"] = "draw" if won["S"] == won["N"] else max("SN", key=won.get)
    fields = {"captured": f"{won['S']},{won['N']}", **{k: v for k, v in fields.items() if k != "captured"}}
    return write(rows, after, fields)
'''
"""Kalah by hand; `STEP` is the direction."""


def find(prompt: str, variants: Iterable[mankala.Variant]) -> mankala.Variant:
    """Finds the variant by its rules and its opening."""
    for variant in variants:
        lines = prompts.rules(variant).splitlines()
        sentences = [line.removeprefix("- ") for line in lines if line.startswith("- ")]
        if all(sentence in prompt for sentence in sentences) and f"`{variant.game().position}`" in prompt:
            return variant
    raise AssertionError("the prompt states no known rules")


def found(pattern: str, text: str) -> str:
    """Returns the first group of a pattern."""
    match = re.search(pattern, text)
    assert match, pattern
    return match.group(1)


def perfect(*sources: mankala.Source, player: str = "alphabeta:6", step: int = 1) -> Model:
    """Returns a model that asks the engine, whatever the question is."""
    variants = [mankala.load(source) for source in sources]

    def model(prompt: str) -> str:
        prompt = prompt.replace("\r\n", "\n")
        variant = find(prompt, variants)
        if "as a Python program" in prompt:
            return f"Here it is:\n```python\nSTEP = {step}\n{KALAH}```\n"
        game = variant.game(found("In one line: `(.*?)`", prompt), any_seeds=True)
        if "Which move do you play?" in prompt:
            return f"**ANSWER:** {game.choose(player)}"
        if "List all legal moves" in prompt:
            return f"I count them.\nAnswer: {', '.join(game.moves)}"
        if "Which rule does this violate?" in prompt:
            return f"ANSWER: {fault(prompt, game)}"
        game.play(found("The move (.*?) is played", prompt))
        return f"ANSWER: `{game.position}`"

    return model


def fault(prompt: str, game: mankala.Game) -> int:
    """Finds the rule that a trace violates: the one that the rules of the same game with another value lack."""
    from mankala.arena.unseen import options

    move = found("Someone plays (.*?) and", prompt)
    said = re.findall(r"^\d+\. (.*)$", prompt.split("like this:")[1], re.MULTILINE)
    after = found("Then the position is `(.*?)`", prompt)

    def described(variant: mankala.Variant) -> bool:
        other = variant.game(game.position, any_seeds=True)
        if move not in other.moves or [step.text for step in other.trace(move)] != said:
            return False
        other.play(move)
        return other.position == after

    variant = game.variant
    if described(variant):
        return 0
    sentences = [sentence for _, sentence in prompts.sheet(variant).sentences]
    guesses: dict[int, int] = {}
    for key, values in options(variant.ruleset).items():
        for value in values:
            try:
                other = mankala.load(variant, {key: value})
                is_it = described(other)
            except mankala.Error:
                continue
            lines = other.rules.splitlines()
            broken = [at for at, sentence in enumerate(sentences, 1) if f"- {sentence}" not in lines]
            if is_it and broken:
                # Several values may explain a trace; most of them break the rule that is asked for.
                for at in broken:
                    guesses[at] = guesses.get(at, 0) + 1
    return max(guesses, key=lambda at: guesses[at])


def chance(seed: int = 1) -> Model:
    """Returns a model that plays a legal move at random, of those that the prompt lists."""
    rng = random.Random(seed)

    def model(prompt: str) -> str:
        return "ANSWER: " + rng.choice(found(r"Legal moves: (.*)\.", prompt).split())

    return model


def stubborn(prompt: str) -> str:
    """Repeats an illegal move."""
    return "ANSWER: Z0"


def backward(*sources: str) -> Model:
    """Returns a model that sows in the wrong direction and otherwise plays by the rules."""
    variants = [mankala.load(source) for source in sources]
    wrong = {variant: mankala.load(variant, {"rules.direction": "clockwise"}) for variant in variants}

    def model(prompt: str) -> str:
        variant = find(prompt, variants)
        game = wrong[variant].game(found("In one line: `(.*?)`", prompt), any_seeds=True)
        game.play(found("The move (.*?) is played", prompt))
        return f"ANSWER: {game.position}"

    return model
