-- Settings of one archive, and their changes.

-- name: list_overrides
-- The settings that have a row, by name.
SELECT name, value
FROM setting_override
ORDER BY name

-- name: list_override_times
-- Since when the settings that have a row hold, by name.
SELECT name, set_at
FROM setting_override
ORDER BY name

-- name: override_of
-- The value of one setting, held until the end of the transaction.
SELECT value
FROM setting_override
WHERE name = %(name)s
FOR UPDATE

-- name: put_override
-- Let a value hold for this archive.
INSERT INTO setting_override (name, value)
VALUES (%(name)s, %(value)s)
ON CONFLICT (name) DO UPDATE
SET
    value = excluded.value,
    set_at = now()

-- name: delete_override
-- Let what holds elsewhere hold for this archive too.
DELETE FROM setting_override
WHERE name = %(name)s

-- name: note_setting_change
-- Keep who changed what.
INSERT INTO setting_change (name, before, after, changed_by)
VALUES (%(name)s, %(before)s, %(after)s, %(changed_by)s)

-- name: list_setting_changes
-- The last changes, the newest first.
SELECT name, before, after, changed_by, changed_at
FROM setting_change
ORDER BY id DESC
LIMIT %(limit)s
