-- When a seat last wrote a paper; what there is counts as written now.
ALTER TABLE papers ADD COLUMN at INTEGER;
UPDATE papers SET at = (SELECT MAX(alive) FROM runs);

-- The questions sent to a mailbox lately, so that nobody is sent many: the SHA-256 of its address, never the address.
DROP TABLE mail_questions;
CREATE TABLE mail_questions (
    mailbox    BLOB    NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX mail_questions_by_mailbox ON mail_questions (mailbox, created_at);
CREATE INDEX mail_questions_by_time ON mail_questions (created_at);
