"""Overprotection Chess, written from the published rules (www.chessvariants.com/usualeq.dir/overprotection.html) without the code of Entourage.

`python3 crates/definition/tests/games_of_overprotection.py` writes `tests/data/overprotection*`; all files are reproducible.
"""
import pathlib
import random

WAZIR = [(0, 1), (1, 0), (0, -1), (-1, 0)]
FERZ = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
# From White's point of view.
BARC = [(2, 1), (-2, 1), (1, -2), (-1, -2)]
CRAB = [(1, 2), (-1, 2), (2, -1), (-2, -1)]
ALFIL = [(2, 2), (2, -2), (-2, 2), (-2, -2)]
GAINED = {"K": [BARC, CRAB, ALFIL], "Q": [BARC, CRAB, ALFIL], "R": [FERZ, BARC, CRAB],
          "B": [WAZIR, BARC, CRAB], "N": [WAZIR, FERZ, ALFIL], "P": [WAZIR, FERZ, BARC]}
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
# Start and destination of the King, then of the Rook.
CASTLES = {"K": ((4, 0), (6, 0), (7, 0), (5, 0)), "Q": ((4, 0), (2, 0), (0, 0), (3, 0)),
           "k": ((4, 7), (6, 7), (7, 7), (5, 7)), "q": ((4, 7), (2, 7), (0, 7), (3, 7))}


def name(at):
    return "-" if at is None else "abcdefgh"[at[0]] + str(at[1] + 1)


def read(text):
    rows, side, rights, passed = text.split(" ")
    board = {}
    for y, row in zip(range(7, -1, -1), rows.split("/")):
        x = 0
        for sign in row:
            if sign.isdigit():
                x += int(sign)
            else:
                board[x, y] = sign
                x += 1
    square = None if passed == "-" else ("abcdefgh".index(passed[0]), int(passed[1]) - 1)
    return board, side == "w", "" if rights == "-" else rights, square


def write(board, white, rights, passed):
    rows = []
    for y in range(7, -1, -1):
        row = "".join(board.get((x, y), ".") for x in range(8))
        for length in range(8, 0, -1):
            row = row.replace("." * length, str(length))
        rows.append(row)
    return "/".join(rows) + f" {'w' if white else 'b'} {rights or '-'} {name(passed)}"


def inside(at):
    return 0 <= at[0] < 8 and 0 <= at[1] < 8


def rays(board, at, steps, far):
    """Lists the squares along the steps, up to and including the first piece."""
    for dx, dy in steps:
        x, y = at[0] + dx, at[1] + dy
        while inside((x, y)):
            yield x, y
            if (x, y) in board or not far:
                break
            x, y = x + dx, y + dy


def base(board, at):
    """Lists the squares on which the piece could capture by its base movement."""
    sign = board[at]
    kind, up = sign.upper(), 1 if sign.isupper() else -1
    if kind == "P":
        return rays(board, at, [(1, up), (-1, up)], False)
    steps = {"K": WAZIR + FERZ, "Q": WAZIR + FERZ, "R": WAZIR, "B": FERZ, "N": KNIGHT}[kind]
    return rays(board, at, steps, kind in "QRB")


def overprotection(board, at, aims):
    white = board[at].isupper()
    from_here = [board[start].isupper() for start, squares in aims.items() if start != at and at in squares]
    guards, attackers = from_here.count(white), from_here.count(not white)
    return guards - attackers if attackers else 0


def all_aims(board):
    return {at: set(base(board, at)) for at in board}


def targets(board, at, aims, passed=None):
    """Lists the destinations of a piece, ignoring the safety of Kings, each with whether it captures."""
    sign = board[at]
    white, kind = sign.isupper(), sign.upper()
    up = 1 if white else -1
    found = set()
    for end in aims[at]:
        if end in board:
            if board[end].isupper() != white:
                found.add((end, True))
        elif kind != "P":
            found.add((end, False))
        elif end == passed and board.get((end[0], at[1])) == ("p" if white else "P"):
            found.add((end, True))
    if kind == "P":
        one, two = (at[0], at[1] + up), (at[0], at[1] + 2 * up)
        if inside(one) and one not in board:
            found.add((one, False))
            if at[1] == (1 if white else 6) and two not in board:
                found.add((two, False))
    over = overprotection(board, at, aims)
    for number, steps in enumerate(GAINED[kind]):
        for dx, dy in steps:
            end = (at[0] + dx, at[1] + dy * up)
            if inside(end) and end not in board and over >= 2 * number + 1:
                found.add((end, False))
            if inside(end) and end in board and board[end].isupper() != white and over >= 2 * number + 2:
                found.add((end, True))
    return found


