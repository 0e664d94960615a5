"""Compares `entourage record` with python-chess on random games and, optionally, on published games.

Arguments: path of the `entourage` binary, and optionally a PGN file. Prints nothing on success.
"""

import io
import json
import logging
import pathlib
import random
import subprocess
import sys
import tempfile

import chess
import chess.pgn

# The script reads errors from `game.errors` instead.
logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

GAMES = 1000
ROSTER = list(chess.pgn.TAG_ROSTER)
WORDS = "a strong move; perhaps too hasty (see above) Black's [king] 100 % safe? é ♞ 1. e4 1-0".split(" ")
STARTS = [
    None,
    None,
    None,
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 6 8",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40",
    "6k1/8/8/1N1N4/8/1N1N4/8/K2Q1Q1Q w - - 90 70",
]


def made(chance):
    """Returns a random game with comments, variations, NAGs and clocks."""
    game = chess.pgn.Game({"White": 'A "quoted" \\ name'.replace('"', "'").replace("\\", "/"), "Round": str(chance.randrange(9))})
    start = chance.choice(STARTS)
    if start:
        game.setup(start)
    elif chance.random() < 0.25:
        game.setup(chess.Board.from_chess960_pos(chance.randrange(960)))
    if chance.random() < 0.1:
        game.comment = " ".join(chance.choices(WORDS, k=30))
    said = chance.random() < 0.5
    node, board = game, game.board()
    for _ in range(chance.randrange(chance.choice([30, 80, 80, 300]))):
        # Continues after claimable draws.
        moves = list(board.legal_moves)
        if not moves:
            break
        move = chance.choice(moves)
        if said and len(moves) > 1 and chance.random() < 0.05:
            node.add_main_variation(move)
            aside = node.add_variation(chance.choice([other for other in moves if other != move]))
            if chance.random() < 0.3:
                aside.starting_comment = "instead"
            vary(aside, chance, 2)
            node = node.next()
        else:
            node = node.add_variation(move)
        board.push(move)
        if said:
            annotate(node, chance)
    outcome = board.outcome()
    settled = outcome and outcome.termination in (chess.Termination.CHECKMATE, chess.Termination.STALEMATE)
    game.headers["Result"] = outcome.result() if settled else chance.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def vary(node, chance, depth):
    """Adds random moves to a variation, with nested variations."""
    for _ in range(chance.randrange(6)):
        moves = list(node.board().legal_moves)
        if not moves:
            return
        move = chance.choice(moves)
        inner = [other for other in moves if other != move]
        parent, node = node, node.add_variation(move)
        if depth and inner and chance.random() < 0.3:
            vary(parent.add_variation(chance.choice(inner)), chance, depth - 1)
        annotate(node, chance)


def annotate(node, chance):
    if chance.random() < 0.1:
        node.nags.update(chance.sample(range(1, 140), chance.randrange(1, 4)))
    if chance.random() < 0.1:
        node.comment = " ".join(chance.choices(WORDS, k=chance.randrange(1, 25)))
    if chance.random() < 0.2:
        node.set_clock(chance.randrange(7200) + chance.choice([0, 0.5]))


def movetext(game):
    return game.accept(chess.pgn.StringExporter(columns=None, headers=False))


def folded(game):
    """Removes line breaks from comments; PGN readers keep them."""
    todo = [game]
    while todo:
        node = todo.pop()
        node.comment = " ".join(node.comment.split())
        if node.parent is not None:
            node.starting_comment = " ".join(node.starting_comment.split())
        todo.extend(node.variations)
    return game


def read_all(text):
    handle, games = io.StringIO(text), []
    while (game := chess.pgn.read_game(handle)) is not None:
        games.append(game)
    return games


def normal_headers(game):
    """Returns the tags in the order of the PGN export format."""
    known = dict(game.headers)
    first = [(name, known.get(name) or ("????.??.??" if name == "Date" else "?")) for name in ROSTER]
    return first + sorted((name, value) for name, value in known.items() if name not in ROSTER)


def ask(command, *arguments):
    return subprocess.run([command, "record", *arguments], capture_output=True, encoding="utf-8")


