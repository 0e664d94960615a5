-- Games whose free side anybody may take.
CREATE TABLE invitations (
    game_id    TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    side       INTEGER NOT NULL CHECK (side IN (1, 2)),
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX invitations_by_time ON invitations (created_at);
