-- How much the rules help the players of a game; NULL where they enforce themselves, as they did in every game until now.
ALTER TABLE games ADD COLUMN degree TEXT CHECK (degree IN ('warned', 'free'));
