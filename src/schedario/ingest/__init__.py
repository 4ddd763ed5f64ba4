"""The way of a file in.

The steps, in order, with what each takes and gives:

    scan        paths                     -> files to look at, and entries for what is no file
    read_file   path                      -> FileFacts (hash of the bytes, size, time)
    extract     path                      -> Extraction (pages of blocks), and what the next step makes of it
    normalise   Extraction                -> DocumentText (one text; pages, headings, rows, pictures), and its hash
    chunk       DocumentText              -> chunks: ranges of tokens within a page
    language    text, chunks              -> chunks with their language
    (lexemes)   text, chunks              -> chunks with their lexemes
    context     path, chunks              -> what each chunk stands under
    (embedder)  texts, contexts           -> vectors and token codes
    notes       Extraction                -> what a note says of itself
    sketch      text                      -> by which versions of the document are recognised
    (store)     NewDocument               -> DocumentRecord, in one transaction
    incoming    members of an Extraction  -> files that go the same way

``make_document`` does what lies between the normalised text and the store. ``pipeline`` puts all together for one file
and those in it; what is unchanged, a duplicate, skipped or failed leaves it early: ``settled`` knows it from before.
"""
