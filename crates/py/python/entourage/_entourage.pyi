"""The native module; import its names from `entourage`."""

from typing import Any, ClassVar, Literal, final

import numpy as np
import numpy.typing as npt

__all__ = [
    "EntourageError",
    "Explanation",
    "Game",
    "GameRecord",
    "IllegalMoveError",
    "Line",
    "Outcome",
    "Reason",
    "Relation",
    "Solved",
    "State",
    "Thought",
    "VectorEnv",
    "__version__",
    "games",
    "read_records",
    "text_games",
]

__version__: str

_Language = Literal["en", "fr"]

def games() -> list[str]:
    """Return the names of the built-in games."""

def text_games() -> list[str]:
    """Return the names of the shipped game definitions."""

def read_records(text: str, *, short: bool = True) -> list[GameRecord]:
    """Parse game records in PGN, and replay each of them.

    `GameRecord.text` has moves in short notation with `short`, and otherwise in coordinate notation.

    Raises:
        EntourageError: A record is invalid or contains an illegal move.
    """

class EntourageError(ValueError):
    """An invalid argument, such as a spec, position, move or number."""

class IllegalMoveError(EntourageError):
    """An illegal move."""

    reasons: list[Reason]
    """The reasons; empty if the game is over."""

@final
class Reason:
    """A reason why a move is illegal, or a notice about a legal one."""

    @property
    def code(self) -> str:
        """The reason's code."""
    @property
    def squares(self) -> list[str]:
        """The names of the squares that the sentence mentions."""
    @property
    def ruling(self) -> str:
        """The anchor of the rule on the rules page; empty if there is none."""
    @property
    def sentence(self) -> str:
        """The message."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Explanation:
    """The effects of a move, or why it is illegal. True if the move is legal."""

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
    @property
    def text(self) -> str:
        """The move in canonical notation."""
    @property
    def sentence(self) -> str:
        """The effects of a legal move; empty for an illegal one."""
    @property
    def reasons(self) -> list[Reason]:
        """All reasons why the move is illegal."""
    @property
    def notices(self) -> list[Reason]:
        """Notices about a legal move."""
    def __bool__(self) -> bool: ...

@final
class Relation:
    """An active power: a piece on one square affects a piece on another."""

    @property
    def power(self) -> str:
        """The power's code."""
    @property
    def giver(self) -> str:
        """The square of the piece that exerts the power."""
    @property
    def receiver(self) -> str:
        """The square of the affected piece."""
    @property
    def influence(self) -> str:
        """The effect on the receiver: `helps`, `harms` or `binds`."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> int | None:
        """The side that won, 1 or 2; None in a draw."""
    @property
    def cause(self) -> str:
        """The code of the cause."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Line:
    """A line of play with its score."""

    @property
    def moves(self) -> list[str]:
        """The moves of the line."""
    @property
    def score(self) -> str:
        """The score for the side to move, such as `+0.35`, or `#5` for a win in five moves."""
    @property
    def value(self) -> int:
        """The score in hundredths of a pawn; very large for wins and losses."""
    @property
    def plies_to_end(self) -> int | None:
        """Plies to a proven win (positive) or loss (negative); None if no result is proven."""

@final
class Thought:
    """The result of a search."""

    @property
    def best(self) -> str | None:
        """The best move; None only if the game is over."""
    @property
    def lines(self) -> list[Line]:
        """The best lines, best first; at most as many as requested."""
    @property
    def depth(self) -> int:
        """The completed depth in plies."""
    @property
    def nodes(self) -> int:
        """The number of nodes searched."""

@final
class Solved:
    """The result of a proof search. True if the side has a forced win."""

    @property
    def wins(self) -> bool | None:
        """Whether the side has a forced win; None if unknown."""
    @property
    def least(self) -> int:
        """Lower bound on the length of the shortest win, in plies."""
    @property
    def most(self) -> int | None:
        """Upper bound on the length of the shortest win, in plies; None if no win is known."""
    @property
    def proof(self) -> str | None:
        """The proof of the win as a string, for `Game.verify`; None if there is no win."""
    @property
    def nodes(self) -> int:
        """The number of nodes searched."""
    def __bool__(self) -> bool: ...

