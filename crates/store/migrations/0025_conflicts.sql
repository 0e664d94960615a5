-- The account of a definition's author, if they were signed in: moderators do not act on their own games.
ALTER TABLE definitions ADD COLUMN account TEXT REFERENCES accounts (id) ON DELETE SET NULL;
CREATE INDEX definitions_of_account ON definitions (account) WHERE account IS NOT NULL;
CREATE INDEX account_mail_by_address ON account_mail (address) WHERE address IS NOT NULL;

-- The log also contains actions that were refused because they concern the moderator.
DROP TRIGGER measures_stand;
DROP TRIGGER measures_stay;
ALTER TABLE measures RENAME TO measures_before;
DROP INDEX measures_of_account;
CREATE TABLE measures (
    seq        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    kind       TEXT    NOT NULL CHECK (kind IN ('appoint', 'mute', 'unmute', 'ban', 'unban', 'rename', 'close', 'amend', 'start', 'cancel', 'remove', 'list', 'unlist', 'refused')),
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

-- New API tokens, and revoked access, are announced by e-mail.
ALTER TABLE letters RENAME TO letters_before;
DROP INDEX letters_by_time;
DROP INDEX letters_of_account;
CREATE TABLE letters (
    id         TEXT    NOT NULL PRIMARY KEY,
    account    TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL CHECK (kind IN ('question', 'recovery', 'password', 'passkey', 'token', 'codes', 'code', 'access', 'address', 'name')),
    address    TEXT    NOT NULL,
    language   TEXT    NOT NULL CHECK (language IN ('en', 'fr')),
    due        INTEGER NOT NULL,
    leased     INTEGER NOT NULL DEFAULT 0,
    tries      INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
INSERT INTO letters SELECT id, account, kind, address, language, due, leased, tries FROM letters_before;
DROP TABLE letters_before;
CREATE INDEX letters_by_time ON letters (due);
CREATE INDEX letters_of_account ON letters (account);
