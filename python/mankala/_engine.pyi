"""The compiled half of the package."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from .settings import CompareSettings, MatchSettings

__version__: str

Side: TypeAlias = Literal["S", "N"]

@final
class Variant:
    """A game with its rules; see ``mankala.load``. Variants are equal if their names and all their rules are."""

    @property
    def name(self) -> str:
        """The name that its file gives it."""
    @property
    def title(self) -> str:
        """What people call it."""
    @property
    def label(self) -> str:
        """Its name with the changes made to it, as it can be loaded again."""
    @property
    def ruleset(self) -> str:
        """The ruleset that plays it."""
    @property
    def digest(self) -> str:
        """Sixteen letters that stand for its rules."""
    @property
    def text(self) -> str:
        """The text of its file."""
    @property
    def values(self) -> dict[str, str]:
        """All keys of board, setup, rules and rounds in full, with their values as a file has them."""
    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of its board, as it is drawn."""
    @property
    def observation_names(self) -> list[str]:
        """What each number of an observation is, see ``mankala.env``; pits are called as if the one who looks were South."""
    @property
    def _starts(self) -> int: ...
    def game(self, position: str | None = None, *, rounds: bool = False) -> Game:
        """Begins a game, from the opening or a written position; over all its rounds, if that is asked for.

        Raises:
            PositionError: The position can't be read.
            ArgumentError: The variant has only one round.
        """
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    def __reduce__(
        self,
    ) -> tuple[Callable[[str, str, list[str]], Variant], tuple[str, str, list[str]]]: ...

@final
class Step:
    """A step of a move: each lap, with the lifting before it, and each capture is one."""

    @property
    def text(self) -> str:
        """What happens, in words."""
    @property
    def position(self) -> str:
        """The position after it."""
    @property
    def board(self) -> NDArray[np.int16]:
        """The seeds after it, ``[rows, columns]``."""
    @property
    def changed(self) -> list[str]:
        """The pits that changed, in the order in which they did."""
    @property
    def hand(self) -> int:
        """Seeds in the hand after it."""

@final
class Game:
    """A game that is played, with its history. Its ``repr`` is the board as a terminal shows it, in a notebook it is a picture."""

    @property
    def variant(self) -> Variant:
        """What is played."""
    @property
    def moves(self) -> list[str]:
        """The legal moves; none once the game is over."""
    def play(self, move: str) -> str:
        """Plays a move and returns it as it is written in records.

        Raises:
            MoveError: It is not legal; the game stays as it was.
        """
    def undo(self) -> str:
        """Takes the last move back and returns it.

        Raises:
            Error: No move has been played.
        """
    @property
    def board(self) -> NDArray[np.int16]:
        """The seeds in all pits, ``[rows, columns]`` as the board is drawn: the first row is North's, from the left. A copy."""
    @property
    def fields(self) -> dict[str, Any]:
        """What a written position says besides rows and side: seeds in stores, turns, directions, pits."""
    @property
    def holdings(self) -> tuple[int, int]:
        """The seeds that count for South and for North, on the board and off it."""
    @property
    def position(self) -> str:
        """The position as one line of text."""
    @property
    def to_move(self) -> Side:
        """Who is to move."""
    @property
    def result(self) -> Literal["S", "N", "draw"] | None:
        """Who has won, once the game is over."""
    @property
    def ending(self) -> Literal["board", "no_move", "repetition"] | None:
        """How the game came to its end, once it is over."""
    @property
    def record(self) -> list[str]:
        """The moves played so far."""
    def trace(self, move: str) -> list[Step]:
        """What a move does, step by step; it is not played.

        Raises:
            MoveError: It is not legal.
        """
    def choose(self, player: str, *, seed: int = 1) -> str | None:
        """The move that a player would make, ``alphabeta:6`` say; none if the game is over.

        Raises:
            ArgumentError: There is no such player.
        """
    def _numbers(self, side: str) -> NDArray[np.int32]: ...
    def _starts(self) -> list[tuple[int, str]]: ...
    def copy(self) -> Game:
        """A game that goes on by itself."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object) -> Game: ...
    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]: ...
    def _repr_svg_(self) -> str: ...

class Table:
    """Rows in named columns. pyarrow, Polars, DuckDB and pandas take them without a copy, by Arrow's PyCapsule interface."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    def __len__(self) -> int: ...
    def __getitem__(self, column: str, /) -> list[Any]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The table as a stream of Arrow; any number of times."""

@final
class Comparison(Table):
    """Measures of variants; see ``mankala.compare``. Its ``str`` is the report as a terminal shows it."""

    def json(self) -> str:
        """The report as ``mankala compare --format json`` writes it."""
    def csv(self) -> str:
        """The report as ``mankala compare --format csv`` writes it."""
    def html(self) -> str:
        """The report as a page with charts."""

@final
class Match(Table):
    """Games between two players; see ``mankala.match``."""

    @property
    def players(self) -> tuple[str, str]:
        """The players with settings and versions; the first sits South in even games."""
    @property
    def scores(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Wins, draws and losses of each player in finished games."""
    def jsonl(self) -> str:
        """The records as ``mankala match`` writes them, with their heading."""

@final
class Perft(Table):
    """Move sequences counted; see ``mankala.perft``."""

    @property
    def depth(self) -> int:
        """Their length."""
    @property
    def nodes(self) -> int:
        """How many there are."""
    @property
    def seconds(self) -> float:
        """How long it took to count them."""
    def __int__(self) -> int: ...

@final
class Solution(Table):
    """What a position comes to with perfect play; see ``mankala.solve``."""

    @property
    def value(self) -> int | None:
        """The value for the player to move, if it is known."""
    @property
    def low(self) -> int | None:
        """It is so much at least."""
    @property
    def high(self) -> int | None:
        """It is so much at most."""
    @property
    def unit(self) -> Literal["seeds", "result"]:
        """In what values are counted: seeds more than the other has at the end, or 1, 0 and −1."""
    @property
    def line(self) -> list[str]:
        """Best play to the end; empty where the value is not known."""
    @property
    def nodes(self) -> int:
        """Positions looked at."""
    @property
    def depth(self) -> int:
        """How deep the last search went."""
    @property
    def seconds(self) -> float:
        """How long it took."""

def variants() -> list[str]:
    """The names of all variants that come with the engine."""

def _load(name: str, changes: list[str]) -> Variant: ...
def _parse(origin: str, text: str, changes: list[str]) -> Variant: ...
def _again(variant: Variant, start: str | None, rounds: bool, moves: list[str]) -> Game: ...
def _compare(
    variants: list[tuple[str, Variant]],
    settings: CompareSettings,
    command: str,
    parts: list[str],
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Comparison: ...
def _compare_part(
    variants: list[tuple[str, Variant]],
    settings: CompareSettings,
    shard: str,
    threads: int | None,
) -> str: ...
def _match(
    variant: Variant,
    settings: MatchSettings,
    shard: str,
    parts: list[str],
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Match: ...
def _perft(game: Game, depth: int, threads: int | None) -> Perft: ...
def _solve(game: Game, moves: bool, budget: float | None, memory: int) -> Solution: ...
def _fail() -> None: ...
