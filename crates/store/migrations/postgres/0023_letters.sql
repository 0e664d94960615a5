-- Where whoever has an account is written to, by e-mail. An address that is wanted becomes the account's once whoever reads its mail has
-- agreed; the token is in the link by which they do so, and opens nothing else.
CREATE TABLE account_mail (
    account  TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    address  TEXT,
    wanted   TEXT,
    token    TEXT    UNIQUE,
    language TEXT    NOT NULL CHECK (language IN ('en', 'fr')),
    asked_at BIGINT NOT NULL,
    CHECK (address IS NOT NULL OR wanted IS NOT NULL),
    CHECK ((wanted IS NULL) = (token IS NULL))
);

-- What is still to be written to whom. The link by which somebody comes back in is drawn when it is sent, and stands nowhere.
CREATE TABLE letters (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    account    TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL CHECK (kind IN ('question', 'recovery', 'password', 'passkey', 'codes', 'code', 'address', 'name')),
    address    TEXT    NOT NULL,
    language   TEXT    NOT NULL CHECK (language IN ('en', 'fr')),
    due        BIGINT NOT NULL,
    leased     BIGINT NOT NULL DEFAULT 0,
    tries      BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX letters_by_time ON letters (due);
CREATE INDEX letters_of_account ON letters (account);

-- Each opens its account once: the SHA-256 of what a link says that was sent to its address.
CREATE TABLE recovery_links (
    hash       BYTEA   NOT NULL PRIMARY KEY,
    account    TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
);
CREATE INDEX recovery_links_of_account ON recovery_links (account);

-- Whether somebody came in by a recovery code or by such a link: they may set a password without the one that they have lost.
ALTER TABLE sessions ADD COLUMN recovered BOOLEAN NOT NULL DEFAULT FALSE;
