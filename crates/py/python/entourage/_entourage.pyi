"""The module written in Rust; `entourage` passes its names on."""

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
    """List the built-in games by their names."""

def text_games() -> list[str]:
    """List the games written as text that come with the program, by their names."""

def read_records(text: str, *, short: bool = True) -> list[GameRecord]:
    """Read records of games, one after the other, and play each under its rules.

    With `short`, moves are written again in the short notation of the game's players, else as programs write them.

    Raises:
        EntourageError: A record that is written wrongly, or that its rules refuse, with its place.
    """

class EntourageError(ValueError):
    """What was given is wrong: a game, a position, a text, a number."""

class IllegalMoveError(EntourageError):
    """The rules refuse a move."""

    reasons: list[Reason]
    """Why, each with its squares; empty where the game is over."""

@final
class Reason:
    """Says why a move is refused, or what is to be known before it is made."""

    @property
    def code(self) -> str:
        """The game's word for it."""
    @property
    def squares(self) -> list[str]:
        """The names of the squares concerned."""
    @property
    def ruling(self) -> str:
        """The place on the rules page that says so; empty where none does."""
    @property
    def sentence(self) -> str:
        """The sentence for people."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Explanation:
    """Says what a move would do, or why it is refused; true if it is legal."""

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
    @property
    def text(self) -> str:
        """The move's canonical text."""
    @property
    def sentence(self) -> str:
        """What a legal move does; empty for a refused one."""
    @property
    def reasons(self) -> list[Reason]:
        """Every reason why it is refused."""
    @property
    def notices(self) -> list[Reason]:
        """What is to be known before a legal one is made."""
    def __bool__(self) -> bool: ...

@final
class Relation:
    """A power at work: a piece on one square does something to the piece on another one."""

    @property
    def power(self) -> str:
        """The game's word for the power."""
    @property
    def giver(self) -> str:
        """The square of the piece that gives it."""
    @property
    def receiver(self) -> str:
        """The square of the piece that it touches."""
    @property
    def influence(self) -> str:
        """Whether it helps, hinders or changes the receiver, in one word."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> int | None:
        """The side that won, 1 or 2; None in a draw."""
    @property
    def cause(self) -> str:
        """The game's word for why."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Line:
    """A line of moves that the engine expects, with its score."""

    @property
    def moves(self) -> list[str]:
        """The moves."""
    @property
    def score(self) -> str:
        """The score for the side to move, as people read it: `+0.35`, or `#5` for a win in five moves."""
    @property
    def value(self) -> int:
        """The same in hundredths of a pawn; wins and losses are very large."""
    @property
    def plies_to_end(self) -> int | None:
        """The plies to a proven win (above 0) or loss (below 0); None where nothing is proven."""

@final
class Thought:
    """What the engine thinks of a position."""

    @property
    def best(self) -> str | None:
        """The move to play; None only where the game is over."""
    @property
    def lines(self) -> list[Line]:
        """The lines, the best first: as many as were asked for and found."""
    @property
    def depth(self) -> int:
        """The depth finished, in plies."""
    @property
    def nodes(self) -> int:
        """The positions looked at."""

@final
class Solved:
    """What the solver found out of a position; true if the side wins by force."""

    @property
    def wins(self) -> bool | None:
        """Whether the side wins by force; None where it is not known yet."""
    @property
    def least(self) -> int:
        """The plies that the shortest win takes at least."""
    @property
    def most(self) -> int | None:
        """The plies that it takes at most; None where no win is known."""
    @property
    def proof(self) -> str | None:
        """The proof of a win as text, which `Game.verify` holds to the rules; None where there is none."""
    @property
    def nodes(self) -> int:
        """The positions looked at."""
    def __bool__(self) -> bool: ...

