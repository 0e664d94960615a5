-- Studies. `version` is the number of edits, `changes` counts all changes, and the search terms are those after the change `indexed`.
CREATE TABLE studies (
    id           TEXT    NOT NULL PRIMARY KEY,
    owner        TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    title        TEXT    NOT NULL,
    description  TEXT    NOT NULL,
    tags         TEXT    NOT NULL,
    visibility   TEXT    NOT NULL CHECK (visibility IN ('private', 'link', 'public')),
    -- Whether moderators have hidden the study.
    hidden       INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    -- The study from which this one was copied, and its title and owner at the time; they may have been deleted since.
    origin       TEXT,
    origin_title TEXT,
    origin_owner TEXT,
    -- The specs of the games in the chapters, separated by line breaks, and the number of chapters.
    games        TEXT    NOT NULL,
    chapters     INTEGER NOT NULL,
    version      INTEGER NOT NULL,
    changes      INTEGER NOT NULL,
    indexed      INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX studies_of_owner ON studies (owner, updated_at);
CREATE INDEX studies_shown ON studies (updated_at) WHERE visibility = 'public' AND NOT hidden;
CREATE INDEX studies_unindexed ON studies (updated_at) WHERE indexed < changes;

CREATE TABLE study_members (
    study   TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    role    TEXT NOT NULL CHECK (role IN ('contributor', 'viewer')),
    PRIMARY KEY (study, account)
) WITHOUT ROWID;
CREATE INDEX study_members_of_account ON study_members (account);

-- Edits in order; rows are only added, except that the texts of comments are deleted when they are replaced. The author's account may have
-- been deleted.
CREATE TABLE study_edits (
    study   TEXT    NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    id      TEXT    NOT NULL,
    author  TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    body    TEXT    NOT NULL,
    -- What a comment belongs to; NULL for other edits.
    subject TEXT,
    PRIMARY KEY (study, seq),
    UNIQUE (study, id)
) WITHOUT ROWID;
CREATE INDEX study_edits_of_subject ON study_edits (study, subject) WHERE subject IS NOT NULL;
CREATE INDEX study_edits_of_author ON study_edits (author, study) WHERE subject IS NOT NULL;

CREATE TABLE study_terms (
    term  TEXT NOT NULL,
    study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    PRIMARY KEY (term, study)
) WITHOUT ROWID;
CREATE INDEX study_terms_of_study ON study_terms (study);

-- Reports about studies are stored as reports about a person, so that the previous version can read them.
ALTER TABLE complaints ADD COLUMN study TEXT;

-- Moderators hide studies and show them again.
DROP TRIGGER measures_stand;
DROP TRIGGER measures_stay;
ALTER TABLE measures RENAME TO measures_before;
DROP INDEX measures_of_account;
CREATE TABLE measures (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind       TEXT    NOT NULL CHECK (kind IN ('appoint', 'mute', 'unmute', 'ban', 'unban', 'rename', 'close', 'amend', 'start', 'cancel', 'remove', 'list', 'unlist', 'refused', 'hide', 'show')),
    -- The moderator's name at the time; NULL for the operator.
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
