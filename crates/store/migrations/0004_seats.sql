-- Who may do what in a game: the SHA-256 of each key, never the key. A game's name gives nobody a seat any more.
CREATE TABLE seats (
    hash    BLOB    NOT NULL PRIMARY KEY,
    game_id TEXT    NOT NULL REFERENCES games (id) DEFERRABLE INITIALLY DEFERRED,
    seat    TEXT    NOT NULL CHECK (seat IN ('both', '1', '2', 'watch')),
    host    INTEGER NOT NULL CHECK (host IN (0, 1))
) WITHOUT ROWID;
CREATE INDEX seats_of_game ON seats (game_id);

-- The games whose names are keys, as they were until now; they are renamed when the database is opened.
CREATE TABLE games_named_by_keys (id TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
INSERT INTO games_named_by_keys SELECT id FROM games;
