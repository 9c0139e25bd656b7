"""Games of a model against players of known strength, with ratings."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .._engine import Game, Variant
from ..checks import whole as whole_number
from ..errors import ArgumentError
from ..loading import Source, load
from ..ratings import Rating, Result, bradley_terry, table
from ..runs import match
from . import reading
from ..drawing import dice, opening, seed_of
from .models import Model
from .prompts import ANSWER, MOVE, SIDES, TRIES, Style, notation, position, rules, times, whole

LADDER = ("random", "greedy", *(f"alphabeta:{depth}" for depth in range(1, 7)), "mcts:1000")
"""Players of the ladder, roughly from weak to strong."""

PLY_LIMIT = 400
"""Default maximum number of moves of a game; a longer one counts as a draw."""


@dataclass(frozen=True)
class Duel:
    """Game of a model.

    Attributes:
        variant: Label of the variant.
        opponent: Name of the opponent.
        pair: Number of the pair; both games of a pair begin with the same opening.
        side: Side of the model, ``S`` or ``N``.
        opening: Number of moves of the opening.
        moves: All moves.
        score: 1 for a win of the model, 0.5 for a draw, 0 for a loss.
        reason: ``board``, ``no_move``, ``repetition``, ``ply_limit`` or ``forfeit``.
        illegal: Number of illegal or unreadable replies of the model.
        last: Last reply of the model.
    """

    variant: str
    opponent: str
    pair: int
    side: str
    opening: int
    moves: list[str]
    score: float
    reason: str
    illegal: int
    last: str


def move_prompt(game: Game, style: Style, retries: int) -> str:
    """Returns the prompt that asks the player to move for a move."""
    variant = game.variant
    parts = [
        rules(variant) if style.rules else "",
        notation(variant),
        position(game, style),
        f"You play {SIDES[game.to_move]}.",
        f"# The question\n\nWhich move do you play?\n\n{ANSWER} {MOVE} {TRIES.format(retries=times(retries))}",
    ]
    return whole(parts, style)


def _chosen(model: Model, game: Game, style: Style, retries: int) -> tuple[str | None, int, str]:
    """Asks a model for a move. Returns the move, the number of wrong replies, and the last reply."""
    prompt = move_prompt(game, style, retries)
    asked, reply = prompt, ""
    for wrong in range(retries + 1):
        reply = str(model(asked))
        move = reading.move(reply, game)
        if move is not None:
            return move, wrong, reply
        said = reading.answer(reply)[:100]
        asked = f"{prompt}\nYour last answer was {said!r}, which is not a legal move.\n"
    return None, retries + 1, reply


def play(
    model: Model,
    source: Source,
    opponent: str | Model,
    *,
    side: str = "S",
    pair: int = 0,
    seed: int = 1,
    opening_plies: int = 2,
    ply_limit: int = PLY_LIMIT,
    retries: int = 2,
    style: Style = Style(),
    name: str | None = None,
) -> Duel:
    """Plays a game between a model and a player of the engine, or another model.

    Args:
        model: The model.
        source: The variant.
        opponent: Player such as ``alphabeta:3``, or a model, which also loses if it forfeits.
        side: Side of the model.
        pair: Number of the pair, which decides the opening.
        seed: Random seed of the opening and the opponent; replies affect them only through the moves.
        opening_plies: Number of random moves of the opening.
        ply_limit: Maximum number of moves; a longer game counts as a draw.
        retries: Number of corrections of each illegal or unreadable move. After that the game is forfeited.
        style: Parts of the prompts.
        name: Name of the opponent, if it is a model.

    Raises:
        ArgumentError: A side, number or player is invalid.
        ModelError: A model did not reply.
    """
    if side not in SIDES:
        message = f"side: expected S or N, found {side!r}"
        raise ArgumentError(message)
    whole_number("opening_plies", opening_plies, 0)
    whole_number("ply_limit", ply_limit, 1)
    whole_number("retries", retries, 0)
    variant = load(source)
    called: str = opponent if isinstance(opponent, str) else name or str(getattr(opponent, "__name__", "model"))
    game = opening(variant, dice("opening", variant.digest, seed, pair), opening_plies)
    opened = len(game.record)
    illegal, last = 0, ""
    while game.result is None and len(game.record) < ply_limit:
        is_model = game.to_move == side
        if isinstance(opponent, str) and not is_model:
            move = game.choose(opponent, seed=seed_of(called, variant.digest, seed, pair, side, len(game.record)))
        else:
            player = model if is_model or isinstance(opponent, str) else opponent
            move, wrong, reply = _chosen(player, game, style, retries)
            if is_model:
                illegal, last = illegal + wrong, reply
        if move is None:
            score = 0.0 if is_model else 1.0
            record = game.record
            return Duel(variant.label, called, pair, side, opened, record, score, "forfeit", illegal, last)
        game.play(move)
    score = 0.5 if game.result in (None, "draw") else float(game.result == side)
    reason = game.ending or "ply_limit"
    return Duel(variant.label, called, pair, side, opened, game.record, score, reason, illegal, last)


@dataclass(frozen=True)
class Standing:
    """Games of models on a ladder, with ratings.

    Attributes:
        games: The games of the models, each with the name of its model.
        anchors: Results of games between the players of the ladder.
        ratings: Ratings of all players and models, the strongest first; ``random``, or else the first player, has 0.
    """

    games: list[tuple[str, Duel]]
    anchors: list[Result]
    ratings: list[Rating]

    def rating(self, name: str) -> Rating:
        """Returns the rating of a model or player."""
        found = [rating for rating in self.ratings if rating.player == name]
        if not found:
            message = f"name: expected one of {', '.join(rating.player for rating in self.ratings)}, found {name!r}"
            raise ArgumentError(message)
        return found[0]

    def jsonl(self) -> str:
        """Returns the games as JSON Lines."""
        return "".join(
            json.dumps({"model": model, **duel.__dict__}, ensure_ascii=False) + "\n" for model, duel in self.games
        )

    def __str__(self) -> str:
        """Formats the ratings as a table."""
        return table(self.ratings)


def anchor_results(variant: Variant, rungs: Iterable[str], pairs: int, seed: int, opening_plies: int) -> list[Result]:
    """Plays each player of a ladder against the next two, in pairs of games."""
    listed = list(rungs)
    found = []
    for at, first in enumerate(listed):
        for second in listed[at + 1 : at + 3]:
            games = match(
                variant, first, second, games=2 * pairs, seed=seed, opening_plies=opening_plies, ply_limit=PLY_LIMIT
            )
            for number, result in zip(games["game"], games["result"]):
                # The players change sides after each game.
                own = "S" if number % 2 == 0 else "N"
                score = 0.5 if result in (None, "draw") else float(result == own)
                found.append(Result(first, second, score, (variant.label, number // 2)))
    return found


def ladder(
    models: Mapping[str, Model],
    sources: Source | Iterable[Source],
    *,
    rungs: Iterable[str] = LADDER,
    pairs: int = 2,
    anchors: int = 10,
    seed: int = 1,
    opening_plies: int = 2,
    ply_limit: int = PLY_LIMIT,
    retries: int = 2,
    style: Style = Style(),
    progress: Callable[[int, int], object] | None = None,
) -> Standing:
    """Plays models against a ladder of players, and rates all by the model of Bradley and Terry.

    Each model meets each player in pairs of games with the same opening and sides exchanged.

    Args:
        models: Models by name.
        sources: One variant, or several.
        rungs: Players of the ladder.
        pairs: Number of pairs of games of each model against each player in each variant.
        anchors: Number of pairs of games of each ladder player against each of the next two, in each variant.
        seed: Random seed.
        opening_plies: Number of random moves of each opening.
        ply_limit: Maximum number of moves; a longer game counts as a draw.
        retries: Number of corrections of each illegal or unreadable move.
        style: Parts of the prompts.
        progress: Callback that receives the number of games played and the total.

    Raises:
        ArgumentError: A number or player is invalid, or a model has the name of a player.
        ModelError: A model did not reply.
    """
    listed = list(rungs)
    given = [sources] if isinstance(sources, (str, os.PathLike, Variant)) else list(sources)
    variants = [load(source) for source in given]
    same = set(models) & set(listed)
    if same or not listed or not models or not variants or pairs < 1:
        found = f"the name {sorted(same)[0]!r} twice" if same else "none of one of them"
        message = f"expected models, variants, players and pairs, with different names, found {found}"
        raise ArgumentError(message)
    known: list[Result] = []
    for variant in variants if anchors else []:
        known += anchor_results(variant, listed, anchors, seed, opening_plies)
    games: list[tuple[str, Duel]] = []
    results = []
    total = len(models) * len(variants) * len(listed) * pairs * 2
    for name, model in models.items():
        for variant in variants:
            for rung in listed:
                for number in range(2 * pairs):
                    duel = play(
                        model,
                        variant,
                        rung,
                        side="SN"[number % 2],
                        pair=number // 2,
                        seed=seed,
                        opening_plies=opening_plies,
                        ply_limit=ply_limit,
                        retries=retries,
                        style=style,
                    )
                    games.append((name, duel))
                    results.append(Result(name, rung, duel.score, (variant.label, duel.pair)))
                    if progress is not None:
                        progress(len(games), total)
    anchor = "random" if "random" in listed else listed[0]
    return Standing(games, known, bradley_terry([*known, *results], anchor))