def hold(command, folder, games):
    """Checks that python-chess and `entourage record` write valid games alike."""
    mine, once = folder / "mine.pgn", folder / "once.pgn"
    chance = random.Random(2)
    with mine.open("w", encoding="utf-8", newline="") as out:
        for game in games:
            text = game.accept(chess.pgn.StringExporter(columns=chance.choice([None, 80, 30])))
            # Some games have Windows line endings.
            out.write(text.replace("\n", "\r\n" if chance.random() < 0.1 else "\n") + "\n\n")
    checked = ask(command, "check", str(mine))
    assert checked.stdout == f"{len(games)} games, 0 invalid\n" and checked.returncode == 0, checked.stdout[:2000]
    converted = ask(command, "convert", str(mine))
    assert converted.returncode == 0 and not converted.stderr, converted.stderr[:2000]
    once.write_text(converted.stdout, encoding="utf-8", newline="")
    again = ask(command, "convert", str(once))
    assert again.stdout == converted.stdout, "the normal form of a normal form differs"
    plain = ask(command, "convert", "--moves", "plain", str(once))
    (folder / "plain.pgn").write_text(plain.stdout, encoding="utf-8", newline="")
    back = ask(command, "convert", str(folder / "plain.pgn"))
    assert back.stdout == converted.stdout, "conversion to coordinate notation changed moves"
    theirs, ours = read_all(converted.stdout), converted.stdout.split("\n\n")
    assert len(theirs) == len(games), (len(theirs), len(games))
    for index, (game, read) in enumerate(zip(games, theirs)):
        assert not read.errors, read.errors
        assert list(read.headers.items()) == normal_headers(game), (read.headers, normal_headers(game))
        assert movetext(folded(read)) == movetext(game), (movetext(read), movetext(game))
        # Equal except for line breaks.
        written = ours[2 * index + 1].replace("\n", " ")
        assert written == movetext(game), (written, movetext(game))
        assert all(len(line) < 80 for line in ours[2 * index + 1].split("\n"))
    for moves, game in zip(read_moves(plain.stdout), games):
        assert moves == [move.uci() for move in game.mainline_moves()], moves
    stats = json.loads(ask(command, "stats", "--json", str(mine)).stdout)
    assert stats["games"] == len(games) and stats["faults"] == 0, stats
    assert stats["moves"] == sum(len(list(game.mainline_moves())) for game in games), stats


def read_moves(text):
    """Yields the main line of each game in coordinate notation."""
    for moves in text.split("\n\n")[1::2]:
        depth, remark, found = 0, False, []
        for word in moves.split():
            if word == "{":
                remark = True
            elif word == "}":
                remark = False
            elif not remark:
                depth += (word == "(") - (word == ")")
                if not depth and word[0] in "abcdefgh":
                    found.append(word)
        yield found


def judge(command, folder, games):
    """Checks that python-chess and `entourage record` reject the same damaged games."""
    chance = random.Random(3)
    damaged = []
    for game in games:
        board, words = game.board(), []
        at = chance.randrange(max(1, len(list(game.mainline_moves()))))
        for index, move in enumerate(game.mainline_moves()):
            word = board.san(move)
            if index == at:
                word = damage(board, word, chance)
            words.append(word)
            board.push(move)
        start = f'[SetUp "1"]\n[FEN "{game.headers["FEN"]}"]\n' if "FEN" in game.headers else ""
        if "Variant" in game.headers:
            start += f'[Variant "{game.headers["Variant"]}"]\n'
        mark = chance.choice(["*", "1-0", "0-1", "1/2-1/2"])
        damaged.append(f'{start}[Result "{mark}"]\n\n{" ".join(words)} {mark}\n\n')
    path = folder / "damaged.pgn"
    path.write_text("".join(damaged), encoding="utf-8")
    faults = set()
    for number, text in enumerate(damaged, 1):
        game = chess.pgn.read_game(io.StringIO(text))
        end = game.end().board()
        settled = end.result() if end.is_checkmate() or end.is_stalemate() else "*"
        # python-chess does not compare the result with the board; `*` is always accepted.
        if game.errors or "*" not in (settled, game.headers["Result"]) and settled != game.headers["Result"]:
            faults.add(number)
    checked = ask(command, "check", str(path))
    lines = checked.stdout.splitlines()
    told = {int(line.split(",")[0].removeprefix("game ")) for line in lines[:-1]}
    differ = sorted(told ^ faults)
    assert not differ, (differ[:5], damaged[differ[0] - 1], [line for line in lines if line.startswith(f"game {differ[0]},")])
    assert checked.returncode == 2 and len(faults) > len(games) // 4, (len(faults), len(games))
    assert len(faults) < len(games), "some damaged games must be valid"


def damage(board, word, chance):
    squares = [a + b for a in "abcdefgh" for b in "12345678"]
    bare = word.rstrip("+#")
    return chance.choice(
        [
            bare,
            bare + chance.choice("+#"),
            bare.replace("x", ""),
            bare.replace("O", "0"),
            chance.choice(squares),
            chance.choice("NBRQK") + chance.choice(squares),
            chance.choice("NBRQK") + chance.choice("abcdefgh12345678") + chance.choice(["", "x"]) + chance.choice(squares),
            chance.choice("abcdefgh") + "x" + chance.choice(squares),
            chance.choice("abcdefgh") + "8=" + chance.choice("QRBN"),
            chance.choice(["O-O", "O-O-O"]),
            bare.replace("=", ""),
            chance.choice(squares) + chance.choice(["", "-"]) + chance.choice(squares),
        ]
    )


def main(command, published=None):
    chance = random.Random(1)
    games = [made(chance) for _ in range(GAMES)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        hold(command, folder, games)
        judge(command, folder, games)
        if published:
            text = pathlib.Path(published).read_text(encoding="latin-1")
            # Skips the text before the first game.
            text = text[text.index("["):]
            games = read_all(text)
            assert len(games) >= 1000 and not any(game.errors for game in games), len(games)
            hold(command, folder, games)
            judge(command, folder, games)


if __name__ == "__main__":
    main(*sys.argv[1:])