def threatened(board, at):
    """Returns whether an enemy could capture the piece, ignoring the safety of its own King."""
    white, aims = board[at].isupper(), all_aims(board)
    return any(board[start].isupper() != white and (at, True) in targets(board, start, aims) for start in board)


def in_check(board, white):
    return threatened(board, next(at for at, sign in board.items() if sign == ("K" if white else "k")))


def play(state, move):
    board, white, rights, passed = dict(state[0]), *state[1:]
    start, end, becomes = move
    sign = board.pop(start)
    lost = {start, end}
    for right in rights:
        king, to, rook, beside = CASTLES[right]
        if sign in "Kk" and start == king and end == to and abs(end[0] - start[0]) == 2 and right.isupper() == white:
            board[beside] = board.pop(rook)
    if sign in "Pp" and end == passed and end[0] != start[0] and end not in board \
            and abs(end[1] - start[1]) == 1 and (end[1] > start[1]) == white:
        board.pop((end[0], start[1]))
    board[end] = becomes or sign
    rights = "".join(right for right in rights if not lost & {CASTLES[right][0], CASTLES[right][2]})
    crossed = None
    if sign in "Pp" and start[0] == end[0] and abs(end[1] - start[1]) == 2:
        beside = [(end[0] + dx, end[1]) for dx in (1, -1)]
        if any(board.get(at) == ("p" if white else "P") for at in beside):
            crossed = start[0], (start[1] + end[1]) // 2
    return board, not white, rights, crossed


def moves(state):
    """Returns the legal moves by their notation."""
    board, white, rights, passed = state
    aims, found = all_aims(board), {}
    for start, sign in board.items():
        if sign.isupper() != white:
            continue
        for end, _ in targets(board, start, aims, passed):
            if sign in "Pp" and end[1] == (7 if white else 0):
                choices = "QRBN" if white else "qrbn"
            else:
                choices = [None]
            for becomes in choices:
                move = start, end, becomes
                if not in_check(play(state, move)[0], white):
                    found[name(start) + name(end) + (becomes or "").lower()] = move
    for right in rights:
        king, to, rook, _ = CASTLES[right]
        if right.isupper() != white:
            continue
        step = 1 if rook[0] > king[0] else -1
        if any((x, king[1]) in board for x in range(king[0] + step, rook[0], step)):
            continue

        def safe(at):
            other = dict(board)
            other[at] = other.pop(king)
            return not threatened(other, at)

        move = king, to, None
        if safe(king) and safe((king[0] + step, king[1])) and not in_check(play(state, move)[0], white):
            found[name(king) + name(to)] = move
    return found


def status(state):
    checked = in_check(state[0], state[1])
    if moves(state):
        return "check" if checked else "ongoing"
    if checked:
        return "win-2 checkmate" if state[1] else "win-1 checkmate"
    return "draw stalemate"


def perft(state, depth):
    if depth == 0:
        return 1
    return sum(perft(play(state, move), depth - 1) for move in moves(state).values())


def games(number, seed):
    """Lists positions of random games."""
    chance, seen = random.Random(seed), {}
    while len(seen) < number:
        state = read(START)
        for _ in range(chance.randrange(10, 100)):
            found = moves(state)
            if not found:
                break
            state = play(state, found[chance.choice(sorted(found))])
            seen[write(*state)] = state
    every = sorted(seen)
    chance.shuffle(every)
    return every[:number]


def features(state, found):
    """Lists which gained moves are legal: the kind of the piece, the number of the ability, whether it captures, and the step.

    Also lists the steps behind which an enemy is out of reach.
    """
    board, white, *_ = state
    aims = all_aims(board)
    for at, sign in board.items():
        if sign.isupper() != white:
            continue
        over = overprotection(board, at, aims)
        for number, steps in enumerate(GAINED[sign.upper()]):
            for step, (dx, dy) in enumerate(steps):
                end = at[0] + dx, at[1] + (dy if white else -dy)
                takes = end in board
                if over >= 2 * number + 1 + takes and inside(end) and any(text.startswith(name(at) + name(end)) for text in found):
                    yield sign.upper(), number, takes, step
                far = at[0] + 2 * dx, at[1] + 2 * (end[1] - at[1])
                if over >= 2 * number + 2 and not takes and far in board and board[far].isupper() != white:
                    yield sign.upper(), number, "far", step


