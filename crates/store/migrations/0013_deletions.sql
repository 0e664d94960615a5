-- Which players of a game wish that it be deleted; when both do, it is.
CREATE TABLE deletions (
    game_id    TEXT    NOT NULL REFERENCES games (id),
    side       INTEGER NOT NULL CHECK (side IN (1, 2)),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, side)
) WITHOUT ROWID;
