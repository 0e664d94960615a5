-- Whether those who keep order have listed a game that somebody wrote: its games may count for ratings.
ALTER TABLE definitions ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));
CREATE INDEX definitions_listed ON definitions (played) WHERE listed;

-- That it is stands in the log, too.
DROP TRIGGER measures_stand;
DROP TRIGGER measures_stay;
ALTER TABLE measures RENAME TO measures_before;
DROP INDEX measures_of_account;
CREATE TABLE measures (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind       TEXT    NOT NULL CHECK (kind IN ('appoint', 'mute', 'unmute', 'ban', 'unban', 'rename', 'close', 'amend', 'start', 'cancel', 'remove', 'list', 'unlist')),
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
