-- Version 8: credentials have tokens beside their password.
CREATE TABLE credential_token (
    credential    INTEGER NOT NULL REFERENCES credential ON DELETE CASCADE,
    prefix        TEXT    NOT NULL,   -- its first characters, by which it is listed and revoked
    digest        TEXT    NOT NULL UNIQUE,   -- of the whole token, which is random
    created_at    TEXT    NOT NULL,
    expires_at    TEXT,   -- NULL: never
    last_used_at  TEXT,
    PRIMARY KEY (credential, prefix)
) STRICT, WITHOUT ROWID;
