"""A PettingZoo AEC environment for any game.

>>> from entourage.pettingzoo import env
>>> environment = env("NAME")  # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from . import Game, State


class TurnEnv(AECEnv):  # type: ignore[misc]
    """A game between `side_1` and `side_2`.

    An observation is a dictionary: `observation` contains the planes listed in `Game.planes` from the perspective of the side to move, and
    `action_mask` is 1 for legal actions if the agent is to move. Games are truncated after `longest` plies.
    """

    metadata = {"name": "entourage_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(self, game: Game | str, *, longest: int = 1000, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else Game(game)
        self.longest = longest
        self.render_mode = render_mode
        self.possible_agents = ["side_1", "side_2"]
        count = self.game.action_count
        shape = self.game.observation_shape
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0, 255, shape, np.uint8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return an agent's observation space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return an agent's action space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game, optionally from `options["position"]`. The seed has no effect, because games are deterministic."""
        self.state_now: State = self.game.begin((options or {}).get("position"))
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()
        self._close()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return an agent's current observation."""
        mask = np.zeros(self.game.action_count, np.int8)
        if agent == self._to_move() and not self.terminations.get(agent) and not self.truncations.get(agent):
            mask[self.state_now.legal_actions()] = 1
        return {"observation": self.state_now.observe(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.state_now.play(self.state_now.action_text(int(action)))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._close()
        self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position as text, or as SVG if `render_mode` is `svg`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render mode")
            return None
        return self.state_now.picture() if self.render_mode == "svg" else self.state_now.position

    def close(self) -> None:
        """Do nothing; there are no resources to free."""

    def _to_move(self) -> str:
        return self.possible_agents[self.state_now.side - 1]

    def _close(self) -> None:
        """Update rewards, terminations and truncations."""
        outcome = self.state_now.outcome
        if outcome is not None:
            for side, agent in enumerate(self.possible_agents, 1):
                if outcome.winner is not None:
                    self.rewards[agent] = 1.0 if outcome.winner == side else -1.0
                self.terminations[agent] = True
        elif len(self.state_now.moves) >= self.longest:
            self.truncations = {agent: True for agent in self.possible_agents}


def env(game: Game | str, *, longest: int = 1000, render_mode: str | None = None) -> TurnEnv:
    """Create the environment of a game."""
    return TurnEnv(game, longest=longest, render_mode=render_mode)
