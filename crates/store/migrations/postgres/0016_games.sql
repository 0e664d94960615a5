-- What the migrations for SQLite make up to this number, which say what each column is for. Names of games and definitions are compared
-- letter by letter.
CREATE TABLE games (
    id            TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    spec          TEXT   NOT NULL,
    rules_version TEXT   NOT NULL,
    start         TEXT   NOT NULL,
    start_status  TEXT,
    setup         TEXT,
    degree        TEXT   CHECK (degree IN ('warned', 'free')),
    pace          TEXT,
    players       TEXT   NOT NULL,
    created_at    BIGINT NOT NULL
);

CREATE TABLE events (
    game_id    TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    seq        BIGINT NOT NULL CHECK (seq >= 0),
    kind       TEXT   NOT NULL,
    payload    TEXT   NOT NULL,
    status     TEXT,
    created_at BIGINT NOT NULL,
    deadline   BIGINT,
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE seats (
    hash    BYTEA   NOT NULL PRIMARY KEY,
    game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    seat    TEXT    NOT NULL CHECK (seat IN ('both', '1', '2', 'watch')),
    host    BOOLEAN NOT NULL
);
CREATE INDEX seats_of_game ON seats (game_id);

CREATE TABLE invitations (
    game_id    TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id),
    side       BIGINT  NOT NULL CHECK (side IN (1, 2)),
    watched    BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT  NOT NULL
);
CREATE INDEX invitations_by_time ON invitations (created_at);

CREATE TABLE chat (
    game_id    TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    seq        BIGINT NOT NULL CHECK (seq >= 0),
    side       BIGINT NOT NULL CHECK (side IN (1, 2)),
    token      TEXT   NOT NULL,
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (game_id, seq),
    UNIQUE (game_id, side, token)
);

CREATE TABLE papers (
    game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    seat    TEXT NOT NULL CHECK (seat IN ('both', '1', '2')),
    kind    TEXT NOT NULL CHECK (kind IN ('notes', 'plan')),
    text    TEXT NOT NULL,
    at      BIGINT,
    PRIMARY KEY (game_id, seat, kind)
);

CREATE TABLE arrivals (
    game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    side    BIGINT NOT NULL CHECK (side IN (1, 2)),
    at      BIGINT NOT NULL,
    PRIMARY KEY (game_id, side)
);

CREATE TABLE deadlines (
    game_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id),
    at      BIGINT NOT NULL
);
CREATE INDEX deadlines_by_time ON deadlines (at);

CREATE TABLE publications (
    game_id    TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id),
    created_at BIGINT NOT NULL,
    listed     BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX publications_listed ON publications (created_at) WHERE listed <> 0;

CREATE TABLE mail (
    game_id    TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    side       BIGINT  NOT NULL CHECK (side IN (1, 2)),
    address    TEXT    NOT NULL,
    language   TEXT    NOT NULL CHECK (language IN ('en', 'fr')),
    token      TEXT    NOT NULL UNIQUE,
    confirmed  BOOLEAN NOT NULL,
    told       TEXT    NOT NULL DEFAULT '',
    due        BIGINT,
    tries      BIGINT  NOT NULL DEFAULT 0,
    news       BIGINT  NOT NULL DEFAULT 0,
    created_at BIGINT  NOT NULL,
    PRIMARY KEY (game_id, side)
);
CREATE INDEX mail_by_time ON mail (due) WHERE due IS NOT NULL;

CREATE TABLE mail_questions (
    mailbox    BYTEA  NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX mail_questions_by_mailbox ON mail_questions (mailbox, created_at);
CREATE INDEX mail_questions_by_time ON mail_questions (created_at);

CREATE TABLE runs (
    began BIGINT NOT NULL PRIMARY KEY,
    alive BIGINT NOT NULL,
    date  BIGINT NOT NULL,
    CHECK (alive >= began)
);

CREATE TABLE deletions (
    game_id    TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    side       BIGINT  NOT NULL CHECK (side IN (1, 2)),
    events     BIGINT  NOT NULL,
    created_at BIGINT  NOT NULL,
    stands     BOOLEAN NOT NULL DEFAULT TRUE,
    times      BIGINT  NOT NULL DEFAULT 1,
    PRIMARY KEY (game_id, side)
);

CREATE TABLE definitions (
    id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    content     BYTEA   NOT NULL,
    name        TEXT    NOT NULL,
    author      TEXT    NOT NULL,
    licence     TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('private', 'public', 'withdrawn')),
    hidden      BOOLEAN NOT NULL DEFAULT FALSE,
    key         BYTEA   NOT NULL,
    earlier     TEXT COLLATE "C" REFERENCES definitions (id) DEFERRABLE,
    cloned_from TEXT COLLATE "C" REFERENCES definitions (id) DEFERRABLE,
    trial       TEXT,
    played      BIGINT  NOT NULL DEFAULT 0,
    created_at  BIGINT  NOT NULL
);
CREATE INDEX definitions_by_key ON definitions (key);
CREATE INDEX definitions_by_earlier ON definitions (earlier) WHERE earlier IS NOT NULL;
CREATE INDEX definitions_shown ON definitions (created_at) WHERE state = 'public' AND NOT hidden;

CREATE TABLE moderation (
    seq        BIGINT NOT NULL PRIMARY KEY,
    definition TEXT COLLATE "C" NOT NULL REFERENCES definitions (id),
    act        TEXT   NOT NULL CHECK (act IN ('hide', 'show')),
    reason     TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

-- What the triggers of SQLite do with each event.
CREATE FUNCTION after_event() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.deadline IS NULL THEN
        DELETE FROM deadlines WHERE game_id = NEW.game_id;
    ELSE
        INSERT INTO deadlines (game_id, at) VALUES (NEW.game_id, NEW.deadline)
        ON CONFLICT (game_id) DO UPDATE SET at = excluded.at;
    END IF;
    UPDATE mail SET due = 0, tries = 0, news = news + 1 WHERE game_id = NEW.game_id AND confirmed;
    -- Whoever else is about to say the same need not be waited for.
    UPDATE runs SET alive = NEW.created_at WHERE began = (
        SELECT began FROM runs WHERE began = (SELECT MAX(began) FROM runs) AND alive < NEW.created_at - 100
        FOR UPDATE SKIP LOCKED
    );
    RETURN NULL;
END $$;
CREATE TRIGGER after_event AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION after_event();

CREATE FUNCTION definition_played() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE definitions SET played = played + 1 WHERE id = substr(NEW.spec, 1, 72);
    RETURN NULL;
END $$;
CREATE TRIGGER definition_played AFTER INSERT ON games FOR EACH ROW WHEN (NEW.spec LIKE '@%')
    EXECUTE FUNCTION definition_played();

CREATE FUNCTION moderation_stands() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'acts stand';
END $$;
CREATE TRIGGER moderation_stands BEFORE UPDATE OR DELETE ON moderation FOR EACH ROW EXECUTE FUNCTION moderation_stands();
