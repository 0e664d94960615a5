-- Games that people wrote. A name is the hash of the content, which never changes: the texts, a zero byte between two.
CREATE TABLE definitions (
    id          TEXT    NOT NULL PRIMARY KEY,
    content     BLOB    NOT NULL,
    name        TEXT    NOT NULL,
    author      TEXT    NOT NULL,
    licence     TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('private', 'public', 'withdrawn')),
    -- Whether a moderator has hidden it, whatever its author says.
    hidden      INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    -- The SHA-256 of its author's key, never the key.
    key         BLOB    NOT NULL,
    earlier     TEXT    REFERENCES definitions (id),
    cloned_from TEXT    REFERENCES definitions (id),
    -- What playing it at random showed: games, plies of the longest, games ended, milliseconds; NULL before it was looked at.
    trial       TEXT,
    played      INTEGER NOT NULL DEFAULT 0,
    created_at  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX definitions_by_key ON definitions (key);
CREATE INDEX definitions_by_earlier ON definitions (earlier) WHERE earlier IS NOT NULL;
CREATE INDEX definitions_shown ON definitions (created_at) WHERE state = 'public' AND NOT hidden;

-- With every game that begins, and in its transaction, its definition is played once more.
CREATE TRIGGER definition_played AFTER INSERT ON games WHEN NEW.spec LIKE '@%' BEGIN
    UPDATE definitions SET played = played + 1 WHERE id = substr(NEW.spec, 1, 72);
END;

-- What moderators did, in order; rows are only ever added.
CREATE TABLE moderation (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    definition TEXT    NOT NULL REFERENCES definitions (id),
    act        TEXT    NOT NULL CHECK (act IN ('hide', 'show')),
    reason     TEXT    NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE TRIGGER moderation_stands BEFORE UPDATE ON moderation BEGIN SELECT RAISE(ABORT, 'acts stand'); END;
CREATE TRIGGER moderation_stays BEFORE DELETE ON moderation BEGIN SELECT RAISE(ABORT, 'acts stay'); END;
