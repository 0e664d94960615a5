-- What opens an account to a program: the SHA-256 of a token, what its holder calls it, what the program may do, as words with spaces between
-- them, since when it is there, and when it was used last.
CREATE TABLE program_tokens (
    hash       BYTEA NOT NULL PRIMARY KEY,
    account    TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name       TEXT COLLATE "C" NOT NULL,
    scopes     TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX program_tokens_of_account ON program_tokens (account);

-- Accounts under which programs play, and since when.
CREATE TABLE bots (
    account    TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
);
