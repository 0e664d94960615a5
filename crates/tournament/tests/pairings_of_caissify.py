"""Pairs every round of the tournaments on the standard input, and tells for each round who plays whom.

A form feed ends each report. A line is told for each round: its pairs, the lower number first, in order, or `error`. An empty line ends a tournament.
"""

import logging
import sys

from caissify_pairings.fpc import check_trf


def pairs(pairings):
    """Writes who plays whom; whoever has a bye plays nobody, 0."""
    both = sorted(sorted((pairing["white"], pairing["black"] or 0)) for pairing in pairings)
    return " ".join(f"{one}-{two}" for one, two in both)


logging.disable(logging.CRITICAL)
for report in sys.stdin.read().split("\f")[:-1]:
    for told in check_trf(report)["rounds"]:
        print("error" if "engine_error" in told else pairs(told["engine_pairings"]))
    print()
