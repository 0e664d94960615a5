"""Any game in the shape of OpenSpiel's: what is written for `pyspiel.Game` and `pyspiel.State` can mostly be run on it.

>>> from entourage.openspiel import load_game
>>> game = load_game("NAME")  # doctest: +SKIP
>>> state = game.new_initial_state()  # doctest: +SKIP
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import Game, State

TERMINAL_PLAYER = -4
"""The player to move once a game is over, as OpenSpiel numbers it."""


class SpielGame:
    """A game of two players, 0 and 1, without chance and without secrets."""

    def __init__(self, game: Game | str, *, longest: int = 1000) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self.longest = longest

    def new_initial_state(self, position: str | None = None) -> SpielState:
        """Begin a game."""
        return SpielState(self, self.game.begin(position))

    def num_players(self) -> int:
        """Count the players."""
        return 2

    def num_distinct_actions(self) -> int:
        """Count the actions."""
        return self.game.action_count

    def max_game_length(self) -> int:
        """Return after how many plies a game is drawn."""
        return self.longest

    def min_utility(self) -> float:
        """Return what a loss brings."""
        return -1.0

    def max_utility(self) -> float:
        """Return what a win brings."""
        return 1.0

    def utility_sum(self) -> float:
        """Return what both get together."""
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        """Return the shape of an observation: planes, squares."""
        return list(self.game.observation_shape)

    def observation_tensor_size(self) -> int:
        """Return the number of numbers of an observation."""
        planes, squares = self.game.observation_shape
        return planes * squares

    def __str__(self) -> str:
        return self.game.spec

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielGame) and (self.game, self.longest) == (other.game, other.longest)

    def __hash__(self) -> int:
        return hash((self.game, self.longest))


class SpielState:
    """A game under way."""

    def __init__(self, game: SpielGame, state: State) -> None:
        self._game = game
        self._state = state
        self._actions: list[int] = []

    @property
    def state(self) -> State:
        """The same in the words of this package."""
        return self._state

    def get_game(self) -> SpielGame:
        """Return the game that is played."""
        return self._game

    def current_player(self) -> int:
        """Return the player to move, or `TERMINAL_PLAYER`."""
        return TERMINAL_PLAYER if self.is_terminal() else self._state.side - 1

    def is_chance_node(self) -> bool:
        """Tell whether chance moves: it never does."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Tell whether both move: they never do."""
        return False

    def is_terminal(self) -> bool:
        """Tell whether the game is over, or as long as a game may be."""
        return self._state.outcome is not None or len(self._state.moves) >= self._game.longest

    def legal_actions(self, player: int | None = None) -> list[int]:
        """List the actions of a player, by default of whoever is to move, sorted."""
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        return self._state.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return 1 for each legal action and 0 for each other one."""
        mask = np.zeros(self._game.game.action_count, np.int8)
        mask[self.legal_actions(player)] = 1
        return [int(bit) for bit in mask]

    def apply_action(self, action: int) -> None:
        """Play an action."""
        self._state.play(self._state.action_text(action))
        self._actions.append(action)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """Write an action as the game's move; the player may be left out."""
        return self._state.action_text(player if action is None else action)

    def string_to_action(self, player: int | str, text: str | None = None) -> int:
        """Read the game's move as an action; the player may be left out."""
        return self._state.action(str(player) if text is None else text)

    def returns(self) -> list[float]:
        """Return what the game has brought to each player."""
        outcome = self._state.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 1 else [-1.0, 1.0]

    def rewards(self) -> list[float]:
        """Return what the last move has brought to each player."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """Return what the game has brought to a player."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """Return what the last move has brought to a player."""
        return self.rewards()[player]

    def history(self) -> list[int]:
        """List the actions played."""
        return list(self._actions)

    def history_str(self) -> str:
        """Write the actions played."""
        return ", ".join(map(str, self._actions))

    def move_number(self) -> int:
        """Count the plies played."""
        return len(self._state.moves)

    def observation_string(self, player: int | None = None) -> str:
        """Write what a player sees: everything."""
        return self._state.position

    def information_state_string(self, player: int | None = None) -> str:
        """Write what a player knows: everything that was played."""
        return self.history_str()

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """Return what is observed, flat, from the view of whoever is to move."""
        return self._state.observe().astype(np.float32).ravel()

    def clone(self) -> SpielState:
        """Return a copy that goes its own way."""
        copy = SpielState(self._game, self._state.copy())
        copy._actions = list(self._actions)
        return copy

    def child(self, action: int) -> SpielState:
        """Return the state after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def undo_action(self, player: int, action: int) -> None:
        """Take the last action back."""
        if not self._actions or self._actions[-1] != action:
            raise ValueError(f"the last action was not {action}")
        self._state.undo()
        self._actions.pop()

    def __str__(self) -> str:
        return self._state.position


def load_game(spec: str, *, longest: int = 1000) -> SpielGame:
    """Open a game by its spec."""
    return SpielGame(spec, longest=longest)
