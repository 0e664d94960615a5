"""Board games whose pieces draw powers from their neighbours.

>>> import entourage
>>> game = entourage.Game(entourage.games()[0])
>>> state = game.begin()
>>> state.play(state.legal_moves()[0])
>>> len(state.moves)
1
"""

from ._entourage import (
    EntourageError,
    Explanation,
    Game,
    GameRecord,
    IllegalMoveError,
    Line,
    Outcome,
    Reason,
    Relation,
    Solved,
    State,
    Thought,
    VectorEnv,
    __version__,
    games,
    read_records,
    text_games,
)

__all__ = [
    "EntourageError",
    "Explanation",
    "Game",
    "GameRecord",
    "IllegalMoveError",
    "Line",
    "Outcome",
    "Reason",
    "Relation",
    "Solved",
    "State",
    "Thought",
    "VectorEnv",
    "__version__",
    "games",
    "read_records",
    "text_games",
]
