"""Plays seeded random games of variants with pyffish, and prints the legal moves and status of every position.

Usage: games_of_pyffish.py CONFIGURATION POSITIONS PLIES SEED VARIANT…
PLIES is the maximum length of a game.
Each line is `variant NAME`, `game`, `at STATUS MOVE…` or `play MOVE`; the status of a finished game includes `white`, `black` or `draw`.
"""
import random
import sys

import pyffish


def winner(result, is_white):
    if result == 0:
        return "draw"
    return "white" if (result > 0) == is_white else "black"


def status(variant, start, moves, legal, fen):
    """Returns the status of the game, `-` if it continues."""
    white = fen.split()[1] == "w"
    over, result = pyffish.is_immediate_game_end(variant, start, moves)
    if over:
        return "ended:" + winner(result, white)
    over, result = pyffish.is_optional_game_end(variant, start, moves)
    if not legal:
        return "stuck:" + winner(pyffish.game_result(variant, start, moves), white)
    if over:
        return "drawn:" + winner(result, white)
    return "-"


def choose(variant, fen, moves, legal, chance, dallies):
    """Chooses a random move, often a capture, promotion or drop so that games progress; with `dallies`, mostly moves back and forth."""
    if dallies and len(moves) > 3 and chance.random() < 0.9:
        last = moves[-2]
        half = len(last) // 2
        back = last[half:] + last[:half]
        if back in legal:
            return back
    if chance.random() < 0.35:
        lively = [move for move in legal if "@" in move or move[-1] in "+-" or move[-1].isalpha()]
        some = chance.sample(legal, min(6, len(legal)))
        lively += [move for move in some if pyffish.is_capture(variant, fen, [], move)]
        if lively:
            return chance.choice(lively)
    return chance.choice(legal)


def main():
    configuration, positions, plies, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    with open(configuration, encoding="utf-8") as file:
        pyffish.load_variant_config(file.read())
    for variant in sys.argv[5:]:
        print("variant", variant)
        chance = random.Random(seed + variant)
        start = pyffish.start_fen(variant)
        told = games = 0
        while told < positions:
            print("game")
            games += 1
            moves = []
            while told < positions:
                legal = pyffish.legal_moves(variant, start, moves)
                fen = pyffish.get_fen(variant, start, moves)
                state = status(variant, start, moves, legal, fen)
                print("at", state, *legal)
                told += 1
                if state != "-" or len(moves) >= plies:
                    break
                moves.append(choose(variant, fen, moves, legal, chance, games % 4 == 2))
                print("play", moves[-1])


main()
