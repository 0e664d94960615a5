-- When the server was there. The times kept in this database pass only while it is: between a run's last sign of life and the next
-- run's begin no time passes at all. The date at the begin tells what such a time is for people.
CREATE TABLE runs (
    began INTEGER NOT NULL PRIMARY KEY,
    alive INTEGER NOT NULL,
    date  INTEGER NOT NULL,
    CHECK (alive >= began)
);

-- An event is a sign of life, too; ten a second are enough.
CREATE TRIGGER run_after_event AFTER INSERT ON events BEGIN
    UPDATE runs SET alive = NEW.created_at
    WHERE began = (SELECT MAX(began) FROM runs) AND alive < NEW.created_at - 100;
END;
