"""The index in PostgreSQL with pgvector: an embedded server by default, any other by its URL.

From the facade down:

    database     the facade: open a server, open an archive on it
    address      where a database is, with and without its password
    server       the embedded server, shared by all processes that use a data folder
    pool         connections to one archive; the driver's errors become ours
    archives     one PostgreSQL schema per archive: list, create, drop
    migrate      brings an archive's schema up to the code
    queries      the named queries of ``sql/``; the only place where SQL is composed
    writing      the parts of a write
    spaces       which embedding space is active
    documents    what is kept of files (``ports.DocumentStore``)
    search       finding chunks (``ports.SearchStore``)
    search_runs  a record of each search, without any text of the documents
    backup       whole archives into a file and back; ``backup_file`` is the file
    integrity    whether an archive's tables agree (``ports.IndexCare``)
    check        what the doctor says of the database
"""
