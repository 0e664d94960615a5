-- How fast a game is played, as text; NULL without clocks.
ALTER TABLE games ADD COLUMN pace TEXT;

-- When each side's player came to a game with clocks: they run once both are there.
CREATE TABLE arrivals (
    game_id TEXT    NOT NULL REFERENCES games (id),
    side    INTEGER NOT NULL CHECK (side IN (1, 2)),
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, side)
) WITHOUT ROWID;

-- When time is up in a game whose clocks run, if nobody moves before.
CREATE TABLE deadlines (
    game_id TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    at      INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX deadlines_by_time ON deadlines (at);

-- The same after an event, kept with it; the last one counts.
ALTER TABLE events ADD COLUMN deadline INTEGER;
CREATE TRIGGER deadline_after_event AFTER INSERT ON events WHEN NEW.deadline IS NOT NULL BEGIN
    INSERT INTO deadlines (game_id, at) VALUES (NEW.game_id, NEW.deadline)
    ON CONFLICT (game_id) DO UPDATE SET at = excluded.at;
END;
CREATE TRIGGER no_deadline_after_event AFTER INSERT ON events WHEN NEW.deadline IS NULL BEGIN
    DELETE FROM deadlines WHERE game_id = NEW.game_id;
END;
