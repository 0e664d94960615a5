-- Studies. `version` is the number of edits, `changes` counts all changes, and the search terms are those after the change `indexed`.
CREATE TABLE studies (
    id           TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
    owner        TEXT COLLATE "C"    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    title        TEXT    NOT NULL,
    description  TEXT    NOT NULL,
    tags         TEXT    NOT NULL,
    visibility   TEXT    NOT NULL CHECK (visibility IN ('private', 'link', 'public')),
    -- Whether moderators have hidden the study.
    hidden       BOOLEAN NOT NULL DEFAULT FALSE,
    -- The study from which this one was copied, and its title and owner at the time; they may have been deleted since.
    origin       TEXT COLLATE "C",
    origin_title TEXT,
    origin_owner TEXT COLLATE "C",
    -- The specs of the games in the chapters, separated by line breaks, and the number of chapters.
    games        TEXT    NOT NULL,
    chapters     BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    changes      BIGINT NOT NULL,
    indexed      BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL
);
CREATE INDEX studies_of_owner ON studies (owner, updated_at);
CREATE INDEX studies_shown ON studies (updated_at) WHERE visibility = 'public' AND NOT hidden;
CREATE INDEX studies_unindexed ON studies (updated_at) WHERE indexed < changes;

CREATE TABLE study_members (
    study   TEXT COLLATE "C" NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    role    TEXT NOT NULL CHECK (role IN ('contributor', 'viewer')),
    PRIMARY KEY (study, account)
);
CREATE INDEX study_members_of_account ON study_members (account);

-- Edits in order; rows are only added, except that the texts of comments are deleted when they are replaced. The author's account may have
-- been deleted.
CREATE TABLE study_edits (
    study   TEXT COLLATE "C"    NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    seq     BIGINT NOT NULL,
    id      TEXT COLLATE "C"    NOT NULL,
    author  TEXT COLLATE "C"    NOT NULL,
    at      BIGINT NOT NULL,
    body    TEXT    NOT NULL,
    -- What a comment belongs to; NULL for other edits.
    subject TEXT COLLATE "C",
    PRIMARY KEY (study, seq),
    UNIQUE (study, id)
);
CREATE INDEX study_edits_of_subject ON study_edits (study, subject) WHERE subject IS NOT NULL;
CREATE INDEX study_edits_of_author ON study_edits (author, study) WHERE subject IS NOT NULL;

CREATE TABLE study_terms (
    term  TEXT COLLATE "C" NOT NULL,
    study TEXT COLLATE "C" NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    PRIMARY KEY (term, study)
);
CREATE INDEX study_terms_of_study ON study_terms (study);

-- Reports about studies are stored as reports about a person, so that the previous version can read them.
ALTER TABLE complaints ADD COLUMN study TEXT;

-- Moderators hide studies and show them again.
ALTER TABLE measures DROP CONSTRAINT measures_kind_check;
ALTER TABLE measures ADD CONSTRAINT measures_kind_check
    CHECK (kind IN ('appoint', 'mute', 'unmute', 'ban', 'unban', 'rename', 'close', 'amend', 'start', 'cancel', 'remove', 'list', 'unlist', 'refused', 'hide', 'show'));
