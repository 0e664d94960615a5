-- Who keeps order, beside whoever runs the server.
CREATE TABLE roles (
    account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    role    TEXT NOT NULL CHECK (role IN ('moderator', 'administrator'))
) WITHOUT ROWID;

-- What accounts may not do, why, and up to which date; NULL until it is lifted.
CREATE TABLE restraints (
    account TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind    TEXT    NOT NULL CHECK (kind IN ('mute', 'ban')),
    reason  TEXT    NOT NULL,
    until   INTEGER,
    -- Whether games under way are still to be left.
    leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)),
    PRIMARY KEY (account, kind)
) WITHOUT ROWID;
CREATE INDEX restraints_leaving ON restraints (account) WHERE leaving;

-- What people told those who keep order, in order. Of a game's talk it keeps what was said until then, as JSON.
CREATE TABLE complaints (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind       TEXT    NOT NULL CHECK (kind IN ('talk', 'person', 'definition')),
    author     TEXT    REFERENCES accounts (id) ON DELETE SET NULL,
    subject    TEXT    REFERENCES accounts (id) ON DELETE SET NULL,
    game       TEXT    REFERENCES games (id) ON DELETE SET NULL,
    side       INTEGER CHECK (side IN (1, 2)),
    definition TEXT    REFERENCES definitions (id),
    text       TEXT    NOT NULL,
    talk       TEXT,
    created_at INTEGER NOT NULL,
    closed_at  INTEGER
);
CREATE INDEX complaints_open ON complaints (seq) WHERE closed_at IS NULL;
CREATE INDEX complaints_of_author ON complaints (author) WHERE author IS NOT NULL;
CREATE INDEX complaints_of_subject ON complaints (subject) WHERE subject IS NOT NULL;
CREATE INDEX complaints_of_game ON complaints (game) WHERE game IS NOT NULL;

-- What those who keep order did, in order; rows are only ever added, and outlive the accounts that they name.
CREATE TABLE measures (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind       TEXT    NOT NULL CHECK (kind IN ('appoint', 'mute', 'unmute', 'ban', 'unban', 'rename', 'close')),
    -- Who did it, by the name they had; NULL of whoever runs the server.
    author     TEXT,
    account    TEXT,
    name       TEXT,
    detail     TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    complaint  INTEGER,
    created_at INTEGER NOT NULL
);
CREATE INDEX measures_of_account ON measures (account, seq) WHERE account IS NOT NULL;
CREATE TRIGGER measures_stand BEFORE UPDATE ON measures BEGIN SELECT RAISE(ABORT, 'measures stand'); END;
CREATE TRIGGER measures_stay BEFORE DELETE ON measures BEGIN SELECT RAISE(ABORT, 'measures stay'); END;
