-- How the players choose what they begin with, as JSON; NULL for a game that begins at once.
ALTER TABLE games ADD COLUMN setup TEXT;
