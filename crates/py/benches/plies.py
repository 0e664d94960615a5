"""Measures random plies per second and core, with this and other installed libraries.

    pip install chess open_spiel "pettingzoo[classic]"
    OMP_NUM_THREADS=1 python plies.py

The benchmarks play random chess games for the same time in rotation; the best of three rounds counts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

import entourage

SECONDS = 2.0
ROUNDS = 3


def by_hand() -> Iterator[int]:
    """Batch of games, with actions sampled and passed from Python."""
    env = entourage.VectorEnv("chess", 1024, seed=1, observe=False, masks=False)
    while True:
        env.step(env.sample())
        yield 1024


def inside() -> Iterator[int]:
    """Batch of games, played entirely in Rust."""
    env = entourage.VectorEnv("chess", 64, seed=1, observe=False, masks=False)
    while True:
        env.play_out(100)
        yield 6400


def observed() -> Iterator[int]:
    """Batch of games with observations and masks."""
    env = entourage.VectorEnv("chess", 256, seed=1)
    while True:
        env.step(env.sample())
        yield 256


def one_state() -> Iterator[int]:
    """Single game, with moves as text."""
    chance = random.Random(1)
    game = entourage.Game("chess")
    while True:
        state = game.begin()
        while (moves := state.legal_moves()) and len(state.moves) < 500:
            state.play(chance.choice(moves))
            yield 1


def python_chess() -> Iterator[int]:
    """python-chess."""
    import chess

    chance = random.Random(1)
    while True:
        board = chess.Board()
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            yield 1


def open_spiel() -> Iterator[int]:
    """OpenSpiel."""
    import pyspiel

    chance = random.Random(1)
    game = pyspiel.load_game("chess")
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            yield 1


def petting_zoo() -> Iterator[int]:
    """PettingZoo's chess."""
    import numpy as np
    from pettingzoo.classic import chess_v6

    chance = random.Random(1)
    env = chess_v6.env()
    while True:
        env.reset()
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else chance.choice(np.flatnonzero(seen["action_mask"])))
            yield 1


def rate(plies: Iterator[int]) -> float:
    """Return the number of plies per second of CPU time."""
    began = time.process_time()
    count = 0
    while (passed := time.process_time() - began) < SECONDS:
        count += next(plies)
    return count / passed


def main() -> None:
    """Print a line per library."""
    parts: list[Callable[[], Iterator[int]]] = [
        by_hand, inside, observed, one_state, python_chess, open_spiel, petting_zoo
    ]  # fmt: skip
    running = []
    for part in parts:
        plies = part()
        try:
            next(plies)
        except ImportError as error:
            print(f"{part.__name__:13} not installed: {error}")
            continue
        running.append((part, plies))
    best = {part: 0.0 for part, _ in running}
    for _ in range(ROUNDS):
        for part, plies in running:
            best[part] = max(best[part], rate(plies))
    for part, plies in best.items():
        print(f"{part.__name__:13} {plies / 1e6:8.4f} M plies per second and core   {part.__doc__}")


if __name__ == "__main__":
    main()
