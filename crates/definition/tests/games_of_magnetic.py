"""Magnetic Chess, written from the published rules (www.chessvariants.com/other.dir/magnetic.html) without the code of Entourage.

`python3 crates/definition/tests/games_of_magnetic.py` writes `tests/data/magnetic*`; all files are reproducible.
"""
import pathlib
import random

LINES = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SKEW = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"
CASTLES = {"K": ((4, 0), (6, 0), (7, 0), (5, 0)), "Q": ((4, 0), (2, 0), (0, 0), (3, 0)),
           "k": ((4, 7), (6, 7), (7, 7), (5, 7)), "q": ((4, 7), (2, 7), (0, 7), (3, 7))}


def name(at):
    return "abcdefgh"[at[0]] + str(at[1] + 1)


def read(text):
    rows, side, rights = text.split(" ")
    board = {}
    for y, row in zip(range(7, -1, -1), rows.split("/")):
        x = 0
        for sign in row:
            if sign.isdigit():
                x += int(sign)
            else:
                board[x, y] = sign
                x += 1
    return board, side, "" if rights == "-" else rights


def write(board, side, rights):
    rows = []
    for y in range(7, -1, -1):
        row, gap = "", 0
        for x in range(8):
            sign = board.get((x, y))
            if sign is None:
                gap += 1
                continue
            row += (str(gap) if gap else "") + sign
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows) + f" {side} {rights or '-'}"


def white(sign):
    return sign.isupper()


def inside(at):
    return 0 <= at[0] < 8 and 0 <= at[1] < 8


def magnet(board, at):
    """Moves the neighbours of the piece that has just arrived on `at`."""
    mine = white(board[at])
    for dx, dy in LINES:
        x, y = at[0] + dx, at[1] + dy
        while inside((x, y)) and (x, y) not in board:
            x, y = x + dx, y + dy
        if not inside((x, y)) or board[x, y] in "Kk":
            continue
        sign = board.pop((x, y))
        if white(sign) == mine:
            while inside((x + dx, y + dy)) and (x + dx, y + dy) not in board:
                x, y = x + dx, y + dy
            if sign in "Pp" and y == (7 if mine else 0):
                sign = "Q" if mine else "q"
        else:
            x, y = at[0] + dx, at[1] + dy
        board[x, y] = sign


def play(state, move):
    board, side, rights = dict(state[0]), state[1], state[2]
    kind, start, end, extra = move
    before = dict(board)
    if kind == "castle":
        king, to, rook, beside = CASTLES[extra]
        sign, partner = board.pop(king), board.pop(rook)
        board[to], board[beside] = sign, partner
        magnet(board, beside)
    else:
        sign = board.pop(start)
        board[end] = extra or sign
        if sign not in "Kk":
            magnet(board, end)
    lost = lambda right: any(board.get(at) != before.get(at) or at == end for at in (CASTLES[right][0], CASTLES[right][2]))
    rights = "".join(right for right in rights if not lost(right))
    return board, "b" if side == "w" else "w", rights


def moves(state):
    """Returns the legal moves by their notation."""
    board, side, rights = state
    mine = side == "w"
    found = {}

    def add(start, end):
        sign = board[start]
        if sign in "Pp" and end[1] == (7 if mine else 0):
            for other in "qrbn":
                found[name(start) + name(end) + other] = ("move", start, end, other.upper() if mine else other)
        else:
            found[name(start) + name(end)] = ("move", start, end, None)

    for start, sign in board.items():
        if white(sign) != mine:
            continue
        kind = sign.upper()
        if kind == "P":
            up = 1 if mine else -1
            one, two = (start[0], start[1] + up), (start[0], start[1] + 2 * up)
            if inside(one) and one not in board:
                add(start, one)
                if start[1] in ((0, 1) if mine else (6, 7)) and two not in board:
                    add(start, two)
            for dx in (1, -1):
                aim = (start[0] + dx, start[1] + up)
                if aim in board and white(board[aim]) != mine:
                    add(start, aim)
            continue
        steps = {"K": LINES + SKEW, "Q": LINES + SKEW, "R": LINES, "B": SKEW, "N": LEAPS}[kind]
        for dx, dy in steps:
            at = start
            while True:
                at = (at[0] + dx, at[1] + dy)
                if not inside(at):
                    break
                if at in board:
                    if white(board[at]) != mine:
                        add(start, at)
                    break
                add(start, at)
                if kind in "KN":
                    break
    for right in rights:
        if white(right) != mine:
            continue
        king, to, rook, beside = CASTLES[right]
        between = range(min(king[0], rook[0]) + 1, max(king[0], rook[0]))
        if all((x, king[1]) not in board for x in between):
            found[name(king) + name(to)] = ("castle", king, to, right)
    return found


