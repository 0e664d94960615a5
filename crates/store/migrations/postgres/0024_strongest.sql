-- Finished games by how strong the stronger of their players was then, all of them and those of a game: the strongest first, a page after
-- another. Where nothing is known of either it is nought.
CREATE INDEX finished_by_strength ON finished
    (COALESCE(CASE WHEN rating_2 IS NULL OR rating_1 >= rating_2 THEN rating_1 ELSE rating_2 END, 0), at, game_id);
CREATE INDEX finished_of_game_by_strength ON finished
    (game, COALESCE(CASE WHEN rating_2 IS NULL OR rating_1 >= rating_2 THEN rating_1 ELSE rating_2 END, 0), at, game_id);