@final
class Game:
    """A game with its options. Immutable, hashable, and can be pickled."""

    def __new__(cls, spec: str, *, ways: int | None = None) -> Game:
        """Open a game by its spec, such as `NAME` or `NAME:OPTION,OPTION`.

        A name that ends with `.game` is a game definition file. `ways` is the number of moves with the same first and last square
        that actions distinguish, from 1 to 64; by default it is determined by random play.

        Raises:
            EntourageError: The game or an option is unknown, or the definition has errors.
        """

    @staticmethod
    def from_text(text: str, options: str = "", *, ways: int | None = None) -> Game:
        """Open a game definition of at most 65,536 bytes.

        Raises:
            EntourageError: The definition has errors, or the options are invalid.
        """

    @property
    def spec(self) -> str:
        """The canonical spec; it names a definition by its content hash."""
    @property
    def rules_version(self) -> str:
        """The version of the rules."""
    @property
    def squares(self) -> list[str]:
        """The square names, in the order of an observation plane."""
    @property
    def centres(self) -> list[tuple[float, float]]:
        """The coordinates of each square's centre, from the top left; the unit is the width of a square."""
    @property
    def action_count(self) -> int:
        """The number of actions; an action is an index from 0 to one less than this number."""
    @property
    def ways(self) -> int:
        """The number of moves with the same first and last square that actions distinguish."""
    @property
    def observation_shape(self) -> tuple[int, int]:
        """The shape of an observation: (planes, squares)."""
    @property
    def planes(self) -> list[str]:
        """The names of the planes of an observation."""
    def name(self, language: _Language = "en") -> str:
        """Return the game's name."""
    def sides(self, language: _Language = "en") -> list[str]:
        """Return the names of side 1 and side 2."""
    def kinds(self, language: _Language = "en") -> list[str]:
        """Return the names of the kinds of pieces."""
    def rules(self, language: _Language = "en") -> str:
        """Return the rules page in Markdown."""
    def begin(self, position: str | None = None) -> State:
        """Start a game from a position, by default the start position.

        Raises:
            EntourageError: The position is invalid.
        """
    def opening(self, plies: int, seed: int = 0) -> State:
        """Start a game with random moves (at most 1000) that do not end the game; without moves if that fails repeatedly."""
    def verify(self, proof: str) -> None:
        """Verify the proof of a win by the rules, without searching.

        Raises:
            EntourageError: The proof has an error; the message describes the first one.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class State:
    """A game in progress. Can be copied and pickled; states are equal if they have the same game, start position and moves."""

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def position(self) -> str:
        """The current position."""
    @property
    def start(self) -> str:
        """The start position."""
    @property
    def side(self) -> int:
        """The side to move, 1 or 2."""
    @property
    def status(self) -> str:
        """The status: `ongoing`, an alert such as `check`, or the outcome."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it is not over."""
    @property
    def moves(self) -> list[str]:
        """The moves played."""
    def legal_moves(self) -> list[str]:
        """Return the legal moves, sorted; none if the game is over."""
    def pieces(self) -> list[tuple[str, int, int]]:
        """Return each piece as a tuple of square, side (1 or 2; 2 for neutral pieces), and index in `Game.kinds`."""
    def play(self, *moves: str) -> None:
        """Play moves. Nothing changes unless all are legal.

        Raises:
            EntourageError: A move cannot be parsed.
            IllegalMoveError: A move is illegal; the exception contains the reasons.
        """
    def undo(self) -> bool:
        """Undo the last move; return False if there is none."""
    def copy(self) -> State:
        """Return an independent copy."""
    def explain(self, text: str, language: _Language = "en") -> Explanation:
        """Explain the effects of a move, or why it is illegal.

        Raises:
            EntourageError: A move cannot be parsed.
        """
    def relations(self) -> list[Relation]:
        """Return the active powers."""
    def read(self, entry: str) -> list[str]:
        """Parse a typed move in canonical, short or Game Courier's leg-by-leg notation; return the moves that it can stand for.

        Raises:
            EntourageError: The entry is invalid or ambiguous, or matches no legal move.
        """
    def short(self, text: str) -> str | None:
        """Return a legal move in short notation; None if the game has no short notation or the move is illegal."""
    def perft(self, depth: int) -> int:
        """Count the move sequences of `depth` plies."""
    def picture(
        self,
        *,
        theme: str = "light",
        pieces: str = "pictures",
        flipped: bool = False,
        language: _Language = "en",
    ) -> str:
        """Draw the position as self-contained SVG.

        `theme` is one of light, dark, green, green-dark, sea, sea-dark, clay, clay-dark, print, print-dark; `pieces` one of pictures,
        letters, figures.
        """
    def think(
        self,
        *,
        level: int | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
        threads: int = 1,
        hash: int = 16,
        seed: int = 0,
    ) -> Thought:
        """Search for the best moves. Releases the GIL; Ctrl-C interrupts the search.

        A `level` from 1 to 8 plays as on the web site, with built-in limits; `seed` determines its random choices. Otherwise the search
        stops at the first limit reached: `depth` in plies, `nodes`, or `time` in seconds. `hash` is the table size in MiB.

        Raises:
            EntourageError: No limit is set, a number is out of range, or the game is over.
        """
    def solve(
        self,
        *,
        side: int | None = None,
        plies: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        hash: int = 64,
    ) -> Solved:
        """Search for the shortest forced win of a side, by default the side to move. Releases the GIL; Ctrl-C interrupts the search.

        Raises:
            EntourageError: No limit is set, a number is out of range, or the game is over.
        """
    def record(
        self,
        *,
        players: tuple[str | None, str | None] | None = None,
        event: str | None = None,
        site: str | None = None,
        date: str | None = None,
    ) -> str:
        """Return the game as PGN."""
    def legal_actions(self) -> list[int]:
        """Return the actions of the legal moves, sorted."""
    def action(self, text: str) -> int:
        """Return the action of a legal move."""
    def action_text(self, action: int) -> str:
        """Return the legal move of an action."""
    def observe(self, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """Write the observation, of shape `Game.observation_shape`, into `out` or a new array, and return it."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any, /) -> State: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class GameRecord:
    """A game record that has been replayed."""

    @property
    def tags(self) -> dict[str, str]:
        """The tags before the moves."""
    @property
    def result(self) -> str:
        """The result: `1-0`, `0-1`, `1/2-1/2` or `*`."""
    @property
    def state(self) -> State:
        """The game after its last move."""
    @property
    def text(self) -> str:
        """The record in canonical form."""

@final
class VectorEnv:
    """A batch of games that advance one move per step. A game that ends restarts immediately.

    All arrays are allocated once, and every step writes into them.
    """

    def __new__(
        cls,
        game: Game | str,
        games: int,
        *,
        seed: int = 0,
        longest: int = 1000,
        observe: bool = True,
        masks: bool = True,
    ) -> VectorEnv:
        """Start games, each truncated after `longest` plies. Without `observe` or `masks`, those arrays are None.

        Raises:
            EntourageError: The game is unknown, or the arrays would be too large.
        """

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def observations(self) -> npt.NDArray[np.uint8] | None:
        """Observations from the perspective of the side to move; shape (games, planes, squares)."""
    @property
    def masks(self) -> npt.NDArray[np.bool_] | None:
        """Whether each action is legal; shape (games, actions)."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """The reward of the player who made the last move: 1 for a win, -1 for a loss, else 0; shape (games,)."""
    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """Whether the last move ended the game by the rules; shape (games,)."""
    @property
    def cut(self) -> npt.NDArray[np.bool_]:
        """Whether the game was truncated because of its length; shape (games,)."""
    @property
    def sides(self) -> npt.NDArray[np.uint8]:
        """The side to move, 0 for side 1 and 1 for side 2; shape (games,)."""
    @property
    def actions(self) -> npt.NDArray[np.int64]:
        """The actions that `sample` chose last; shape (games,)."""
    def __len__(self) -> int:
        """Return the number of games."""
    def reset(self, *, seed: int | None = None) -> tuple[npt.NDArray[np.uint8] | None, dict[str, Any]]:
        """Restart all games, optionally with a new seed; return observations and info, as in Gymnasium."""
    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        npt.NDArray[np.uint8] | None,
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Play an action in each game; return observations, rewards, ended, cut and info, as in Gymnasium.

        Raises:
            EntourageError: An action is illegal, or the number of actions is wrong; all games are unchanged.
        """
    def sample(self) -> npt.NDArray[np.int64]:
        """Choose a random legal action for each game, uniformly over legal moves; return the array `actions`."""
    def play_out(self, plies: int) -> int:
        """Play `plies` random moves in each game; return the number of games that ended."""
    def look_ahead(
        self,
    ) -> tuple[
        npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.uint8], npt.NDArray[np.float32]
    ]:
        """Look one move ahead in each game.

        Return four arrays: the number of legal moves in each game, of shape (games,), and for all moves, game by game, the actions, of
        shape (moves,); the observations after the moves from the perspective of the next side to move, of shape (moves, planes,
        squares); and the rewards of the players who make the moves, of shape (moves,): 1, -1 or 0 if the move ends the game, else NaN.
        """
    def position(self, game: int) -> str:
        """Return the position of the game with this index, from 0."""
    def legal_moves(self, game: int) -> list[tuple[int, str]]:
        """Return the legal moves of the game with this index, from 0: action and canonical text."""
