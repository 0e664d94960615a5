-- Who has a name here. The password is kept as its hash by argon2, with what it was made by; NULL of who signs in otherwise.
CREATE TABLE accounts (
    id         TEXT    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    password   TEXT,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What no other name may look like: the forms of each name in which letters that pass for each other are one.
CREATE TABLE account_names (
    form    TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id)
) WITHOUT ROWID;
CREATE INDEX account_names_of_account ON account_names (account);

-- What an account signs in with instead of a password: the public half of a key, as JSON, under the name that its device gave it.
CREATE TABLE passkeys (
    id         TEXT    NOT NULL PRIMARY KEY,
    account    TEXT    NOT NULL REFERENCES accounts (id),
    label      TEXT    NOT NULL,
    credential TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER
) WITHOUT ROWID;
CREATE INDEX passkeys_of_account ON passkeys (account);

-- Each opens the account once: the SHA-256 of a code, never the code.
CREATE TABLE recovery_codes (
    hash    BLOB NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id)
) WITHOUT ROWID;
CREATE INDEX recovery_codes_of_account ON recovery_codes (account);

-- Where somebody is signed in: the SHA-256 of what their browser keeps, which browser it said it was, since when, when it was there last,
-- and when its holder last proved who they are.
CREATE TABLE sessions (
    hash       BLOB    NOT NULL PRIMARY KEY,
    account    TEXT    NOT NULL REFERENCES accounts (id),
    agent      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    proven_at  INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_of_account ON sessions (account);

-- What was asked of a passkey that has not answered yet.
CREATE TABLE ceremonies (
    hash       BLOB    NOT NULL PRIMARY KEY,
    state      TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX ceremonies_by_time ON ceremonies (created_at);

-- Whose a seat is, wherever they are signed in; NULL of a guest's.
ALTER TABLE seats ADD COLUMN account TEXT REFERENCES accounts (id);
CREATE INDEX seats_of_account ON seats (account) WHERE account IS NOT NULL;
