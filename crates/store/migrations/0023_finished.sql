-- Finished games that everybody may find, a row each, written with their end: those that both players agreed to show before they began.
-- What is told of the players is what they were then; who has left is named no more. game is the spec without its options, class is that
-- of the pace, ratings are in points. A game is looked through for its positions by a reading of some number, 0 being none yet; what it was
-- played by and how it stood last are known then, unless it is unreadable.
CREATE TABLE finished (
    game_id    TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    game       TEXT    NOT NULL,
    spec       TEXT    NOT NULL,
    class      TEXT    CHECK (class IN ('blitz', 'rapid', 'classical', 'correspondence')),
    at         INTEGER NOT NULL,
    winner     INTEGER CHECK (winner IN (1, 2)),
    cause      TEXT    NOT NULL,
    plies      INTEGER NOT NULL,
    rated      INTEGER NOT NULL,
    account_1  TEXT,
    account_2  TEXT,
    rating_1   INTEGER,
    rating_2   INTEGER,
    played     TEXT,
    position   TEXT,
    looked     INTEGER NOT NULL DEFAULT 0,
    unreadable INTEGER NOT NULL DEFAULT 0,
    leased     INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
-- All of them, those of a game, and those of a player on either side: the newest first, a page after another.
CREATE INDEX finished_by_time ON finished (at, game_id);
CREATE INDEX finished_of_game ON finished (game, at, game_id);
CREATE INDEX finished_of_account_1 ON finished (account_1, at, game_id) WHERE account_1 IS NOT NULL;
CREATE INDEX finished_of_account_2 ON finished (account_2, at, game_id) WHERE account_2 IS NOT NULL;
-- Those that are yet to be looked through.
CREATE INDEX finished_by_reading ON finished (looked, at);

-- The positions of these games by a key that says rules and position, each once a game, with the move that followed; none did where the
-- game ended. The first index serves the games of a position and its moves, the newest games first; the other what goes with a game.
CREATE TABLE positions (
    key       INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    game_id   TEXT    NOT NULL REFERENCES finished (game_id),
    ply       INTEGER NOT NULL,
    next_move TEXT,
    PRIMARY KEY (key, at, game_id)
) WITHOUT ROWID;
CREATE INDEX positions_of_game ON positions (game_id);
