"""The second phase: what presents a document.

The steps, in order, with what each takes and gives:

    plan        text              -> groups, none longer than the model takes, and how many calls they cost
    summary     groups            -> a summary of each, then of those, level by level, until one call is left
    describe    what is left      -> the summary, and with it description and categories; or these alone, of a summary
    (store)     NewAnalysis       -> kept in one transaction

``pipeline`` has the order for one document. ``prompts`` has the words, ``ask`` the rules of a call: an answer that does
not fit is asked for once more. ``extracted`` does all of it without a model, with the weights of ``key_terms``.
``fingerprint`` says what each part depends on.

Before all that, ``pictures`` asks a model that sees about what OCR could not read, in the words of ``picture_prompt``.
The document is then indexed again, and that text is the one that the steps are given.
"""
