-- Which players of a game wish that it be deleted; when both do, it is. A wish stands while the game has just so many events.
CREATE TABLE deletions (
    game_id    TEXT    NOT NULL REFERENCES games (id),
    side       INTEGER NOT NULL CHECK (side IN (1, 2)),
    events     INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, side)
) WITHOUT ROWID;
