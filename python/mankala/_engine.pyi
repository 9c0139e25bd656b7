"""Compiled half of the package."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from .loading import Source
from .players import Given
from .settings import CompareSettings, DesignSettings, MatchSettings

__version__: str

_Side: TypeAlias = Literal["S", "N"]

@final
class Variant:
    """Game with its rules; see ``mankala.load``. Two variants are equal if their names and all rules are equal."""

    @property
    def name(self) -> str:
        """Name in its file."""
    @property
    def title(self) -> str:
        """Common name of the game."""
    @property
    def label(self) -> str:
        """Name with its changes, which ``mankala.load`` accepts."""
    @property
    def rules(self) -> str:
        """All rules of the game in plain English, as Markdown."""
    @property
    def region(self) -> str:
        """Region where the game is played."""
    @property
    def about(self) -> str:
        """Short description of the game."""
    @property
    def attested(self) -> dict[str, Any] | None:
        """First known description, if it is older than the source of the rules: author, title, year and more."""
    @property
    def sources(self) -> list[dict[str, Any]]:
        """Sources of the rules: author, title, year and more."""
    @property
    def mechanisms(self) -> dict[str, Any]:
        """Mechanisms with their values, in words common to all games; see ``docs/mechanisms.md``."""
    @property
    def ruleset(self) -> str:
        """Ruleset that plays it."""
    @property
    def digest(self) -> str:
        """Digest of its rules: 16 hexadecimal digits."""
    @property
    def text(self) -> str:
        """Text of its file."""
    @property
    def values(self) -> dict[str, Any]:
        """Full keys of board, setup, rules and rounds, with their values."""
    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of its board, as drawn."""
    @property
    def pits(self) -> list[list[str]]:
        """Names of the pits in each row, as drawn."""
    @property
    def two_ways(self) -> bool:
        """Whether moves are written with a direction, L or R."""
    @property
    def observation_names(self) -> list[str]:
        """Names of the numbers in an observation; see ``mankala.env``. Pits are named as if the observer were South.

        Numbers are counts of seeds or turns, positions in a list, or 0 and 1. To scale them, divide by the seeds
        in the opening: no count is larger.
        """
    @property
    def action_names(self) -> list[str]:
        """Names of the actions, as if the player to move were South; see ``mankala.env``."""
    def numbered(self, *, possible_only: bool = False, repetitions: bool = False) -> Variant:
        """Returns the variant with other actions and observations, for games, batches, environments and OpenSpiel.

        Args:
            possible_only: Number only actions that the rules may allow in some position: in Kalah 6 instead of 29.
            repetitions: If repetition ends the game, add a number to observations for each action: how often the
                position after it has occurred, if the action is legal and completes a move.
        """
    def game(self, position: str | None = None, *, rounds: bool = False, any_seeds: bool = False) -> Game:
        """Starts a game from the opening or a written position; with ``rounds``, it lasts over all rounds.

        Raises:
            PositionError: The position is invalid, or its number of seeds differs from the opening; ``any_seeds``
                allows any number.
            ArgumentError: The variant has only one round.
        """
    def __hash__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __reduce__(
        self,
    ) -> tuple[
        Callable[[str, str, list[str], tuple[bool, bool]], Variant], tuple[str, str, list[str], tuple[bool, bool]]
    ]: ...

@final
class Step:
    """Step of a move: a lap, including the lifting before it, or a capture."""

    @property
    def text(self) -> str:
        """Description in words."""
    @property
    def position(self) -> str:
        """Position after the step."""
    @property
    def board(self) -> NDArray[np.int16]:
        """Seeds after the step, ``[rows, columns]``."""
    @property
    def changed(self) -> list[str]:
        """Changed pits, in the order of their changes."""
    @property
    def hand(self) -> int:
        """Seeds in the hand after the step."""
    def __reduce__(self) -> tuple[Callable[..., Step], tuple[Any, ...]]: ...

