-- Who looks for an opponent: a game to be, under the name that it will have. The key is its maker's seat then; opponent is the account that
-- is challenged, and NULL of a seek that anybody may take. What does not last goes with its maker, who says again and again that they are
-- there.
CREATE TABLE seeks (
    id         TEXT    NOT NULL PRIMARY KEY,
    hash       BLOB    NOT NULL UNIQUE,
    account    TEXT    REFERENCES accounts (id),
    opponent   TEXT    REFERENCES accounts (id),
    spec       TEXT    NOT NULL,
    pace       TEXT,
    degree     TEXT    CHECK (degree IN ('warned', 'free')),
    side       INTEGER CHECK (side IN (1, 2)),
    rated      INTEGER NOT NULL,
    lowest     INTEGER,
    highest    INTEGER,
    lasts      INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    until      INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX seeks_by_time ON seeks (created_at);
CREATE INDEX seeks_of_account ON seeks (account) WHERE account IS NOT NULL;
CREATE INDEX seeks_for_opponent ON seeks (opponent) WHERE opponent IS NOT NULL;
