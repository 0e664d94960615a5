-- Tournaments: what is played, how, and until when. Length is the number of a Swiss tournament's rounds, or of an arena's minutes. Its version
-- rises with everything that changes it. Due is when somebody has to look after it; whoever does holds a lease.
CREATE TABLE tournaments (
    id          TEXT    NOT NULL PRIMARY KEY,
    version     INTEGER NOT NULL DEFAULT 0,
    name        TEXT    NOT NULL,
    organiser   TEXT    REFERENCES accounts (id) ON DELETE SET NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('round-robin', 'double-round-robin', 'swiss', 'arena')),
    length      INTEGER,
    spec        TEXT    NOT NULL,
    pace        TEXT    NOT NULL,
    rated       INTEGER NOT NULL,
    begins_at   INTEGER,
    begins_with INTEGER,
    most        INTEGER NOT NULL,
    lowest      INTEGER,
    highest     INTEGER,
    phase       TEXT    NOT NULL CHECK (phase IN ('open', 'running', 'over', 'cancelled')),
    created_at  INTEGER NOT NULL,
    begun_at    INTEGER,
    ended_at    INTEGER,
    due         INTEGER,
    leased      INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX tournaments_by_phase ON tournaments (phase, created_at);
CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_of_organiser ON tournaments (organiser) WHERE organiser IS NOT NULL;

-- Who plays, by number; NULL for an account that has gone. Rating is how strong they were when they entered. They are paired from a round on,
-- and up to another; byes are the rounds that they asked to sit out.
CREATE TABLE entrants (
    tournament  TEXT    NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number      INTEGER NOT NULL,
    account     TEXT    REFERENCES accounts (id) ON DELETE SET NULL,
    rating      INTEGER,
    from_round  INTEGER NOT NULL,
    until_round INTEGER,
    byes        TEXT    NOT NULL,
    -- Whether they were removed, and do not come back.
    barred      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX entrants_once ON entrants (account, tournament) WHERE account IS NOT NULL;

-- Who plays whom in which round, or whom nobody, and what came of it, once. Watched is when somebody has to look whether both have begun.
CREATE TABLE pairings (
    tournament TEXT    NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    round      INTEGER NOT NULL,
    place      INTEGER NOT NULL,
    first      INTEGER NOT NULL,
    second     INTEGER,
    game       TEXT    UNIQUE,
    outcome    TEXT    CHECK (outcome IN ('first', 'second', 'draw', 'forfeit-first', 'forfeit-second', 'neither', 'bye', 'half', 'zero')),
    watched    INTEGER,
    created_at INTEGER NOT NULL,
    ended_at   INTEGER,
    PRIMARY KEY (tournament, round, place)
) WITHOUT ROWID;

-- What is done with tournaments by those who keep order stands in the log, too.
DROP TRIGGER measures_stand;
DROP TRIGGER measures_stay;
ALTER TABLE measures RENAME TO measures_before;
DROP INDEX measures_of_account;
CREATE TABLE measures (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind       TEXT    NOT NULL CHECK (kind IN ('appoint', 'mute', 'unmute', 'ban', 'unban', 'rename', 'close', 'amend', 'start', 'cancel', 'remove')),
    -- Who did it, by the name they had; NULL of whoever runs the server.
    author     TEXT,
    account    TEXT,
    name       TEXT,
    detail     TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    complaint  INTEGER,
    created_at INTEGER NOT NULL
);
INSERT INTO measures SELECT * FROM measures_before;
DROP TABLE measures_before;
CREATE INDEX measures_of_account ON measures (account, seq) WHERE account IS NOT NULL;
CREATE TRIGGER measures_stand BEFORE UPDATE ON measures BEGIN SELECT RAISE(ABORT, 'measures stand'); END;
CREATE TRIGGER measures_stay BEFORE DELETE ON measures BEGIN SELECT RAISE(ABORT, 'measures stay'); END;