@final
class Game:
    """Game in progress, with its history. Its ``repr`` is the board in a terminal; notebooks show a picture."""

    @property
    def variant(self) -> Variant:
        """The variant."""
    @property
    def moves(self) -> list[str]:
        """Legal moves; none once the game is over."""
    def play(self, move: str) -> str:
        """Plays a move and returns it in the notation of records.

        Raises:
            MoveError: The move is illegal; the game is unchanged.
        """
    @property
    def actions(self) -> list[int]:
        """Legal actions in order, numbered as in ``mankala.env`` and ``mankala.Batch``; none once the game is over."""
    def play_action(self, action: int) -> None:
        """Plays an action. If it has several continuations, the same player then picks one by further actions.

        Raises:
            MoveError: The action is not legal; the game is unchanged.
        """
    @property
    def mask(self) -> NDArray[np.int8]:
        """1 for each legal action, else 0."""
    def observation(self, side: _Side | None = None) -> NDArray[np.int32]:
        """Returns the position as a side sees it, by default the player to move; see ``variant.observation_names``."""
    def undo(self) -> str:
        """Takes back the last move and returns it.

        Raises:
            Error: No move has been played.
        """
    @property
    def board(self) -> NDArray[np.int16]:
        """Seeds in all pits, ``[rows, columns]`` as drawn: the first row is North's, from the left. A copy."""
    @property
    def fields(self) -> dict[str, Any]:
        """Fields of the written position besides rows and side: seeds in stores, turns, directions, pits."""
    @property
    def holdings(self) -> tuple[int, int]:
        """Seeds that count for South and for North, on the board and off it; at the end, those that the rules award."""
    @property
    def position(self) -> str:
        """Position as one line of text."""
    @property
    def to_move(self) -> _Side:
        """Player to move."""
    @property
    def result(self) -> Literal["S", "N", "draw"] | None:
        """Result, once the game is over."""
    @property
    def ending(self) -> Literal["board", "no_move", "repetition"] | None:
        """Reason for the end, once the game is over."""
    @property
    def record(self) -> list[str]:
        """Moves played so far."""
    @property
    def plies(self) -> int:
        """Number of moves played so far."""
    def trace(self, move: str) -> list[Step]:
        """Returns the steps of a move without playing it.

        Raises:
            MoveError: The move is illegal.
        """
    def choose(self, player: str, *, seed: int = 1) -> str | None:
        """Returns the move of a player such as ``alphabeta:6``; ``None`` if the game is over.

        Raises:
            ArgumentError: The player is unknown.
        """
    def copy(self) -> Game:
        """Returns an independent copy."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object) -> Game: ...
    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]: ...
    def _repr_svg_(self) -> str: ...

@final
class Batch:
    """Games of one variant that advance together, one move each, for machine learning with NumPy arrays.

    Actions and observations are those of ``mankala.env``. The arrays are created once, and each step overwrites them:
    copy them to keep them. The results do not depend on the number of threads.
    """

    def __new__(
        cls,
        variant: Source,
        games: int | None = None,
        *,
        positions: str | Sequence[str] | None = None,
        any_seeds: bool = False,
        opening_plies: int = 0,
        threads: int | None = None,
        restart: bool = True,
        ply_limit: int = 2000,
        seed: int = 1,
        seeds: Sequence[int] | None = None,
        records: bool = False,
    ) -> Batch:
        """Starts the games.

        Args:
            variant: The variant.
            games: Number of games; by default, that of the positions or seeds.
            positions: First position of games, also after each restart; one for all games, or one for each.
            any_seeds: Accept positions whose number of seeds differs from the opening.
            opening_plies: Number of random moves that open each game, drawn by its seed; they do not count as moves of
                the game.
            threads: Number of threads, at most one for every 2048 games; by default, one for each processor.
            restart: Restart finished games in the same step (``SAME_STEP`` in Gymnasium): flags and rewards are those of
                the end, the rest is of the new game. Otherwise (``DISABLED``) a finished game waits for ``reset``; its
                mask is zero, and its actions are ignored.
            ply_limit: Maximum number of moves; longer games are truncated.
            seed: Random seed of openings and of ``sample``.
            seeds: Random seed of each game, instead of ``seed``; the game equals game 0 of a batch with that ``seed``.
            records: Record the moves, for ``record``.

        Raises:
            VariantError: The variant can't be loaded.
            PositionError: A position is invalid.
            ArgumentError: A number is out of range.
        """
    @property
    def variant(self) -> Variant:
        """The variant."""
    @property
    def observation_names(self) -> list[str]:
        """Names of the numbers of an observation, see ``mankala.env``."""
    @property
    def observations(self) -> NDArray[np.int32]:
        """Observations of the player to move, ``[games, len(observation_names)]``."""
    @property
    def masks(self) -> NDArray[np.int8]:
        """1 for each legal action of the player to move, ``[games, actions]``."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """Rewards of the last step for South and for North, ``[games, 2]``: 1, −1, or 0."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Flags of games that the last step ended, ``[games]``."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Flags of games that the last step truncated, ``[games]``."""
    @property
    def to_move(self) -> NDArray[np.int8]:
        """Player to move, ``[games]``: 0 for South, 1 for North."""
    @property
    def final_observations(self) -> NDArray[np.int32]:
        """Observations of the last positions of games that the last step ended or truncated; other rows are stale."""
    @property
    def final_to_move(self) -> NDArray[np.int8]:
        """Player to move in the positions of ``final_observations``: 0 for South, 1 for North."""
    def step(self, actions: ArrayLike) -> None:
        """Plays an action in each game; ``actions`` are ``[games]`` integers. A game with the action −1 waits.

        Raises:
            ArgumentError: ``actions`` is not an array with an integer for each game.
            MoveError: A mask does not allow an action; no game has advanced.
        """
    def reset(self, which: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Restarts all games, or those that ``which`` (``[games]`` booleans) selects; ``seed`` reseeds all games."""
    def set(self, game: int, position: str, *, any_seeds: bool = False) -> None:
        """Continues a game from a position, with no moves before it.

        Raises:
            PositionError: The position is invalid.
        """
    def record(self, game: int) -> tuple[str, list[str]]:
        """Returns the first position of a game and its moves since.

        Raises:
            Error: The batch does not record moves.
        """
    def copy(self) -> Batch:
        """Returns an independent copy, which continues with the same random numbers."""
    def __copy__(self) -> Batch: ...
    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[Any, ...]]: ...
    def __deepcopy__(self, _memo: object) -> Batch: ...
    def sample(self) -> NDArray[np.int64]:
        """Returns random legal actions, ``[games]``, each equally likely; 0 for finished games. Reuses one array."""
    def position(self, game: int) -> str:
        """Returns the position of a game as one line of text."""
    def __len__(self) -> int: ...

