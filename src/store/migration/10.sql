-- Version 10: the ledger stores the actions of commands and of the console as messages, each a JSON array of a name and
-- arguments, so that readers see them in their language. A text that no pattern matches stays a text.

-- A text `beginning A ending` becomes the JSON `opening A closing`, and a text `beginning A middle B ending` becomes
-- `opening A separator B closing`. A pattern without `closing` matches only the text `beginning`.
WITH
    pattern (beginning, middle, ending, opening, separator, closing) AS (VALUES
        ('signed in to the console from ', '', '', '["SignIn",', '', ']'),
        ('signed in to the console with a recovery code from ', '', '', '["SignInByRecoveryCode",', '', ']'),
        ('was signed in to the console by the proxy from ', '', '', '["SignInByProxy",', '', ']'),
        ('failed to sign in to the console from ', '', '', '["SignInFailed",', '', ']'),
        ('gave a wrong code at signing in to the console from ', '', '', '["SignInWithWrongCode",', '', ']'),
        ('was throttled at signing in to the console from ', '', '', '["SignInThrottled",', '', ']'),
        ('gave a wrong present password in the console from ', '', '', '["WrongCurrentPassword",', '', ']'),
        ('credential add ', '; granted: ', '', '["AddAccount",["Credential"],', ',["GrantedOperations",', ']]'),
        ('operator add ', '', '; viewer', '["AddAccount",["Operator"],', '', ',["Viewer"]]'),
        ('operator add ', '', '; editor', '["AddAccount",["Operator"],', '', ',["Editor"]]'),
        ('operator add ', '', '; owner', '["AddAccount",["Operator"],', '', ',["Owner"]]'),
        ('operator add ', '', '; viewer; named by the proxy, without a password',
         '["AddAccount",["Operator"],', '', ',["Viewer"],["NamedByProxy"]]'),
        ('operator add ', '', '; editor; named by the proxy, without a password',
         '["AddAccount",["Operator"],', '', ',["Editor"],["NamedByProxy"]]'),
        ('operator add ', '', '; owner; named by the proxy, without a password',
         '["AddAccount",["Operator"],', '', ',["Owner"],["NamedByProxy"]]'),
        ('credential rotate ', '', '', '["RotateAccount",["Credential"],', '', ']'),
        ('credential rotate ', '', '; the old password holds no longer',
         '["RotateAccount",["Credential"],', '', ',["OldPasswordHolds",["NoLongerValid"]]]'),
        ('credential rotate ', '; the old password holds until ', '',
         '["RotateAccount",["Credential"],', ',["OldPasswordHolds",["ValidUntil",', ']]]'),
        ('operator rotate ', '', '', '["RotateAccount",["Operator"],', '', ']'),
        ('credential revoke ', '', '', '["RevokeCredential",', '', ']'),
        ('credential revoke ', ' --token ', '', '["RevokeToken",', ',', ']'),
        ('operator revoke ', '', '', '["RevokeOperator",', '', ']'),
        ('credential token ', '', '; it holds until it is revoked', '["AddToken",', '', ',["ValidUntilRevoked"]]'),
        ('credential token ', '; it holds until ', '', '["AddToken",', ',["ValidUntil",', ']]'),
        ('credential grant ', ': ', '', '["GrantOperations",', ',', ']'),
        ('credential deny ', ': ', '', '["DenyOperations",', ',', ']'),
        ('operator role ', '', ' viewer', '["SetRole",', '', ',["Viewer"]]'),
        ('operator role ', '', ' editor', '["SetRole",', '', ',["Editor"]]'),
        ('operator role ', '', ' owner', '["SetRole",', '', ',["Owner"]]'),
        ('operator reset-second-factor ', '', '', '["ResetSecondFactor",', '', ']'),
        ('operator set-second-factor ', '', '', '["SetSecondFactor",', '', ']'),
        ('operator remove-second-factor ', '', '', '["RemoveSecondFactor",', '', ']'),
        ('operator new-recovery-codes ', '', '', '["RenewRecoveryCodes",', '', ']'),
        ('calendar renew class ', '', '', '["RenewCalendarFeed",["FeedOfClass"],', '', ']'),
        ('calendar renew person ', '', '', '["RenewCalendarFeed",["FeedOfPerson"],', '', ']'),
        ('calendar renew division ', '', '', '["RenewCalendarFeed",["FeedOfDivision"],', '', ']'),
        ('calendar remove class ', '', '', '["RemoveCalendarFeed",["FeedOfClass"],', '', ']'),
        ('calendar remove person ', '', '', '["RemoveCalendarFeed",["FeedOfPerson"],', '', ']'),
        ('calendar remove division ', '', '', '["RemoveCalendarFeed",["FeedOfDivision"],', '', ']'),
        ('mappings set ', ', version ', '', '["SetMapping",', ',', ']'),
        ('mappings remove ', '', '', '["RemoveMapping",', '', ']'),
        ('person export ', '', '', '["ExportPerson",', '', ']'),
        ('audit --prune-before ', '', '', '["PruneAudit",', '', ']'),
        ('imports --prune-before ', '', '', '["PruneImports",', '', ']'),
        ('backup --to ', '', '', '["MakeBackup",', '', ']'),
        ('person anonymise', '', '', '["AnonymisePerson"]', '', ''),
        ('serve --audit-keep', '', '', '["PruneExpiredChanges"]', '', ''),
        ('serve --anonymise-after', '', '', '["AnonymiseExpiredPerson"]', '', ''),
        ('demo; a new password of the operator demo, who is owner', '', '', '["RenewDemoOperator"]', '', ''),
        ('demo; a new password of the credential demo, which is granted every operation', '', '',
         '["RenewDemoCredential"]', '', '')
    ),
    entry AS (
        SELECT id, action GLOB 'console *' AS is_in_console,
               iif(action GLOB 'console *', substr(action, 9), action) AS text
        FROM ledger WHERE kind IN ('command', 'act')
    ),
    matched AS (
        SELECT entry.id, pattern.*,
               substr(text, length(beginning) + 1, length(text) - length(beginning || ending)) AS arguments
        FROM entry JOIN pattern ON text GLOB beginning || '*' AND CASE closing
            WHEN '' THEN text = beginning
            ELSE length(text) > length(beginning || middle || ending)
                 AND substr(text, length(text) - length(ending) + 1) = ending
                 AND instr(substr(text, length(beginning) + 1), middle) > 0
        END
    ),
    argument AS (
        SELECT *, iif(middle = '', arguments, substr(arguments, 1, instr(arguments, middle) - 1)) AS a,
               iif(middle = '', '', json_quote(substr(arguments, instr(arguments, middle) + length(middle)))) AS b
        FROM matched
    ),
    -- the columns are those of the longest pattern; early versions did not store the beginning of a new token
    message AS (
        SELECT id, max(length(beginning || middle || ending)),
               opening || CASE
                   WHEN closing = '' THEN ''
                   -- the name of a credential and the 12 characters that identify a token
                   WHEN beginning = 'credential token '
                       THEN json_quote(substr(a, 1, length(a) - 13)) || ',' || json_quote(substr(a, -12))
                   ELSE json_quote(a)
               END || separator || b || closing AS json
        FROM argument WHERE beginning <> 'credential token ' OR a GLOB '?* lms_????????' GROUP BY id
    )
UPDATE ledger
SET action = iif(is_in_console, '["InConsole",' || coalesce(json, json_quote(text)) || ']', coalesce(json, text))
FROM entry LEFT JOIN message USING (id)
WHERE ledger.id = entry.id;
