-- Where whoever has an account is written to, by e-mail. An address that is wanted becomes the account's once whoever reads its mail has
-- agreed; the token is in the link by which they do so, and opens nothing else.
CREATE TABLE account_mail (
    account  TEXT    NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    address  TEXT,
    wanted   TEXT,
    token    TEXT    UNIQUE,
    language TEXT    NOT NULL CHECK (language IN ('en', 'fr')),
    asked_at INTEGER NOT NULL,
    CHECK (address IS NOT NULL OR wanted IS NOT NULL),
    CHECK ((wanted IS NULL) = (token IS NULL))
) WITHOUT ROWID;

-- What is still to be written to whom. The link by which somebody comes back in is drawn when it is sent, and stands nowhere.
CREATE TABLE letters (
    id         TEXT    NOT NULL PRIMARY KEY,
    account    TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL CHECK (kind IN ('question', 'recovery', 'password', 'passkey', 'codes', 'code', 'address', 'name')),
    address    TEXT    NOT NULL,
    language   TEXT    NOT NULL CHECK (language IN ('en', 'fr')),
    due        INTEGER NOT NULL,
    leased     INTEGER NOT NULL DEFAULT 0,
    tries      INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX letters_by_time ON letters (due);
CREATE INDEX letters_of_account ON letters (account);

-- Each opens its account once: the SHA-256 of what a link says that was sent to its address.
CREATE TABLE recovery_links (
    hash       BLOB    NOT NULL PRIMARY KEY,
    account    TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX recovery_links_of_account ON recovery_links (account);

-- Whether somebody came in by a recovery code or by such a link: they may set a password without the one that they have lost.
ALTER TABLE sessions ADD COLUMN recovered INTEGER NOT NULL DEFAULT 0;
