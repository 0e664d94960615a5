-- Whether those who keep order have listed a game that somebody wrote: its games may count for ratings.
ALTER TABLE definitions ADD COLUMN listed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX definitions_listed ON definitions (played) WHERE listed;

-- That it is stands in the log, too.
ALTER TABLE measures DROP CONSTRAINT measures_kind_check;
ALTER TABLE measures ADD CONSTRAINT measures_kind_check
    CHECK (kind IN ('appoint', 'mute', 'unmute', 'ban', 'unban', 'rename', 'close', 'amend', 'start', 'cancel', 'remove', 'list', 'unlist'));
