-- The private half of the key by which the server says who it is to those who bring messages to devices: drawn once, and then kept.
CREATE TABLE push_keys (
    number  BIGINT NOT NULL PRIMARY KEY CHECK (number = 1),
    private BYTEA   NOT NULL
);

-- The browsers that are told what happens while nobody looks: where messages for one are handed over, and what only it reads them by. The
-- name is the SHA-256 of that address. With the session under which it is known goes the browser; it is NULL of a guest's.
CREATE TABLE push_devices (
    id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    endpoint TEXT    NOT NULL,
    key      BYTEA   NOT NULL,
    secret   BYTEA   NOT NULL,
    language TEXT    NOT NULL CHECK (language IN ('en', 'fr')),
    session  BYTEA   REFERENCES sessions (hash) ON DELETE CASCADE,
    seen_at  BIGINT NOT NULL
);
CREATE INDEX push_devices_of_session ON push_devices (session) WHERE session IS NOT NULL;
CREATE INDEX push_devices_by_time ON push_devices (seen_at);

-- What a browser is told of: a side of a game, or, as side 0, a challenge by the name of the game to be. What is held by a key was asked
-- for with it; all else follows from the account of the session.
CREATE TABLE push_tidings (
    device  TEXT COLLATE "C" NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
    game_id TEXT COLLATE "C" NOT NULL,
    side    BIGINT NOT NULL CHECK (side IN (0, 1, 2)),
    held    BOOLEAN NOT NULL,
    -- The turn that was told last.
    told    TEXT    NOT NULL DEFAULT '',
    -- When to look whether there is something to tell; NULL while there is nothing.
    due     BIGINT,
    leased  BIGINT NOT NULL DEFAULT 0,
    tries   BIGINT NOT NULL DEFAULT 0,
    -- Counts what happened since: what becomes due while something is being sent is not forgotten.
    news    BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (device, game_id, side)
);
CREATE INDEX push_tidings_by_time ON push_tidings (due) WHERE due IS NOT NULL;
CREATE INDEX push_tidings_of_game ON push_tidings (game_id);

-- What the triggers of SQLite do: with every event, and in its transaction, there may be something to tell at once.
CREATE FUNCTION push_after_event() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE push_tidings SET due = 0, tries = 0, news = news + 1 WHERE game_id = NEW.game_id AND side > 0;
    INSERT INTO push_tidings (device, game_id, side, held, due)
        SELECT d.id, s.game_id, CASE s.seat WHEN '1' THEN 1 ELSE 2 END, FALSE, 0
        FROM seats s JOIN sessions x ON x.account = s.account JOIN push_devices d ON d.session = x.hash
        WHERE s.game_id = NEW.game_id AND s.seat IN ('1', '2')
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER push_after_event AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION push_after_event();

-- Whoever comes to a game may be to move at once.
CREATE FUNCTION push_after_seat() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO push_tidings (device, game_id, side, held, due)
        SELECT d.id, NEW.game_id, CASE NEW.seat WHEN '1' THEN 1 ELSE 2 END, FALSE, 0
        FROM sessions x JOIN push_devices d ON d.session = x.hash WHERE x.account = NEW.account
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER push_after_seat AFTER INSERT ON seats FOR EACH ROW
    WHEN (NEW.account IS NOT NULL AND NEW.seat IN ('1', '2')) EXECUTE FUNCTION push_after_seat();

CREATE FUNCTION push_after_seek() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO push_tidings (device, game_id, side, held, due)
        SELECT d.id, NEW.id, 0, FALSE, 0 FROM sessions x JOIN push_devices d ON d.session = x.hash WHERE x.account = NEW.opponent
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER push_after_seek AFTER INSERT ON seeks FOR EACH ROW
    WHEN (NEW.opponent IS NOT NULL) EXECUTE FUNCTION push_after_seek();
