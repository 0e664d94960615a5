"""An adapter with the interface of OpenSpiel's `pyspiel.Game` and `pyspiel.State`.

>>> from entourage.openspiel import load_game
>>> game = load_game("NAME")  # doctest: +SKIP
>>> state = game.new_initial_state()  # doctest: +SKIP
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import Game, State

TERMINAL_PLAYER = -4
"""OpenSpiel's player number for the end of a game."""


class SpielGame:
    """A deterministic two-player game with perfect information. The players are 0 and 1."""

    def __init__(self, game: Game | str, *, longest: int = 1000) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self.longest = longest

    def new_initial_state(self, position: str | None = None) -> SpielState:
        """Start a game."""
        return SpielState(self, self.game.begin(position))

    def num_players(self) -> int:
        """Return the number of players."""
        return 2

    def num_distinct_actions(self) -> int:
        """Return the number of actions."""
        return self.game.action_count

    def max_game_length(self) -> int:
        """Return the number of plies after which a game is truncated as a draw."""
        return self.longest

    def min_utility(self) -> float:
        """Return the utility of a loss."""
        return -1.0

    def max_utility(self) -> float:
        """Return the utility of a win."""
        return 1.0

    def utility_sum(self) -> float:
        """Return the sum of both utilities."""
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        """Return the shape of an observation: [planes, squares]."""
        return list(self.game.observation_shape)

    def observation_tensor_size(self) -> int:
        """Return the size of an observation."""
        planes, squares = self.game.observation_shape
        return planes * squares

    def __str__(self) -> str:
        return self.game.spec

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielGame) and (self.game, self.longest) == (other.game, other.longest)

    def __hash__(self) -> int:
        return hash((self.game, self.longest))


class SpielState:
    """A game in progress."""

    def __init__(self, game: SpielGame, state: State) -> None:
        self._game = game
        self._state = state
        self._actions: list[int] = []

    @property
    def state(self) -> State:
        """The state as an `entourage.State`."""
        return self._state

    def get_game(self) -> SpielGame:
        """Return the game."""
        return self._game

    def current_player(self) -> int:
        """Return the player to move, or `TERMINAL_PLAYER`."""
        return TERMINAL_PLAYER if self.is_terminal() else self._state.side - 1

    def is_chance_node(self) -> bool:
        """Return False: there are no chance nodes."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Return False: players never move simultaneously."""
        return False

    def is_terminal(self) -> bool:
        """Return whether the game is over or has reached its maximum length."""
        return self._state.outcome is not None or len(self._state.moves) >= self._game.longest

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the sorted legal actions of a player, by default the player to move."""
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        return self._state.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return 1 for legal and 0 for illegal actions."""
        mask = np.zeros(self._game.game.action_count, np.int8)
        mask[self.legal_actions(player)] = 1
        return [int(bit) for bit in mask]

    def apply_action(self, action: int) -> None:
        """Play an action."""
        self._state.play(self._state.action_text(action))
        self._actions.append(action)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """Return the move of an action; the argument `player` can be omitted."""
        return self._state.action_text(player if action is None else action)

    def string_to_action(self, player: int | str, text: str | None = None) -> int:
        """Return the action of a move; the argument `player` can be omitted."""
        return self._state.action(str(player) if text is None else text)

    def returns(self) -> list[float]:
        """Return the utilities of both players."""
        outcome = self._state.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 1 else [-1.0, 1.0]

    def rewards(self) -> list[float]:
        """Return the rewards of both players for the last move."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """Return the utility of a player."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """Return the reward of a player for the last move."""
        return self.rewards()[player]

    def history(self) -> list[int]:
        """Return the actions played."""
        return list(self._actions)

    def history_str(self) -> str:
        """Return the actions played as text, separated by commas."""
        return ", ".join(map(str, self._actions))

    def move_number(self) -> int:
        """Return the number of plies played."""
        return len(self._state.moves)

    def observation_string(self, player: int | None = None) -> str:
        """Return the position, which all players see."""
        return self._state.position

    def information_state_string(self, player: int | None = None) -> str:
        """Return the actions played, which all players know."""
        return self.history_str()

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """Return the observation from the perspective of the side to move as a flat array."""
        return self._state.observe().astype(np.float32).ravel()

    def clone(self) -> SpielState:
        """Return an independent copy."""
        copy = SpielState(self._game, self._state.copy())
        copy._actions = list(self._actions)
        return copy

    def child(self, action: int) -> SpielState:
        """Return the state after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def undo_action(self, player: int, action: int) -> None:
        """Undo the last action."""
        if not self._actions or self._actions[-1] != action:
            raise ValueError(f"the last action was not {action}")
        self._state.undo()
        self._actions.pop()

    def __str__(self) -> str:
        return self._state.position


def load_game(spec: str, *, longest: int = 1000) -> SpielGame:
    """Open a game by its spec."""
    return SpielGame(spec, longest=longest)
