# %% [markdown]
# # A small network learns Struggle
#
# The network plays against itself and learns to predict results. After a few minutes on one CPU core it beats level 2 of the computer
# player, which searches two plies ahead and plays every third move at random. The only dependency is NumPy:
#
#     python learn.py              # learns for four minutes, then plays 200 games
#     python learn.py --minutes 1 --games 40
#
# Each part below can be run as a notebook cell.

# %%
from __future__ import annotations

import argparse
import math
import time

import numpy as np
import numpy.typing as npt

import entourage

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


# %% [markdown]
# ## The network
# The network has one hidden layer. Its output, from -1 to 1, is the value of a position for the side to move.


# %%
class Net:
    """Evaluates positions; trained with Adam."""

    def __init__(self, inputs: int, hidden: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.weights = [
            (chance.standard_normal((inputs, hidden)) * math.sqrt(2 / 40)).astype(np.float32),
            np.zeros(hidden, np.float32),
            (chance.standard_normal(hidden) / math.sqrt(hidden)).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self.mean = [np.zeros_like(weight) for weight in self.weights]
        self.spread = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def value(self, seen: Floats) -> Floats:
        """Evaluate positions, given as an array of shape (positions, inputs)."""
        first, bias, second, last = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        value: Floats = np.tanh(hidden @ second + last)
        return value

    def learn(self, seen: Floats, wanted: Floats, rate: float) -> None:
        """Take one optimisation step towards the targets."""
        first, bias, second, last = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        value = np.tanh(hidden @ second + last)
        error = 2 * (value - wanted) * (1 - value * value) / len(seen)
        back = (error[:, None] * second) * (hidden > 0)
        slopes = [seen.T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True)]
        self.steps += 1
        for weight, slope, mean, spread in zip(self.weights, slopes, self.mean, self.spread):
            mean += 0.1 * (slope - mean)
            spread += 0.001 * (slope * slope - spread)
            size = math.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            weight -= rate * size * mean / (np.sqrt(spread) + 1e-8)


# %% [markdown]
# ## Inputs
# The inputs are the planes of pieces and of the side to move, with one number per square.


# %%
def inputs(planes: list[str]) -> npt.NDArray[np.intp]:
    """Return the indices of the input planes."""
    return np.array([at for at, name in enumerate(planes) if name not in ("recurrence", "quiet plies")])


def seen(observations: Bytes, which: npt.NDArray[np.intp]) -> Floats:
    """Convert observations to inputs."""
    return observations[:, which].reshape(len(observations), -1).astype(np.float32)


# %% [markdown]
# ## Self-play
# Every legal move is evaluated by the resulting position. Usually the best move is played.


# %%
def choose(
    values: Floats, counts: npt.NDArray[np.int64], warmth: float, chance: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Choose in each game the best move or, at random, a similarly good one. Return indices into the list of all moves."""
    noisy = values + warmth * chance.gumbel(size=len(values)).astype(np.float32)
    firsts = np.concatenate([[0], np.cumsum(counts)])
    return np.array([first + int(np.argmax(noisy[first:end])) for first, end in zip(firsts, firsts[1:])])


def learn(spec: str, minutes: float, seed: int = 1, games: int = 192, hidden: int = 96) -> Net:
    """Train a network by self-play for some minutes."""
    env = entourage.VectorEnv(spec, games, seed=seed, longest=160, masks=False)
    which = inputs(env.game.planes)
    net = Net(len(which) * len(env.game.squares), hidden, seed)
    chance = np.random.default_rng(seed)
    # Observations and values of every game in progress.
    stories: list[list[tuple[Bytes, float]]] = [[] for _ in range(games)]
    samples: list[Bytes] = []
    wanted: list[float] = []
    began = told = time.monotonic()
    finished = 0
    env.play_out(2)
    while (passed := time.monotonic() - began) < 60 * minutes:
        counts, actions, after, rewards = env.look_ahead()
        # The value for the player who moves is the negative of the value for the next player.
        values = np.where(np.isnan(rewards), -net.value(seen(after, which)), rewards)
        warmth = 0.12 * (1 - passed / (60 * minutes)) + 0.02
        chosen = choose(values, counts, warmth, chance)
        assert env.observations is not None
        for game in range(games):
            stories[game].append((env.observations[game].copy(), float(values[chosen[game]])))
        env.step(actions[chosen])
        for game in map(int, np.flatnonzero(env.ended | env.cut)):
            # Targets, from the end backwards: the result, mixed with the network's values.
            worth = float(env.rewards[game])
            for observation, value in reversed(stories[game]):
                samples.append(observation)
                wanted.append(worth)
                worth = -(0.85 * worth + 0.15 * value)
            stories[game] = []
            finished += 1
        if len(samples) >= 4096:
            order = chance.permutation(len(samples))
            everything = seen(np.stack(samples), which)
            targets = np.array(wanted, np.float32)
            rate = 2e-3 * (1 - passed / (60 * minutes)) + 1e-4
            for part in np.array_split(order, len(order) // 256):
                net.learn(everything[part], targets[part], rate)
            samples, wanted = [], []
        if time.monotonic() - told > 15:
            told = time.monotonic()
            print(f"{passed:5.0f} s: {finished} games", flush=True)
    return net


# %% [markdown]
# ## Against the computer player
# The games start from random openings of four plies, each of which is played twice with sides exchanged.


# %%
def ended(state: entourage.State, side: int) -> float | None:
    """Return the result of a game for a side; None if it is not over."""
    if state.outcome is None:
        return None
    return 0.0 if state.outcome.winner is None else 1.0 if state.outcome.winner == side else -1.0


def best(net: Net, state: entourage.State, which: npt.NDArray[np.intp]) -> str:
    """Choose a move by a search of two plies, the same depth as the computer player."""
    side = state.side
    moves = state.legal_moves()
    worst = np.full(len(moves), np.inf, np.float32)
    leaves: list[Bytes] = []
    belongs: list[tuple[int, int]] = []
    for number, move in enumerate(moves):
        child = state.copy()
        child.play(move)
        worth = ended(child, side)
        if worth is not None:
            worst[number] = worth
            continue
        for reply in child.legal_moves():
            leaf = child.copy()
            leaf.play(reply)
            worth = ended(leaf, side)
            if worth is None:
                leaves.append(leaf.observe())
                belongs.append((number, 1 if leaf.side == side else -1))
            else:
                worst[number] = min(worst[number], worth)
    if leaves:
        values = net.value(seen(np.stack(leaves), which))
        for value, (number, sign) in zip(values, belongs):
            worst[number] = min(worst[number], sign * value)
    return moves[int(np.argmax(worst))]


def contest(net: Net, spec: str, level: int, games: int) -> tuple[int, int, int]:
    """Play the network against the computer player; return wins, draws and losses."""
    game = entourage.Game(spec)
    which = inputs(game.planes)
    tally = [0, 0, 0]
    for number in range(games):
        state = game.opening(4, seed=1000 + number // 2)
        mine = 1 + number % 2
        while state.outcome is None and len(state.moves) < 300:
            if state.side == mine:
                state.play(best(net, state, which))
            else:
                reply = state.think(level=level, seed=number).best
                assert reply is not None
                state.play(reply)
        winner = state.outcome.winner if state.outcome else None
        tally[1 if winner is None else 0 if winner == mine else 2] += 1
    return tally[0], tally[1], tally[2]


# %%
def main() -> None:
    """Train, play, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--spec", default="struggle:repetition=3,quiet-limit=40")
    wish = parser.parse_args()
    net = learn(wish.spec, wish.minutes)
    won, drawn, lost = contest(net, wish.spec, wish.level, wish.games)
    score = (won + drawn / 2) / wish.games
    margin = 1.96 * math.sqrt(max(score * (1 - score), 0.01) / wish.games)
    print(f"against level {wish.level}: {won} won, {drawn} drawn, {lost} lost: {score:.0%} ± {margin:.0%}")


if __name__ == "__main__":
    main()
