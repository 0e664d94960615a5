-- How often a player has wished a game deleted since the last event, and whether the last wish stands: one who took it back is remembered.
ALTER TABLE deletions ADD COLUMN stands INTEGER NOT NULL DEFAULT 1;
ALTER TABLE deletions ADD COLUMN times INTEGER NOT NULL DEFAULT 1;

-- Whether who offers a side of a game says that others may watch it; who takes the side agrees to that.
ALTER TABLE invitations ADD COLUMN watched INTEGER NOT NULL DEFAULT 0;
-- Whether a game that is shown to everybody stands in the list of those that are played: both players have said so before it began.
ALTER TABLE publications ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX publications_listed ON publications (created_at) WHERE listed;
