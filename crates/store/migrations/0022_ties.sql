-- Whom an account follows, and with whom it wants nothing to do.
CREATE TABLE ties (
    account    TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL CHECK (kind IN ('follow', 'block')),
    other      TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account, kind, other)
) WITHOUT ROWID;
CREATE INDEX ties_of_other ON ties (other);
