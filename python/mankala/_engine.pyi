"""The compiled half of the package."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from .loading import Source
from .settings import CompareSettings, MatchSettings

__version__: str

_Side: TypeAlias = Literal["S", "N"]

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
    def __eq__(self, value: object, /) -> bool: ...
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
        """The seeds that count for South and for North, on the board and off it; once the game is over, what the rules award."""
    @property
    def position(self) -> str:
        """The position as one line of text."""
    @property
    def to_move(self) -> _Side:
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

@final
class Batch:
    """Games of one variant, a move in each at a time, for programs that learn: arrays of NumPy in and out.

    Actions and observations are those of ``mankala.env``. The arrays are made once, and each step writes into them: copy what is to be
    kept. No number depends on the threads.
    """

    def __new__(
        cls,
        variant: Source,
        games: int,
        *,
        threads: int | None = None,
        restart: bool = True,
        ply_limit: int = 2000,
        seed: int = 1,
    ) -> Batch:
        """Begins the games.

        Args:
            variant: What is played.
            games: How many games.
            threads: How many threads play, as many as the machine runs at once if left out; one for every 2048 games at most.
            restart: Whether a game that is over begins anew in the same step (``SAME_STEP`` in the words of Gymnasium): its
                flags and rewards are those of the end, all else is of the new game. Without it (``DISABLED``) a finished game waits
                for ``reset``; its mask is zero, and whatever action it is given is passed over.
            ply_limit: After so many moves a game is cut off.
            seed: From which the actions of ``sample`` follow.

        Raises:
            VariantError: The variant can't be loaded.
            ArgumentError: A number is out of range.
        """
    @property
    def variant(self) -> Variant:
        """What is played."""
    @property
    def observation_names(self) -> list[str]:
        """What each number of an observation is, see ``mankala.env``."""
    @property
    def observations(self) -> NDArray[np.int32]:
        """What the player to move sees, ``[games, len(observation_names)]``."""
    @property
    def masks(self) -> NDArray[np.int8]:
        """1 for each legal action of the player to move, ``[games, actions]``."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last step has won for South and for North, ``[games, 2]``: 1, −1, or 0."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Whether the last step ended the game, ``[games]``."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Whether the game was cut off after the last step, ``[games]``."""
    @property
    def to_move(self) -> NDArray[np.int8]:
        """Who is to move, ``[games]``: 0 for South, 1 for North."""
    def step(self, actions: ArrayLike) -> None:
        """Plays an action in each game, ``[games]`` of whole numbers.

        Raises:
            ArgumentError: It is not a whole number for each game.
            MoveError: An action is not one that its mask allows; no game has been stepped.
        """
    def reset(self, which: ArrayLike | None = None) -> None:
        """Begins games anew: all, or those for which ``which``, ``[games]`` of truths, says so."""
    def sample(self) -> NDArray[np.int64]:
        """Random legal actions, ``[games]``, each equally likely; 0 for games that are over. The same array each time."""
    def position(self, game: int) -> str:
        """The position of a game as one line of text."""
    def __len__(self) -> int: ...

@disjoint_base
class Table:
    """Rows in named columns. pyarrow, Polars and DuckDB take them without a copy, by Arrow's PyCapsule interface; pandas 3 by
    ``DataFrame.from_arrow``."""

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
def _compare_part_wrong(
    variants: list[tuple[str, Variant]],
    settings: CompareSettings,
    shard: str,
    text: str,
) -> str | None: ...
def _match(
    variant: Variant,
    settings: MatchSettings,
    shard: str,
    parts: list[str],
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Match: ...
def _match_part_wrong(variant: Variant, settings: MatchSettings, shard: str, text: str) -> str | None: ...
def _perft(game: Game, depth: int, threads: int | None) -> Perft: ...
def _solve(game: Game, moves: bool, budget: float | None, memory: int) -> Solution: ...
def _check_threads(threads: int | None) -> None: ...
def _fail() -> None: ...
