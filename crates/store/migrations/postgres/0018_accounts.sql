-- Who has a name here. The password is kept as its hash by argon2, with what it was made by; NULL of who signs in otherwise.
CREATE TABLE accounts (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    password   TEXT,
    created_at BIGINT NOT NULL
);

-- What no other name may look like: the forms of each name in which letters that pass for each other are one.
CREATE TABLE account_names (
    form    TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id)
);
CREATE INDEX account_names_of_account ON account_names (account);

-- What an account signs in with instead of a password: the public half of a key, as JSON, under the name that its device gave it.
CREATE TABLE passkeys (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    account    TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    label      TEXT   NOT NULL,
    credential TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX passkeys_of_account ON passkeys (account);

-- Each opens the account once: the SHA-256 of a code, never the code.
CREATE TABLE recovery_codes (
    hash    BYTEA NOT NULL PRIMARY KEY,
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id)
);
CREATE INDEX recovery_codes_of_account ON recovery_codes (account);

-- Where somebody is signed in: the SHA-256 of what their browser keeps, which browser it said it was, since when, when it was there last,
-- and when its holder last proved who they are.
CREATE TABLE sessions (
    hash       BYTEA  NOT NULL PRIMARY KEY,
    account    TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    agent      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    proven_at  BIGINT NOT NULL
);
CREATE INDEX sessions_of_account ON sessions (account);

-- What was asked of a passkey that has not answered yet.
CREATE TABLE ceremonies (
    hash       BYTEA  NOT NULL PRIMARY KEY,
    state      TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX ceremonies_by_time ON ceremonies (created_at);

-- Whose a seat is, wherever they are signed in; NULL of a guest's.
ALTER TABLE seats ADD COLUMN account TEXT COLLATE "C" REFERENCES accounts (id);
CREATE INDEX seats_of_account ON seats (account) WHERE account IS NOT NULL;
