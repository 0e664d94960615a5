-- Only PostgreSQL has this migration. The triggers on events run once per statement instead of once per event, because a statement inserts
-- the events of several games.
DROP TRIGGER after_event ON events;
DROP TRIGGER version_after_event ON events;
DROP TRIGGER push_after_event ON events;
DROP FUNCTION after_event();
DROP FUNCTION version_after_event();
DROP FUNCTION push_after_event();

-- Plans are cached; without this setting, those that were made while the tables were small would scan the large tables later.
CREATE FUNCTION after_events() RETURNS TRIGGER LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    -- The time of the last event, and the games of the events.
    latest BIGINT;
    changed TEXT[];
BEGIN
    SELECT MAX(created_at), array_agg(DISTINCT game_id) INTO latest, changed FROM added;
    UPDATE games SET version = version + (SELECT COUNT(*) FROM added WHERE game_id = games.id) WHERE id = ANY (changed);
    -- The last event of a game determines its deadline.
    WITH last AS (SELECT DISTINCT ON (game_id) game_id, deadline FROM added ORDER BY game_id, seq DESC),
        ended AS (DELETE FROM deadlines USING last WHERE deadlines.game_id = last.game_id AND last.deadline IS NULL)
    INSERT INTO deadlines (game_id, at) SELECT game_id, deadline FROM last WHERE deadline IS NOT NULL
        ON CONFLICT (game_id) DO UPDATE SET at = excluded.at;
    UPDATE mail SET due = 0, tries = 0, news = news + 1 WHERE game_id = ANY (changed) AND confirmed;
    UPDATE push_tidings SET due = 0, tries = 0, news = news + 1 WHERE game_id = ANY (changed) AND side > 0;
    INSERT INTO push_tidings (device, game_id, side, held, due)
        SELECT d.id, s.game_id, CASE s.seat WHEN '1' THEN 1 ELSE 2 END, FALSE, 0
        FROM seats s JOIN sessions x ON x.account = s.account JOIN push_devices d ON d.session = x.hash
        WHERE s.game_id = ANY (changed) AND s.seat IN ('1', '2')
        ON CONFLICT DO NOTHING;
    -- Does not wait for another transaction that does the same.
    UPDATE runs SET alive = latest WHERE began = (
        SELECT began FROM runs WHERE began = (SELECT MAX(began) FROM runs) AND alive < latest - 100
        FOR UPDATE SKIP LOCKED
    );
    RETURN NULL;
END $$;
CREATE TRIGGER after_events AFTER INSERT ON events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION after_events();

-- Inserts the events of different games whose sequence numbers are correct, and returns the games of the inserted events. Games that another
-- transaction is changing are left out: waiting for several locks could end in a deadlock. Each event is an array with its columns, and the
-- version that the game must have, or NULL, between the deadline and the mover.
CREATE FUNCTION append_events(batch JSON) RETURNS SETOF TEXT LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    locked TEXT[];
BEGIN
    SELECT array_agg(event ->> 0) INTO locked FROM json_array_elements(batch) AS event
        WHERE pg_try_advisory_xact_lock(hashtextextended(event ->> 0, 0));
    -- Another statement, because it must see what was committed before the locks were acquired.
    RETURN QUERY INSERT INTO events (game_id, seq, kind, payload, status, created_at, deadline, mover)
        SELECT event ->> 0, (event ->> 1)::BIGINT, event ->> 2, event ->> 3, event ->> 4, (event ->> 5)::BIGINT,
            (event ->> 6)::BIGINT, (event ->> 8)::BIGINT
        FROM json_array_elements(batch) AS event JOIN games ON games.id = event ->> 0
        WHERE games.id = ANY (locked) AND games.version = COALESCE((event ->> 7)::BIGINT, games.version)
            AND (SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE game_id = games.id) = (event ->> 1)::BIGINT
        RETURNING game_id;
END $$;
