-- How sure OCR is of a page.
-- depends: 0004.tables

ALTER TABLE page ADD COLUMN confidence REAL CHECK (confidence BETWEEN 0 AND 1);