@disjoint_base
class Table:
    """Table with named columns. ``table["name"]`` is a column, and iteration gives the rows as dictionaries, so that
    ``dict(table)`` and ``pandas.DataFrame(table)`` work. pyarrow, Polars and DuckDB read it without a copy through
    Arrow's PyCapsule interface, pandas 3 with ``DataFrame.from_arrow``."""

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
    @property
    def metadata(self) -> dict[str, str]:
        """Facts about the run, as in the metadata of Arrow: variant, digest, players, seed, version."""
    def keys(self) -> list[str]:
        """Returns the names of the columns."""
    def values(self) -> list[list[Any]]:
        """Returns the columns."""
    def items(self) -> list[tuple[str, list[Any]]]:
        """Returns the columns with their names."""
    def get(self, column: str, default: Any = None) -> Any:
        """Returns a column, or the default if no column has this name."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __contains__(self, column: str, /) -> bool: ...
    def __getitem__(self, column: str, /) -> list[Any]: ...
    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]: ...
    def _repr_html_(self) -> str: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Exports the table as an Arrow stream; can be called repeatedly."""

@final
class Comparison(Table):
    """Measures of variants; see ``mankala.compare``. Its ``str`` is the report as shown in a terminal."""

    def json(self) -> str:
        """Returns the report in the format of ``mankala compare --format json``."""
    def csv(self) -> str:
        """Returns the report in the format of ``mankala compare --format csv``."""
    def html(self) -> str:
        """Returns the report as an HTML page with charts."""

@final
class Design(Table):
    """Games found by a search over rules; see ``mankala.design``. Its ``str`` says how many reach the goal.

    A row is one of the best games. ``game`` is the known game with its changes, ``text`` the text of its variant file
    and ``file`` a name for it; both are null for a known game without changes. ``differs`` holds the differences from
    the ``nearest`` known game in words. ``front`` is true if no other game is better by all conditions.
    ``reached_race``, ``reached_again`` and ``reached_stronger`` state whether the game reaches the goal in the race, in
    fresh games, and in fresh games by the stronger player. Each measure has a value and a 95 % interval for each of
    these: ``turns_again``, ``turns_again_low``, ``turns_again_high``.
    """

    @property
    def cells(self) -> Table:
        """Cells of the grid, each with its best game: the tenths of the known games by two measures (``across``,
        ``up``; see ``metadata``), the sum of its distances from the conditions (``misses``), and its last ``stage``."""
    def variants(self) -> list[Variant]:
        """Returns the games of the rows, to play or to compare."""
    def json(self) -> str:
        """Returns the result in the format of ``summary.json`` of ``mankala design``."""
    def csv(self) -> str:
        """Returns the result in the format of ``summary.csv`` of ``mankala design``."""
    def html(self) -> str:
        """Returns the result as an HTML page."""

