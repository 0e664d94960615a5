-- Counts what changed a game, so that whoever knows an earlier state knows that it is one.
ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

-- With every event, and in its transaction; other changes raise it when they are committed.
CREATE TRIGGER version_after_event AFTER INSERT ON events BEGIN
    UPDATE games SET version = version + 1 WHERE id = NEW.game_id;
END;

-- As queries for both databases ask.
DROP INDEX publications_listed;
CREATE INDEX publications_listed ON publications (created_at) WHERE listed <> 0;

-- Until when a process looks after what is due; others leave it alone, and take it over when that time has passed.
ALTER TABLE mail ADD COLUMN leased INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deadlines ADD COLUMN leased INTEGER NOT NULL DEFAULT 0;
DROP TRIGGER deadline_after_event;
CREATE TRIGGER deadline_after_event AFTER INSERT ON events WHEN NEW.deadline IS NOT NULL BEGIN
    INSERT INTO deadlines (game_id, at) VALUES (NEW.game_id, NEW.deadline)
    ON CONFLICT (game_id) DO UPDATE SET at = excluded.at, leased = 0;
END;
