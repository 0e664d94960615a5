-- The account of a definition's author, if they were signed in: moderators do not act on their own games.
ALTER TABLE definitions ADD COLUMN account TEXT COLLATE "C" REFERENCES accounts (id) ON DELETE SET NULL;
CREATE INDEX definitions_of_account ON definitions (account) WHERE account IS NOT NULL;
CREATE INDEX account_mail_by_address ON account_mail (address) WHERE address IS NOT NULL;

-- The log also contains actions that were refused because they concern the moderator.
ALTER TABLE measures DROP CONSTRAINT measures_kind_check;
ALTER TABLE measures ADD CONSTRAINT measures_kind_check
    CHECK (kind IN ('appoint', 'mute', 'unmute', 'ban', 'unban', 'rename', 'close', 'amend', 'start', 'cancel', 'remove', 'list', 'unlist', 'refused'));

-- New API tokens, and revoked access, are announced by e-mail.
ALTER TABLE letters DROP CONSTRAINT letters_kind_check;
ALTER TABLE letters ADD CONSTRAINT letters_kind_check
    CHECK (kind IN ('question', 'recovery', 'password', 'passkey', 'token', 'codes', 'code', 'access', 'address', 'name'));
