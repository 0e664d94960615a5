-- Tournaments: what is played, how, and until when. Length is the number of a Swiss tournament's rounds, or of an arena's minutes. Its version
-- rises with everything that changes it. Due is when somebody has to look after it; whoever does holds a lease.
CREATE TABLE tournaments (
    id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    version     BIGINT  NOT NULL DEFAULT 0,
    name        TEXT    NOT NULL,
    organiser   TEXT COLLATE "C" REFERENCES accounts (id) ON DELETE SET NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('round-robin', 'double-round-robin', 'swiss', 'arena')),
    length      BIGINT,
    spec        TEXT    NOT NULL,
    pace        TEXT    NOT NULL,
    rated       BOOLEAN NOT NULL,
    begins_at   BIGINT,
    begins_with BIGINT,
    most        BIGINT  NOT NULL,
    lowest      BIGINT,
    highest     BIGINT,
    phase       TEXT    NOT NULL CHECK (phase IN ('open', 'running', 'over', 'cancelled')),
    created_at  BIGINT  NOT NULL,
    begun_at    BIGINT,
    ended_at    BIGINT,
    due         BIGINT,
    leased      BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX tournaments_by_phase ON tournaments (phase, created_at);
CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_of_organiser ON tournaments (organiser) WHERE organiser IS NOT NULL;

-- Who plays, by number; NULL for an account that has gone. Rating is how strong they were when they entered. They are paired from a round on,
-- and up to another; byes are the rounds that they asked to sit out.
CREATE TABLE entrants (
    tournament  TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number      BIGINT NOT NULL,
    account     TEXT COLLATE "C" REFERENCES accounts (id) ON DELETE SET NULL,
    rating      BIGINT,
    from_round  BIGINT NOT NULL,
    until_round BIGINT,
    byes        TEXT   NOT NULL,
    -- Whether they were removed, and do not come back.
    barred      BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tournament, number)
);
CREATE UNIQUE INDEX entrants_once ON entrants (account, tournament) WHERE account IS NOT NULL;

-- Who plays whom in which round, or whom nobody, and what came of it, once. Watched is when somebody has to look whether both have begun.
CREATE TABLE pairings (
    tournament TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    round      BIGINT NOT NULL,
    place      BIGINT NOT NULL,
    first      BIGINT NOT NULL,
    second     BIGINT,
    game       TEXT COLLATE "C" UNIQUE,
    outcome    TEXT   CHECK (outcome IN ('first', 'second', 'draw', 'forfeit-first', 'forfeit-second', 'neither', 'bye', 'half', 'zero')),
    watched    BIGINT,
    created_at BIGINT NOT NULL,
    ended_at   BIGINT,
    PRIMARY KEY (tournament, round, place)
);

-- What is done with tournaments by those who keep order stands in the log, too.
ALTER TABLE measures DROP CONSTRAINT measures_kind_check;
ALTER TABLE measures ADD CONSTRAINT measures_kind_check
    CHECK (kind IN ('appoint', 'mute', 'unmute', 'ban', 'unban', 'rename', 'close', 'amend', 'start', 'cancel', 'remove'));
