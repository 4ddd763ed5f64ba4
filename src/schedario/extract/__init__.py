"""From a file to pages of blocks, in a child process that may die.

The steps, in order, with what each takes and gives:

    supervisor  path                  -> Extraction; starts, watches and replaces the child
    (protocol)  messages              -> frames on the child's stdin and stdout
    child       request               -> answer; runs the steps below
    detect      path                  -> media type, from the content
    container   path                  -> nothing, or refuses a zip that would do harm
    registry    media type            -> the reader of that kind, one file per format; takes members out of containers
    (a reader)  Source                -> Extraction, with the members that lie in it
    (an engine) picture               -> lines with their places: ``ocr_rapid``, ``ocr_vision``, ``tools/tesseract``;
                                         ``ocr`` chooses, ``reading_order`` puts the lines in order

Nothing here is imported by the parent but ``supervisor``, ``protocol``, ``limits``, ``ocr`` and ``workspace``: the
libraries that read files are loaded in the child, and only when a file needs them.
"""
