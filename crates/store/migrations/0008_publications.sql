-- Games that their players show to everybody: their names open looking on, and nothing else.
CREATE TABLE publications (
    game_id    TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
