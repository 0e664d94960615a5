-- Where a player wants to be told by e-mail that it is his turn, or that the game is over: nothing but one question is sent
-- until he has confirmed it. The token is in the links of the messages, and opens nothing else.
CREATE TABLE mail (
    game_id    TEXT    NOT NULL REFERENCES games (id),
    side       INTEGER NOT NULL CHECK (side IN (1, 2)),
    address    TEXT    NOT NULL,
    language   TEXT    NOT NULL CHECK (language IN ('en', 'fr')),
    token      TEXT    NOT NULL UNIQUE,
    confirmed  INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
    -- The turn that he was told of last.
    told       TEXT    NOT NULL DEFAULT '',
    -- When to look whether there is something to tell; NULL while there is nothing. One message a side waits at most.
    due        INTEGER,
    tries      INTEGER NOT NULL DEFAULT 0,
    -- Counts what happened in the game since: what becomes due while something is being sent is not forgotten.
    news       INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, side)
) WITHOUT ROWID;
CREATE INDEX mail_by_time ON mail (due) WHERE due IS NOT NULL;

-- With every event, and in its transaction, there may be something to tell at once.
CREATE TRIGGER mail_after_event AFTER INSERT ON events BEGIN
    UPDATE mail SET due = 0, tries = 0, news = news + 1 WHERE game_id = NEW.game_id AND confirmed = 1;
END;

-- The questions sent to an address lately, so that nobody is sent many.
CREATE TABLE mail_questions (
    address    TEXT    NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX mail_questions_by_address ON mail_questions (address, created_at);
