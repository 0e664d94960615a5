-- A game's fixed facts. Times are milliseconds since 1970 (UTC).
CREATE TABLE games (
    id            TEXT    NOT NULL PRIMARY KEY,
    spec          TEXT    NOT NULL,
    rules_version TEXT    NOT NULL,
    start         TEXT    NOT NULL,
    players       TEXT    NOT NULL,
    created_at    INTEGER NOT NULL
) WITHOUT ROWID;

-- What happened, in order; rows are only ever added. The primary key lets no event be doubled.
CREATE TABLE events (
    game_id    TEXT    NOT NULL REFERENCES games (id),
    seq        INTEGER NOT NULL CHECK (seq >= 0),
    kind       TEXT    NOT NULL,
    payload    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, seq)
) WITHOUT ROWID;
