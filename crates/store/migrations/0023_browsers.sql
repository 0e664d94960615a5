-- From which browsers accounts are signed in to: the SHA-256 of what a browser keeps beside its session. Rated games between accounts that
-- share one are shown to those who keep order.
CREATE TABLE browsers (
    hash    BLOB    NOT NULL,
    account TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (account, hash)
) WITHOUT ROWID;
CREATE INDEX browsers_by_hash ON browsers (hash);
CREATE INDEX browsers_by_time ON browsers (seen_at);
