"""What the product can do: the only door for front doors.

adding       files and folders into the archive     -> Ledger
sourcing     which folders are kept up to date
watching     passes over those that change
syncing      a pass over them                       -> SyncReport
reindexing   what is outdated or stale              -> Mended
spaces       embeddings of another model            -> SpacePlan, SpaceBuilt
extracting   files to be looked at                  -> FileText
searching    a question                             -> SearchAnswer
asking       what a search found                    -> AskedAnswer
documents    list, show, remove
overview     what is there, and how the parts are   -> ArchiveStatus, findings
care         an archive's index, kept searches      -> findings
archives     list, remove
backups      an archive into a file, and back       -> BackupFacts
evaluation   a dataset                              -> EvaluationReport
"""