@final
class Game:
    """A game under one set of options. It never changes, can be pickled, and can be a key."""

    def __new__(cls, spec: str, *, ways: int | None = None) -> Game:
        """Open a game by its spec, such as `NAME` or `NAME:OPTION,OPTION`.

        A name that ends with `.game` is a file that holds a game as text. `ways` is how many moves that share their first and last
        square can be told apart by actions, from 1 to 64; where it is not given, random games tell how many are needed.

        Raises:
            EntourageError: No such game or option, or a text with errors, each with its place.
        """

    @staticmethod
    def from_text(text: str, options: str = "", *, ways: int | None = None) -> Game:
        """Open a game written as text, of at most 65,536 bytes.

        Raises:
            EntourageError: A text with errors, each with its place, or options that the game refuses.
        """

    @property
    def spec(self) -> str:
        """The canonical spec; games written as text are named by the hash of their text."""
    @property
    def rules_version(self) -> str:
        """The version of the rules."""
    @property
    def squares(self) -> list[str]:
        """The names of the squares, in the order of a plane."""
    @property
    def centres(self) -> list[tuple[float, float]]:
        """Where the centre of each square is drawn: from the left and from the top, a square is 1 wide."""
    @property
    def action_count(self) -> int:
        """The number of actions."""
    @property
    def ways(self) -> int:
        """The number of moves with the same first and last square that actions tell apart."""
    @property
    def observation_shape(self) -> tuple[int, int]:
        """The shape of an observation: planes, squares."""
    @property
    def planes(self) -> list[str]:
        """What each plane shows, in order."""
    def name(self, language: _Language = "en") -> str:
        """Return the name for people."""
    def sides(self, language: _Language = "en") -> list[str]:
        """Return the names of side 1 and side 2."""
    def kinds(self, language: _Language = "en") -> list[str]:
        """Return the names of the kinds of pieces."""
    def rules(self, language: _Language = "en") -> str:
        """Return the rules for players, in Markdown."""
    def begin(self, position: str | None = None) -> State:
        """Begin a game at a position, or at the start.

        Raises:
            EntourageError: A text that is no position, or one that the rules refuse, with the place in it.
        """
    def opening(self, plies: int, seed: int = 0) -> State:
        """Begin a game with so many random moves, at most 1000, that do not end it; with none if they always do."""
    def verify(self, proof: str) -> None:
        """Hold the proof of a win to the rules, without any search.

        Raises:
            EntourageError: The first flaw found.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class State:
    """A game under way. It can be copied and pickled; two are equal if the same was played in the same game."""

    @property
    def game(self) -> Game:
        """The game that is played."""
    @property
    def position(self) -> str:
        """The canonical text of the position now."""
    @property
    def start(self) -> str:
        """The canonical text of the position in which it began."""
    @property
    def side(self) -> int:
        """The side to move, 1 or 2."""
    @property
    def status(self) -> str:
        """Where the game stands: `ongoing`, a warning such as `check`, or how it ended."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
    @property
    def moves(self) -> list[str]:
        """The moves played."""
    def legal_moves(self) -> list[str]:
        """List the legal moves, sorted bytewise; none if the game is over."""
    def pieces(self) -> list[tuple[str, int, int]]:
        """List the pieces: square, side (1 or 2; a piece of nobody is side 2's), index among `Game.kinds`."""
    def play(self, *moves: str) -> None:
        """Play moves one after the other; nothing changes unless all of them are legal.

        Raises:
            EntourageError: A text that is no move's.
            IllegalMoveError: A move that the rules refuse, with the reasons.
        """
    def undo(self) -> bool:
        """Take the last move back; False if there is none."""
    def copy(self) -> State:
        """Return a copy that goes its own way."""
    def explain(self, text: str, language: _Language = "en") -> Explanation:
        """Say what a move would do, or every reason why it is refused.

        Raises:
            EntourageError: A text that is no move's.
        """
    def relations(self) -> list[Relation]:
        """List the powers at work."""
    def read(self, entry: str) -> list[str]:
        """Find the moves that a person's typing means: canonical, short, or leg by leg as on Game Courier.

        Raises:
            EntourageError: An entry that is nothing of this, that no legal move fits, or that is unclear.
        """
    def short(self, text: str) -> str | None:
        """Write a legal move as the game's players do; None where they have no short notation, or the move is not legal."""
    def perft(self, depth: int) -> int:
        """Count the leaves of the tree of legal moves, `depth` plies deep."""
    def picture(
        self,
        *,
        theme: str = "light",
        pieces: str = "pictures",
        flipped: bool = False,
        language: _Language = "en",
    ) -> str:
        """Draw the position as one SVG that needs nothing else.

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
        """Search for the best moves, without Python's lock; Ctrl-C ends it.

        A `level` from 1 to 8 plays as on the page, with bounds of its own, and `seed` determines what it chooses. Else `depth` in plies,
        `nodes` in positions or `time` in seconds bound the search, whichever comes first. `hash` is the table in MiB.

        Raises:
            EntourageError: No bound, a number out of range, or a game that is over.
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
        """Look for the shortest forced win of a side, by default the one to move, and prove it; without Python's lock, Ctrl-C ends it.

        Raises:
            EntourageError: No bound, a number out of range, or a game that is over.
        """
    def record(
        self,
        *,
        players: tuple[str | None, str | None] | None = None,
        event: str | None = None,
        site: str | None = None,
        date: str | None = None,
    ) -> str:
        """Write the game down, in the shape of PGN."""
    def legal_actions(self) -> list[int]:
        """List the actions of the legal moves, sorted."""
    def action(self, text: str) -> int:
        """Return the action of a legal move by its canonical text."""
    def action_text(self, action: int) -> str:
        """Return the canonical text of a legal move by its action."""
    def observe(self, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """Write what is observed, of the shape `Game.observation_shape`, into `out` or a new array, and return it."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any, /) -> State: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class GameRecord:
    """A game as somebody wrote it down, played under its rules."""

    @property
    def tags(self) -> dict[str, str]:
        """What is said before the moves."""
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
    """Many games of one kind at once, a move each at a time; a game that ends begins anew at once.

    All arrays are made once, and every step writes into them.
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
        """Begin so many games, each broken off after `longest` plies; without `observe` or `masks` those arrays are None.

        Raises:
            EntourageError: No such game, or more games than memory.
        """

    @property
    def game(self) -> Game:
        """The game that is played."""
    @property
    def observations(self) -> npt.NDArray[np.uint8] | None:
        """What is observed, (games, planes, squares), from the view of the side to move."""
    @property
    def masks(self) -> npt.NDArray[np.bool_] | None:
        """Which actions are legal, (games, actions)."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What the last move brought to whoever made it: 1 if it won, -1 if it lost, else 0, (games,)."""
    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """Whether the last move ended the game by its rules, (games,)."""
    @property
    def cut(self) -> npt.NDArray[np.bool_]:
        """Whether the game was broken off because it had grown too long, (games,)."""
    @property
    def sides(self) -> npt.NDArray[np.uint8]:
        """Who is to move, 0 for side 1 and 1 for side 2, (games,)."""
    @property
    def actions(self) -> npt.NDArray[np.int64]:
        """What `sample` drew last, (games,)."""
    def __len__(self) -> int:
        """Count the games."""
    def reset(self, *, seed: int | None = None) -> tuple[npt.NDArray[np.uint8] | None, dict[str, Any]]:
        """Begin all games anew; a seed sets what is drawn from now on. Return observations and info, as Gymnasium does."""
    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        npt.NDArray[np.uint8] | None,
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Play an action in each game; return observations, rewards, ended, cut and info, as Gymnasium does.

        Raises:
            EntourageError: An action that is no legal move's, or not one for each game; then no game was moved on.
        """
    def sample(self) -> npt.NDArray[np.int64]:
        """Draw a legal action for each game, every legal move as likely as the others; the array is `actions`."""
    def play_out(self, plies: int) -> int:
        """Play so many random moves in each game, and return how many games ended."""
    def look_ahead(
        self,
    ) -> tuple[
        npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.uint8], npt.NDArray[np.float32]
    ]:
        """Look one move ahead in each game.

        Return the number of legal moves of each game, (games,); and for all of these moves, game by game, their actions, (moves,), what
        is observed after each from the view of whoever is to move then, (moves, planes, squares), and what each brings to whoever makes it
        if it ends the game, (moves,): 1, -1 or 0, and NaN where the game goes on.
        """
    def position(self, game: int) -> str:
        """Return the canonical text of the position of a game, counted from 0."""
    def legal_moves(self, game: int) -> list[tuple[int, str]]:
        """List the legal moves of a game, counted from 0: action and canonical text."""
