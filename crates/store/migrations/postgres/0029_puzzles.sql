-- Puzzles that players have made, each as a line of a puzzle file. The ID is a hash of the game and the position.
CREATE TABLE puzzles (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    author     TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- The ID of the game, without options.
    game       TEXT COLLATE "C" NOT NULL,
    content    TEXT    NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX puzzles_of_author ON puzzles (author, created_at);
CREATE INDEX puzzles_of_game ON puzzles (game, created_at);
CREATE INDEX puzzles_by_age ON puzzles (created_at);

-- The ratings of puzzles that have been tried, in millionths of a point and billionths of volatility; `collection` is the name of a
-- shipped set, or 'players'.
CREATE TABLE puzzle_levels (
    collection TEXT COLLATE "C" NOT NULL,
    puzzle     TEXT COLLATE "C" NOT NULL,
    rating     BIGINT NOT NULL,
    deviation  BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    tries      BIGINT NOT NULL,
    PRIMARY KEY (collection, puzzle)
);

-- The puzzle ratings of accounts, by the ID of the game.
CREATE TABLE puzzle_ratings (
    account    TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game       TEXT COLLATE "C" NOT NULL,
    rating     BIGINT NOT NULL,
    deviation  BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    tries      BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (account, game)
);

-- The first try of a puzzle by an account, with the account's ratings before and after it.
CREATE TABLE puzzle_tries (
    account       TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    collection    TEXT COLLATE "C" NOT NULL,
    puzzle        TEXT COLLATE "C" NOT NULL,
    game          TEXT COLLATE "C" NOT NULL,
    solved        BOOLEAN NOT NULL,
    rating_before BIGINT NOT NULL,
    rating_after  BIGINT NOT NULL,
    at            BIGINT NOT NULL,
    PRIMARY KEY (account, collection, puzzle)
);