def status(state):
    board, side, _ = state
    mine = "K" if side == "w" else "k"
    if mine not in board.values():
        return "win-2 king-captured" if side == "w" else "win-1 king-captured"
    return "ongoing" if moves(state) else "draw stalemate"


def perft(state, depth):
    if depth == 0:
        return 1
    if status(state) != "ongoing":
        return 0
    return sum(perft(play(state, move), depth - 1) for move in moves(state).values())


def positions(number, seed):
    chance, seen = random.Random(seed), {}
    while len(seen) < number:
        state = read(START)
        for _ in range(chance.randrange(10, 120)):
            seen[write(*state)] = state
            if status(state) != "ongoing":
                break
            found = moves(state)
            # Capturing a King at once would make most games short.
            calm = [text for text in sorted(found) if state[0].get(found[text][2]) not in ("K", "k")]
            text = chance.choice(calm if calm and chance.random() < 0.95 else sorted(found))
            state = play(state, found[text])
    every = sorted(seen)
    chance.shuffle(every)
    return [(text, seen[text]) for text in every[:number]]


def checksum(text):
    """Returns the FNV-1a checksum with 32 bits."""
    found = 0x811C9DC5
    for byte in text.encode():
        found = ((found ^ byte) * 0x01000193) & 0xFFFFFFFF
    return found


def random_games(number):
    """Lists the positions of random games, with the checksum of the legal moves and the move played."""
    chance, lines = random.Random(77), []
    while len(lines) < number:
        state = read(START)
        for ply in range(101):
            found = moves(state) if status(state) == "ongoing" else {}
            calm = [text for text in sorted(found) if state[0].get(found[text][2]) not in ("K", "k")]
            last = ply == 100 or not found
            text = "" if last else chance.choice(calm if calm and chance.random() < 0.95 else sorted(found))
            lines.append(f"{write(*state)}\t{checksum(' '.join(sorted(found))):08x}\t{text}\n")
            if last:
                break
            state = play(state, found[text])
    return lines


def published_games():
    """Lists the beginnings of published games, with the positions that the displacements lead to."""
    for game in ["g1f3 g8f6 d2d3 e7e5 f1e2 b8c6 e1g1 c8h3", "g1f3 g8f6 e2e3 f4e3 d2e3 d7d5 b1c3 c8h3"]:
        state = read(START)
        for text in game.split():
            state = play(state, moves(state)[text])
        yield f"{game}\t{write(*state)}\n"


def suite_line(text):
    state = read(text)
    told = status(state)
    return f"{text}\t{told}\t{' '.join(sorted(moves(state))) if told == 'ongoing' else ''}\n"


def main():
    data = pathlib.Path(__file__).parent / "data"
    told = "# Made by `games_of_magnetic.py`. Random games: position, checksum of the legal moves, and the move played, if any.\n"
    (data / "magnetic-games-random.tsv").write_text(told + "".join(random_games(3000)))
    told = "# Made by `games_of_magnetic.py`. Beginnings of the first two games on www.chessvariants.com/other.dir/magneticgames.html.\n"
    (data / "magnetic-games.tsv").write_text(told + "".join(published_games()))
    lines = [suite_line(text) for text, _ in positions(6000, 7)]
    over = [line for line in lines if "ongoing" not in line]
    lines = [line for line in lines if "ongoing" in line]
    castlings = [line for line in lines if "e1g1" in line and " K" in line.split("\t")[0][-6:]][:10]
    (data / "magnetic.tsv").write_text("".join([suite_line(START), *over, *castlings, *lines[:135]]))
    counted = [START] + [line.split("\t")[0] for line in castlings[:4] + lines[200:212]]
    counts = [(text, depth) for text in counted for depth in (1, 2)] + [(START, 3)]
    told = [f"{text}\t{depth}\t{perft(read(text), depth)}\n" for text, depth in counts]
    (data / "magnetic.perft").write_text("".join(told))


if __name__ == "__main__":
    main()
