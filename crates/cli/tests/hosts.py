"""Plays, analyses and solves with an engine through python-chess.

Prints nothing on success. Without an engine command, only checks that python-chess is installed.
"""

import sys

import chess
import chess.engine


def main(command):
    limit = chess.engine.Limit
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        # The engine plays itself with clocks and pondering.
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and board.fullmove_number < 12:
            result = engine.play(board, limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01), ponder=True)
            assert result.move in board.legal_moves, (board.fen(), result)
            board.push(result.move)
        # Unclaimed draws, castling, promotion, en passant.
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 120 90",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "8/P6k/8/8/8/8/8/K7 w - - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "8/8/8/8/8/8/8/K1k5 w - - 0 1",
        ]:
            board = chess.Board(fen)
            result = engine.play(board, limit(nodes=500))
            assert result.move in board.legal_moves, (fen, result)
        board = chess.Board()
        for move in "g1f3 g8f6 f3g1 f6g8".split() * 5:
            board.push_uci(move)
        assert engine.play(board, limit(depth=3)).move in board.legal_moves
        # Positions without legal moves.
        for fen in ["k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"]:
            assert engine.play(chess.Board(fen), limit(depth=2)).move is None
        # MultiPV, searchmoves, and mate searches.
        board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
        lines = engine.analyse(board, limit(depth=3), multipv=3)
        assert [line["multipv"] for line in lines] == [1, 2, 3]
        assert lines[0]["pv"][0] == chess.Move.from_uci("f3f7") and lines[0]["score"].white().mate() == 1
        moves = [chess.Move.from_uci(move) for move in ["a2a3", "h2h3"]]
        line = engine.analyse(board, limit(depth=3), root_moves=moves)
        assert line["pv"][0] in moves
        line = engine.analyse(chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), limit(mate=2))
        assert line["score"].white().mate() == 2 and len(line["pv"]) == 3, line
        line = engine.analyse(chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), limit(mate=1))
        assert line["pv"], line
        # Win, draw and loss rates for the side to move.
        assert "wdl" not in engine.analyse(chess.Board(), limit(depth=3)), "UCI_ShowWDL is off"
        engine.configure({"UCI_ShowWDL": True})
        for fen in [chess.STARTING_FEN, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"]:
            board = chess.Board(fen)
            wdl = engine.analyse(board, limit(depth=3))["wdl"].pov(board.turn)
            assert wdl.total() == 1000, wdl
            assert (wdl.losses > 900) == (board.turn == chess.BLACK), (fen, wdl)
        for line in engine.analyse(chess.Board(), limit(depth=2), multipv=2):
            assert line["wdl"].relative.total() == 1000, line
        line = engine.analyse(chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), limit(mate=2))
        assert line["wdl"].white() == chess.engine.Wdl(1000, 0, 0), line
        engine.configure({"UCI_ShowWDL": False})
        assert "wdl" not in engine.analyse(chess.Board(), limit(depth=3))
        # Infinite analysis, and options.
        with engine.analysis(chess.Board()) as analysis:
            for line in analysis:
                if line.get("depth", 0) >= 4:
                    break
        engine.configure({"Hash": 8, "Clear Hash": None, "Threads": 2})
        assert engine.play(chess.Board(), limit(depth=4)).move is not None


if sys.argv[1:]:
    main(sys.argv[1:])
