"""Writes the options of a configuration of Fairy-Stockfish without comments and without what only shows.

Usage: facts_of_variants.py VARIANTS.INI > data/variants.ini
"""
import sys

COSMETIC = {"variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"}

print("# The options of the 143 variants that come with Fairy-Stockfish as an example, as facts: what only shows is left out.")
print("# Taken from src/variants.ini of github.com/fairy-stockfish/Fairy-Stockfish as of July 2026 (commit c19b5f6) by facts_of_variants.py.")
is_inside = False
for line in open(sys.argv[1], encoding="utf-8"):
    line = line.rstrip()
    if line.startswith("["):
        is_inside = True
        print(line)
    elif is_inside and line and line[0] not in "#;" and "=" in line:
        key, value = (part.strip() for part in line.split("=", 1))
        if key not in COSMETIC and value:
            print(f"{key} = {value}")
