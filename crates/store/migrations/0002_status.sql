-- Where the game stood, in the words of the rules it began under, at its start and after each event:
-- a later change of a ruling must not change an old game's result. Unknown for rows older than this column.
ALTER TABLE games ADD COLUMN start_status TEXT;
ALTER TABLE events ADD COLUMN status TEXT;