@final
class Match(Table):
    """Games between two players; see ``mankala.match``."""

    @property
    def players(self) -> tuple[str, str]:
        """Players with settings and versions; the first is South in games with even numbers."""
    @property
    def scores(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Wins, draws and losses of each player in finished games."""
    def jsonl(self) -> str:
        """Returns the records in the format of ``mankala match``, with their header."""

@final
class Perft(Table):
    """Counts of move sequences; see ``mankala.perft``."""

    @property
    def depth(self) -> int:
        """Length of the sequences."""
    @property
    def nodes(self) -> int:
        """Number of sequences."""
    @property
    def seconds(self) -> float:
        """Time of the count in seconds."""
    def __int__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[..., Perft], tuple[Any, ...]]: ...

@final
class Solution(Table):
    """Value of a position with perfect play; see ``mankala.solve``."""

    @property
    def value(self) -> int | None:
        """Value for the player to move, if known."""
    @property
    def low(self) -> int | None:
        """Lower bound of the value, if known."""
    @property
    def high(self) -> int | None:
        """Upper bound of the value, if known."""
    @property
    def unit(self) -> Literal["seeds", "result"]:
        """Unit of values: difference in seeds at the end, or result (1, 0 and −1)."""
    @property
    def line(self) -> list[str]:
        """Best line of play to the end; empty if the value is unknown."""
    @property
    def nodes(self) -> int:
        """Number of positions searched."""
    @property
    def depth(self) -> int:
        """Depth of the last search in moves."""
    @property
    def seconds(self) -> float:
        """Time of the search in seconds."""

def variants() -> list[str]:
    """Returns the names of all built-in variants."""

def _ask(request: str, progress: Callable[[int, int], object] | None) -> str: ...
def _load(name: str, changes: list[str]) -> Variant: ...
def _parse(
    origin: str, text: str, changes: list[str], scope: tuple[bool, bool] = ...
) -> Variant: ...
def _again(variant: Variant, start: str | None, rounds: bool, moves: list[str]) -> Game: ...
def _compare(
    variants: list[tuple[str, Variant]],
    settings: CompareSettings,
    command: str,
    parts: list[str],
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Comparison: ...
def _batch_again(variant: Variant, text: str, shown: tuple[NDArray[Any], ...]) -> Batch: ...
def _compare_again(plain: Any, forms: list[str]) -> Comparison: ...
def _design(
    settings: DesignSettings,
    command: str,
    keep: str | None,
    others: list[tuple[str, str]],
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Design: ...
def _design_part(settings: DesignSettings, shard: str, threads: int | None) -> str: ...
def _design_part_wrong(settings: DesignSettings, text: str) -> str | None: ...
def _design_again(plain: Any, cells: Any, forms: list[str]) -> Design: ...
def _match_again(text: str) -> Match: ...
def _perft_again(plain: Any, depth: int, nodes: int, seconds: float) -> Perft: ...
def _solve_again(plain: Any, rest: Any) -> Solution: ...
def _step(
    text: str, position: str, changed: list[str], hand: int, board: list[list[int]], drawn: str
) -> Step: ...
def _table(plain: Any) -> Table: ...
def _compare_part(
    variants: list[tuple[str, Variant]],
    settings: CompareSettings,
    shard: str,
    threads: int | None,
) -> str: ...
def _compare_part_lacks(
    variants: list[tuple[str, Variant]],
    settings: CompareSettings,
    shard: str,
    text: str,
) -> tuple[str | None, int]: ...
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
def _review(
    reviewed: list[Game],
    effort: int | None,
    opening: int | None,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Table: ...
def _openings(
    game: Game,
    plies: int,
    effort: int | None,
    seed: int,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Table: ...
def _puzzles(
    variant: Variant,
    count: int,
    seed: int,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Table: ...
def _rate(
    players: int, games: list[tuple[tuple[int, int], float, int]], anchor: int
) -> list[tuple[int, float, float, float, int]]: ...
@final
class _Ladder:
    def __new__(
        cls,
        variant: Variant,
        names: list[str],
        players: list[Given],
        anchor: int,
        seed: int,
        opening_plies: int,
        ply_limit: int,
        games: int,
    ) -> _Ladder: ...
    def resume(self, text: str, games: int) -> str: ...
    def header(self) -> str: ...
    def play(self, threads: int | None) -> str: ...
    def games(self) -> list[tuple[tuple[int, int], float, int]]: ...
    def ratings(self) -> list[tuple[int, float, float, float, int]]: ...

def _search(
    batch: Batch,
    evaluate: Callable[[NDArray[np.int32], NDArray[np.int8]], tuple[ArrayLike, ArrayLike]],
    simulations: int,
    exploration: float,
    noise: float,
    random: NDArray[np.float32] | None,
) -> tuple[NDArray[np.int32], NDArray[np.float32]]: ...
def _alphabeta(
    batch: Batch,
    evaluate: Callable[[NDArray[np.int32], NDArray[np.int8]], tuple[ArrayLike, ArrayLike]],
    depth: int,
) -> tuple[NDArray[np.int64], NDArray[np.float32]]: ...
def _check_threads(threads: int | None) -> None: ...
def _fail() -> None: ...
