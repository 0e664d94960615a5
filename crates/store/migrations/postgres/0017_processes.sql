-- Counts what changed a game, so that whoever knows an earlier state knows that it is one.
ALTER TABLE games ADD COLUMN version BIGINT NOT NULL DEFAULT 0;

-- With every event, and in its transaction; other changes raise it when they are committed.
CREATE FUNCTION version_after_event() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE games SET version = version + 1 WHERE id = NEW.game_id;
    RETURN NULL;
END $$;
CREATE TRIGGER version_after_event AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION version_after_event();

-- Until when a process looks after what is due; others leave it alone, and take it over when that time has passed.
ALTER TABLE mail ADD COLUMN leased BIGINT NOT NULL DEFAULT 0;
ALTER TABLE deadlines ADD COLUMN leased BIGINT NOT NULL DEFAULT 0;
CREATE FUNCTION nobody_looks_after() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.leased = 0;
    RETURN NEW;
END $$;
CREATE TRIGGER nobody_looks_after BEFORE UPDATE ON deadlines FOR EACH ROW WHEN (NEW.at <> OLD.at)
    EXECUTE FUNCTION nobody_looks_after();
