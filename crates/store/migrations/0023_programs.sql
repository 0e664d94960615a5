-- What opens an account to a program: the SHA-256 of a token, what its holder calls it, what the program may do, as words with spaces between
-- them, since when it is there, and when it was used last.
CREATE TABLE program_tokens (
    hash       BLOB    NOT NULL PRIMARY KEY,
    account    TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL,
    scopes     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER
) WITHOUT ROWID;
CREATE INDEX program_tokens_of_account ON program_tokens (account);

-- Accounts under which programs play, and since when.
CREATE TABLE bots (
    account    TEXT    NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
