-- Whom an account follows, and with whom it wants nothing to do.
CREATE TABLE ties (
    account    TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind       TEXT COLLATE "C" NOT NULL CHECK (kind IN ('follow', 'block')),
    other      TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account, kind, other)
);
CREATE INDEX ties_of_other ON ties (other);
