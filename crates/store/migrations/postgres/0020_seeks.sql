-- Who looks for an opponent: a game to be, under the name that it will have. The key is its maker's seat then; opponent is the account that
-- is challenged, and NULL of a seek that anybody may take. What does not last goes with its maker, who says again and again that they are
-- there.
CREATE TABLE seeks (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    hash       BYTEA   NOT NULL UNIQUE,
    account    TEXT    REFERENCES accounts (id),
    opponent   TEXT    REFERENCES accounts (id),
    spec       TEXT   NOT NULL,
    pace       TEXT,
    degree     TEXT    CHECK (degree IN ('warned', 'free')),
    side       BIGINT CHECK (side IN (1, 2)),
    rated      BOOLEAN NOT NULL,
    lowest     BIGINT,
    highest    BIGINT,
    lasts      BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    until      BIGINT NOT NULL
);
CREATE INDEX seeks_by_time ON seeks (created_at);
CREATE INDEX seeks_of_account ON seeks (account) WHERE account IS NOT NULL;
CREATE INDEX seeks_for_opponent ON seeks (opponent) WHERE opponent IS NOT NULL;
