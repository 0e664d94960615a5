-- Searches filter games while they scan an index; each index contains the filtered columns, so that no rows are read for games that do not match.
-- An index on an expression contains all columns only if it contains those of the expression.
DROP INDEX finished_by_time;
DROP INDEX finished_of_game;
DROP INDEX finished_of_account_1;
DROP INDEX finished_of_account_2;
DROP INDEX finished_by_strength;
DROP INDEX finished_of_game_by_strength;
CREATE INDEX finished_by_time ON finished (at, game_id, game, class, rated, winner, rating_1, rating_2);
CREATE INDEX finished_of_game ON finished (game, at, game_id, spec, class, rated, winner);
CREATE INDEX finished_of_account_1 ON finished
    (account_1, at, game_id, account_2, game, spec, class, rated, winner, rating_1, rating_2) WHERE account_1 IS NOT NULL;
CREATE INDEX finished_of_account_2 ON finished
    (account_2, at, game_id, account_1, game, spec, class, rated, winner, rating_1, rating_2) WHERE account_2 IS NOT NULL;
CREATE INDEX finished_by_strength ON finished
    (COALESCE(CASE WHEN rating_2 IS NULL OR rating_1 >= rating_2 THEN rating_1 ELSE rating_2 END, 0), at, game_id, game, class,
    rated, winner, rating_1, rating_2);
CREATE INDEX finished_of_game_by_strength ON finished
    (game, COALESCE(CASE WHEN rating_2 IS NULL OR rating_1 >= rating_2 THEN rating_1 ELSE rating_2 END, 0), at, game_id, spec,
    class, rated, winner, rating_1, rating_2);
CREATE INDEX definitions_hidden ON definitions (id) WHERE hidden;

-- The game's record without names of accounts, ratings and the tournament, for exports; NULL until the game is indexed.
ALTER TABLE finished ADD COLUMN record TEXT;

-- Number of games with each move and result in positions reached within 24 moves, to count popular positions without reading their games.
-- Empty texts and 0 stand for NULL. Triggers update the counts, so processes of the previous version do, too.
CREATE TABLE openings (
    key       INTEGER NOT NULL,
    game      TEXT NOT NULL,
    class     TEXT NOT NULL,
    rated     INTEGER NOT NULL,
    winner    INTEGER NOT NULL,
    next_move TEXT NOT NULL,
    games     INTEGER NOT NULL,
    points    INTEGER NOT NULL,
    known     INTEGER NOT NULL,
    PRIMARY KEY (key, game, class, rated, winner, next_move)
) WITHOUT ROWID;
CREATE VIEW counted AS
    SELECT p.game_id, p.key, p.at, f.game, COALESCE(f.class, '') AS class, f.rated, COALESCE(f.winner, 0) AS winner,
        COALESCE(p.next_move, '') AS next_move, COALESCE(f.rating_1, 0) + COALESCE(f.rating_2, 0) AS points,
        (CASE WHEN f.rating_1 IS NULL THEN 0 ELSE 1 END) + (CASE WHEN f.rating_2 IS NULL THEN 0 ELSE 1 END) AS known
    -- Joined by time, because the index by time contains all columns.
    FROM positions p CROSS JOIN finished f WHERE f.at = p.at AND f.game_id || '' = p.game_id AND p.ply < 24;
INSERT INTO openings
    SELECT key, game, class, rated, winner, next_move, COUNT(*), SUM(points), SUM(known) FROM counted
    GROUP BY key, game, class, rated, winner, next_move;
CREATE TRIGGER openings_after_position AFTER INSERT ON positions WHEN NEW.ply < 24 BEGIN
    INSERT INTO openings SELECT key, game, class, rated, winner, next_move, 1, points, known FROM counted
        WHERE game_id = NEW.game_id AND key = NEW.key AND at = NEW.at
        ON CONFLICT (key, game, class, rated, winner, next_move) DO UPDATE SET games = openings.games + excluded.games,
            points = openings.points + excluded.points, known = openings.known + excluded.known;
END;
CREATE TRIGGER openings_before_position BEFORE DELETE ON positions WHEN OLD.ply < 24 BEGIN
    INSERT INTO openings SELECT key, game, class, rated, winner, next_move, -1, -points, -known FROM counted
        WHERE game_id = OLD.game_id AND key = OLD.key AND at = OLD.at
        ON CONFLICT (key, game, class, rated, winner, next_move) DO UPDATE SET games = openings.games + excluded.games,
            points = openings.points + excluded.points, known = openings.known + excluded.known;
END;
CREATE TRIGGER openings_before_rating BEFORE UPDATE OF rating_1, rating_2 ON finished BEGIN
    INSERT INTO openings SELECT key, game, class, rated, winner, next_move, -1, -points, -known FROM counted
        WHERE game_id = OLD.game_id
        ON CONFLICT (key, game, class, rated, winner, next_move) DO UPDATE SET games = openings.games + excluded.games,
            points = openings.points + excluded.points, known = openings.known + excluded.known;
END;
CREATE TRIGGER openings_after_rating AFTER UPDATE OF rating_1, rating_2 ON finished BEGIN
    INSERT INTO openings SELECT key, game, class, rated, winner, next_move, 1, points, known FROM counted
        WHERE game_id = NEW.game_id
        ON CONFLICT (key, game, class, rated, winner, next_move) DO UPDATE SET games = openings.games + excluded.games,
            points = openings.points + excluded.points, known = openings.known + excluded.known;
END;
