-- What the players say to each other, in order; rows are only ever added. A token is drawn by who speaks, so that
-- saying a line again, because the answer was lost, does not repeat it.
CREATE TABLE chat (
    game_id    TEXT    NOT NULL REFERENCES games (id),
    seq        INTEGER NOT NULL CHECK (seq >= 0),
    side       INTEGER NOT NULL CHECK (side IN (1, 2)),
    token      TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, seq),
    UNIQUE (game_id, side, token)
) WITHOUT ROWID;

-- What a seat keeps for itself: its notes, and the moves that it has ready for the other's.
CREATE TABLE papers (
    game_id TEXT NOT NULL REFERENCES games (id),
    seat    TEXT NOT NULL CHECK (seat IN ('both', '1', '2')),
    kind    TEXT NOT NULL CHECK (kind IN ('notes', 'plan')),
    text    TEXT NOT NULL,
    PRIMARY KEY (game_id, seat, kind)
) WITHOUT ROWID;
