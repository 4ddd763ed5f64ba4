"""The way of a question through.

The steps, in order, with what each takes and gives:

    prepare      question            -> Query (vector, words with their idf)
    scope        filters             -> what passes them, counted
    vector_arm   Query, scope        -> matches by meaning, best first
    text_arm     Query, scope        -> matches by words, best first
    fuse         matches of both     -> candidates with cosine, coverage and the calibrated score, best first
    floor        candidates          -> those at or above the floor
    rerank       candidates          -> those in a reranker's order, within a budget of time; or as they were
    select       candidates          -> the k best passages
    widen        selected chunks     -> passages with their neighbours, cut from the text, by document
    (answer)     passages            -> SearchAnswer with its trace

Ranks start at 1; equal scores go by chunk id, so that two runs give the same order.
"""
