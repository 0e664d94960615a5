-- Whether the players agreed before the game began that it counts for their ratings.
ALTER TABLE games ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;

-- How strong who has an account is in a game, by its spec, at paces of a class: rating and deviation in millionths of a point, volatility
-- in billionths; after how many games, and since when.
CREATE TABLE ratings (
    account    TEXT    NOT NULL REFERENCES accounts (id),
    game       TEXT COLLATE "C" NOT NULL,
    class      TEXT    NOT NULL CHECK (class IN ('blitz', 'rapid', 'classical', 'correspondence')),
    rating     BIGINT NOT NULL,
    deviation  BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    games      BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (account, game, class)
);
CREATE INDEX ratings_by_rating ON ratings (game, class, rating);

-- What ratings were computed from, in this order: who won, if anybody, and the ratings of the two sides just before and after. It outlives
-- the game and the accounts, without their names, since the ratings of others follow from it.
CREATE TABLE results (
    number              BIGINT NOT NULL PRIMARY KEY,
    game_id             TEXT    UNIQUE,
    game                TEXT    NOT NULL,
    class               TEXT    NOT NULL CHECK (class IN ('blitz', 'rapid', 'classical', 'correspondence')),
    at                  BIGINT NOT NULL,
    winner              BIGINT CHECK (winner IN (1, 2)),
    account_1           TEXT,
    rating_before_1     BIGINT NOT NULL,
    deviation_before_1  BIGINT NOT NULL,
    volatility_before_1 BIGINT NOT NULL,
    rating_after_1      BIGINT NOT NULL,
    deviation_after_1   BIGINT NOT NULL,
    volatility_after_1  BIGINT NOT NULL,
    account_2           TEXT,
    rating_before_2     BIGINT NOT NULL,
    deviation_before_2  BIGINT NOT NULL,
    volatility_before_2 BIGINT NOT NULL,
    rating_after_2      BIGINT NOT NULL,
    deviation_after_2   BIGINT NOT NULL,
    volatility_after_2  BIGINT NOT NULL
);
CREATE INDEX results_of_account_1 ON results (account_1, number) WHERE account_1 IS NOT NULL;
CREATE INDEX results_of_account_2 ON results (account_2, number) WHERE account_2 IS NOT NULL;
