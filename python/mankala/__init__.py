"""Load, play, measure and compare mancala games with the engine of ``mankala``.

>>> import mankala
>>> game = mankala.load("oware", columns=4).game()
>>> game.moves
['A1', 'A2', 'A3', 'A4']
>>> game.play("A3")
'A3'
>>> game.board
array([[4, 5, 5, 5],
       [4, 4, 0, 5]], dtype=int16)
"""

from ._engine import (
    Batch,
    Comparison,
    Design,
    Game,
    Match,
    Perft,
    Solution,
    Step,
    Table,
    Variant,
    __version__,
    variants,
)
from .asking import ask
from .designs import design
from .errors import (
    ArgumentError,
    ArgumentTypeError,
    ColumnError,
    Error,
    InternalError,
    MissingError,
    MoveError,
    PositionError,
    VariantError,
)
from .ladders import Ladder, ladder
from .loading import Source, load
from .players import Player
from .runs import compare, match, openings, perft, puzzles, review, solve, sweep
from .searching import Lookahead, Search, alphabeta, search
from .training import env, vector_env

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "Batch",
    "ColumnError",
    "Comparison",
    "Design",
    "Error",
    "Game",
    "InternalError",
    "Ladder",
    "Lookahead",
    "Match",
    "MissingError",
    "MoveError",
    "Perft",
    "Player",
    "PositionError",
    "Search",
    "Solution",
    "Source",
    "Step",
    "Table",
    "Variant",
    "VariantError",
    "__version__",
    "alphabeta",
    "ask",
    "compare",
    "design",
    "env",
    "ladder",
    "load",
    "match",
    "openings",
    "perft",
    "puzzles",
    "review",
    "search",
    "solve",
    "sweep",
    "variants",
    "vector_env",
]