def put(board, at, sign):
    if inside(at) and at not in board and not (sign in "Pp" and at[1] in (0, 7)):
        board[at] = sign


def crowd(chance, kind):
    """Makes a random position around a piece with a few attackers and many guards."""
    white = chance.random() < 0.5
    own, other = (str.upper, str.lower) if white else (str.lower, str.upper)
    centre = chance.randrange(1, 7), chance.randrange(1, 7)
    at = lambda step, far=1: (centre[0] + step[0] * far, centre[1] + step[1] * far)
    board = {centre: own(kind)}
    for leap in chance.sample(KNIGHT, chance.choice([1, 1, 2])):
        put(board, at(leap), other("N"))
    for _ in range(chance.randrange(4)):
        put(board, at(chance.choice(GAINED[kind][chance.randrange(3)])), other(chance.choice("PNBP")))
    for _ in range(chance.randrange(3)):
        put(board, at(chance.choice(FERZ), 2), other(chance.choice("PN")))
    guards = [(leap, "N", 1) for leap in KNIGHT] + [(step, chance.choice("QR"), chance.randrange(1, 4)) for step in WAZIR]
    guards += [(step, chance.choice("QB"), chance.randrange(1, 3)) for step in FERZ]
    for step, guard, far in chance.sample(guards, chance.randrange(2, len(guards))):
        put(board, at(step, far), own(guard))
    for sign in {own("K"), other("K")} - {own(kind)}:
        empty = [(x, y) for x in range(8) for y in range(8) if (x, y) not in board]
        put(board, chance.choice(empty), sign)
    return board, white, "", None


def crowds(seed):
    """Chooses positions in which each piece can make each of its gained moves, captures and steps."""
    chance, chosen, counts = random.Random(seed), [], {}
    for kind in "KQRBNP" * 350:
        state = crowd(chance, kind)
        if in_check(state[0], not state[1]):
            continue
        new = [feature for feature in set(features(state, moves(state))) if counts.get(feature, 0) < 2]
        if new:
            for feature in new:
                counts[feature] = counts.get(feature, 0) + 1
            chosen.append((len(new), write(*state)))
    return [text for _, text in sorted(chosen, reverse=True)]


def endings(number, seed):
    """Lists random positions with few pieces in which the player to move has no legal move."""
    chance, found = random.Random(seed), []
    while len(found) < number:
        squares = chance.sample([(x, y) for x in range(8) for y in range(8)], 6)
        board = {at: sign for at, sign in zip(squares, "Kk" + "".join(chance.choice("QRBNqrbn") for _ in range(4)))}
        state = board, chance.random() < 0.5, "", None
        if not in_check(board, not state[1]) and not moves(state):
            found.append(write(*state))
    return found


def suite_line(text):
    state = read(text)
    told = status(state)
    return f"{text}\t{told}\t{' '.join(sorted(moves(state))) if told in ('ongoing', 'check') else ''}\n"


def main():
    data = pathlib.Path(__file__).parent / "data"
    crowded, played = crowds(5), games(300, 7)
    gains = [text for text in played if gained(text)]
    chosen = [START, *crowded, *gains[:40], *played[:20], *endings(8, 3)]
    (data / "overprotection.tsv").write_text("".join(map(suite_line, chosen)))
    counted = [START, *crowded[::20], *gains[40:46]]
    counts = [(text, depth) for text in counted for depth in (1, 2)] + [(START, 3)]
    (data / "overprotection.perft").write_text(
        "".join(f"{text}\t{depth}\t{perft(read(text), depth)}\n" for text, depth in counts))


def gained(text):
    """Returns whether a piece of the side to move is overprotected."""
    board, white, *_ = read(text)
    aims = all_aims(board)
    return any(overprotection(board, at, aims) > 0 for at in board if board[at].isupper() == white)


if __name__ == "__main__":
    main()
