"""Measures how many of the mistakes that `entourage review` names a stronger judge confirms.

Usage: reviews.py ENTOURAGE STOCKFISH GAMES: compares published games with Stockfish, which also judges all other moves.
Usage: reviews.py ENTOURAGE SPEC: plays games of a weak level, and judges them with fifty times the effort of the review.
"""

import math
import subprocess
import sys

# The loss of chances of a confirmed mistake and of a blunder.
MISTAKE, BLUNDER = 0.05, 0.2


def log(line):
    print(line, file=sys.stderr, flush=True)


class Engine:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, line):
        print(line, file=self.process.stdin, flush=True)

    def think(self, moves, nodes):
        """Returns the best move, `(none)` if the game is over, and the chances of the side to move."""
        self.say(f"position startpos moves {' '.join(moves)}".removesuffix(" moves "))
        self.say(f"go nodes {nodes}")
        score = None
        for line in self.process.stdout:
            words = line.split()
            if "score" in words:
                score = words[words.index("score") + 1 :][:2]
            if line.startswith("bestmove"):
                return words[1], chances(score)


def chances(score):
    if score is None:
        return None
    kind, number = score[0], int(score[1])
    if kind == "mate":
        return 1.0 if number > 0 else 0.0
    return 1 / (1 + math.exp(-number / 270))


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def mistakes(entourage, spec, moves):
    """Returns the indices of the moves that a review names as mistakes."""
    fields = [line.split("\t") for line in output(entourage, "review", spec, *moves).splitlines()]
    return [int(field[0]) - 1 for field in fields if len(field) == 3 and field[1] == "turn"]


def side(entourage, spec, moves):
    """Returns the side to move. In some games, a turn consists of several moves."""
    if spec == "chess":
        return len(moves) % 2
    position = [output(entourage, "play", spec, *moves).strip()] if moves else []
    lines = output(entourage, "show", spec, *position).splitlines()
    return next(line.split(" to move (")[0] for line in lines if " to move (" in line)


def loss(entourage, spec, judge, moves, index, nodes):
    """Returns by how much a move lowers its player's chances; 0 if it is the judge's choice."""
    best, before = judge.think(moves[:index], nodes)
    if best == moves[index]:
        return 0
    mover, later = side(entourage, spec, moves[:index]), moves[: index + 1]
    after = judge.think(later, nodes)[1]
    if after is None:
        is_first = mover == side(entourage, spec, [])
        result = output(entourage, "status", spec, *later).split()[0]
        return before - {"draw": 0.5, "win-1": float(is_first), "win-2": float(not is_first)}[result]
    return before - (after if side(entourage, spec, later) == mover else 1 - after)


def main(entourage, second, games=None):
    named = confirmed = blunders = found = 0
    if games:
        spec, judge, nodes = "chess", Engine(second), 400_000
        with open(games) as lines:
            games = [line.split() for line in lines if not line.startswith("#")]
    else:
        spec, judge, nodes = second, Engine(entourage, "engine", second), 7_500_000
        player = Engine(entourage, "engine", spec)
        player.say("setoption name Level value 4")
        games = []
        for seed in range(8):
            player.say(f"setoption name Seed value {seed}")
            moves = []
            while len(moves) < 60 and (move := player.think(moves, 10_000)[0]) != "(none)":
                moves.append(move)
            games.append(moves)
    for moves in games:
        turns = mistakes(entourage, spec, moves)
        for index in turns:
            lost = loss(entourage, spec, judge, moves, index, nodes)
            named += 1
            confirmed += lost >= MISTAKE
            log(f"{spec}: {moves[index]} at ply {index + 1} loses {lost:.2f}")
        for index in range(len(moves) if spec == "chess" else 0):
            if all(loss(entourage, spec, judge, moves, index, effort) >= BLUNDER for effort in [nodes // 20, nodes]):
                blunders += 1
                found += index in turns
    log(f"{spec}: {confirmed} of {named} mistakes confirmed, {found} of {blunders} blunders found")
    return 100 * confirmed < 95 * named or 100 * found < 60 * blunders


sys.exit(main(*sys.argv[1:]))
