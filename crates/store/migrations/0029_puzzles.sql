-- Puzzles that players have made, each as a line of a puzzle file. The ID is a hash of the game and the position.
CREATE TABLE puzzles (
    id         TEXT    NOT NULL PRIMARY KEY,
    author     TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- The ID of the game, without options.
    game       TEXT    NOT NULL,
    content    TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX puzzles_of_author ON puzzles (author, created_at);
CREATE INDEX puzzles_of_game ON puzzles (game, created_at);
CREATE INDEX puzzles_by_age ON puzzles (created_at);

-- The ratings of puzzles that have been tried, in millionths of a point and billionths of volatility; `collection` is the name of a
-- shipped set, or 'players'.
CREATE TABLE puzzle_levels (
    collection TEXT    NOT NULL,
    puzzle     TEXT    NOT NULL,
    rating     INTEGER NOT NULL,
    deviation  INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    tries      INTEGER NOT NULL,
    PRIMARY KEY (collection, puzzle)
) WITHOUT ROWID;

-- The puzzle ratings of accounts, by the ID of the game.
CREATE TABLE puzzle_ratings (
    account    TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game       TEXT    NOT NULL,
    rating     INTEGER NOT NULL,
    deviation  INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    tries      INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (account, game)
) WITHOUT ROWID;

-- The first try of a puzzle by an account, with the account's ratings before and after it.
CREATE TABLE puzzle_tries (
    account       TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    collection    TEXT    NOT NULL,
    puzzle        TEXT    NOT NULL,
    game          TEXT    NOT NULL,
    solved        INTEGER NOT NULL CHECK (solved IN (0, 1)),
    rating_before INTEGER NOT NULL,
    rating_after  INTEGER NOT NULL,
    at            INTEGER NOT NULL,
    PRIMARY KEY (account, collection, puzzle)
) WITHOUT ROWID;
