-- How often a player has wished a game deleted since the last event, and whether the last wish stands: one who took it back is remembered.
ALTER TABLE deletions ADD COLUMN stands INTEGER NOT NULL DEFAULT 1;
ALTER TABLE deletions ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
