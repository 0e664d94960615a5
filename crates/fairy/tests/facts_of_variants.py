"""Writes the options of a Fairy-Stockfish configuration without comments and cosmetic options.

Usage: facts_of_variants.py VARIANTS.INI > data/variants.ini
"""
import sys

COSMETIC = {"variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"}

print("# The options of the 143 example variants in Fairy-Stockfish's repository, without cosmetic options.")
print("# Extracted by facts_of_variants.py from src/variants.ini of github.com/fairy-stockfish/Fairy-Stockfish, July 2026 (commit c19b5f6).")
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
