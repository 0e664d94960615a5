"""Pairs every round of the tournaments on standard input, and prints the pairings.

A form feed ends each report. The output has a line for each round (its pairs in order, the lower number of each pair first, or `error`), and an empty line after each tournament.
"""

import logging
import sys

from caissify_pairings.fpc import check_trf


def pairs(pairings):
    """Writes the pairs; the opponent of a player with a bye is 0."""
    both = sorted(sorted((pairing["white"], pairing["black"] or 0)) for pairing in pairings)
    return " ".join(f"{one}-{two}" for one, two in both)


logging.disable(logging.CRITICAL)
for report in sys.stdin.read().split("\f")[:-1]:
    for result in check_trf(report)["rounds"]:
        print("error" if "engine_error" in result else pairs(result["engine_pairings"]))
    print()
