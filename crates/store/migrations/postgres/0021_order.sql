-- Who keeps order, beside whoever runs the server.
CREATE TABLE roles (
    account TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    role    TEXT NOT NULL CHECK (role IN ('moderator', 'administrator'))
);

-- What accounts may not do, why, and up to which date; NULL until it is lifted.
CREATE TABLE restraints (
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind    TEXT COLLATE "C" NOT NULL CHECK (kind IN ('mute', 'ban')),
    reason  TEXT    NOT NULL,
    until   BIGINT,
    -- Whether games under way are still to be left.
    leaving BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (account, kind)
);
CREATE INDEX restraints_leaving ON restraints (account) WHERE leaving;

-- What people told those who keep order, in order. Of a game's talk it keeps what was said until then, as JSON.
CREATE TABLE complaints (
    seq        BIGINT NOT NULL PRIMARY KEY,
    kind       TEXT   NOT NULL CHECK (kind IN ('talk', 'person', 'definition')),
    author     TEXT COLLATE "C" REFERENCES accounts (id) ON DELETE SET NULL,
    subject    TEXT COLLATE "C" REFERENCES accounts (id) ON DELETE SET NULL,
    game       TEXT COLLATE "C" REFERENCES games (id) ON DELETE SET NULL,
    side       BIGINT CHECK (side IN (1, 2)),
    definition TEXT COLLATE "C" REFERENCES definitions (id),
    text       TEXT   NOT NULL,
    talk       TEXT,
    created_at BIGINT NOT NULL,
    closed_at  BIGINT
);
CREATE INDEX complaints_open ON complaints (seq) WHERE closed_at IS NULL;
CREATE INDEX complaints_of_author ON complaints (author) WHERE author IS NOT NULL;
CREATE INDEX complaints_of_subject ON complaints (subject) WHERE subject IS NOT NULL;
CREATE INDEX complaints_of_game ON complaints (game) WHERE game IS NOT NULL;

-- What those who keep order did, in order; rows are only ever added, and outlive the accounts that they name.
CREATE TABLE measures (
    seq        BIGINT NOT NULL PRIMARY KEY,
    kind       TEXT   NOT NULL CHECK (kind IN ('appoint', 'mute', 'unmute', 'ban', 'unban', 'rename', 'close')),
    -- Who did it, by the name they had; NULL of whoever runs the server.
    author     TEXT,
    account    TEXT COLLATE "C",
    name       TEXT,
    detail     TEXT   NOT NULL,
    reason     TEXT   NOT NULL,
    complaint  BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX measures_of_account ON measures (account, seq) WHERE account IS NOT NULL;

CREATE FUNCTION measures_stand() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'measures stand';
END $$;
CREATE TRIGGER measures_stand BEFORE UPDATE OR DELETE ON measures FOR EACH ROW EXECUTE FUNCTION measures_stand();
CREATE TRIGGER measures_stay BEFORE TRUNCATE ON measures FOR EACH STATEMENT EXECUTE FUNCTION measures_stand();
