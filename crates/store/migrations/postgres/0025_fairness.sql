-- The side that made the move, 1 or 2; NULL for other events, and for moves stored by earlier versions.
ALTER TABLE events ADD COLUMN mover BIGINT CHECK (mover IN (1, 2));

-- How the server paired the players; NULL if they found each other. A real-time game that does not begin in time ends at its deadline.
ALTER TABLE games ADD COLUMN paired TEXT CHECK (paired IN ('seek', 'tournament'));
UPDATE games SET paired = 'tournament' WHERE id IN (SELECT game FROM pairings WHERE outcome IS NULL AND watched IS NOT NULL);
INSERT INTO deadlines (game_id, at) SELECT game, watched FROM pairings
    WHERE outcome IS NULL AND watched IS NOT NULL AND game NOT IN (SELECT game_id FROM deadlines);

-- Whether the entrant did not show up for a game; they are not paired again until they return.
ALTER TABLE entrants ADD COLUMN absent BOOLEAN NOT NULL DEFAULT FALSE;

-- From which networks accounts have signed in lately: the SHA-256 of an IPv4 address or an IPv6 /64.
CREATE TABLE networks (
    hash    BYTEA   NOT NULL,
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (account, hash)
);
CREATE INDEX networks_by_hash ON networks (hash);

-- Rated games that change no rating until the report about them is closed.
CREATE TABLE held (
    game_id   TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    complaint BIGINT NOT NULL,
    game      TEXT NOT NULL,
    class     TEXT NOT NULL CHECK (class IN ('blitz', 'rapid', 'classical', 'correspondence')),
    at        BIGINT NOT NULL,
    winner    BIGINT CHECK (winner IN (1, 2)),
    account_1 TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    account_2 TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX held_of_complaint ON held (complaint, at);
CREATE INDEX held_of_account_1 ON held (account_1);
CREATE INDEX held_of_account_2 ON held (account_2);
CREATE INDEX results_of_pair ON results (account_1, account_2, at) WHERE account_1 IS NOT NULL;

-- Open tournaments without a start time are cancelled after some time.
UPDATE tournaments SET due = 0 WHERE phase = 'open' AND due IS NULL;
