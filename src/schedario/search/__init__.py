"""The way of a question through.

The steps, in order, with what each takes and gives:

    prepare      question            -> Query (vector, tokens, words with their idf)
    scope        filters             -> what passes them, counted
    vector_arm   Query, scope        -> matches by meaning, best first
    text_arm     Query, scope        -> matches by words, best first
    phrase_arm   phrases, scope      -> chunks that hold them, where the question has some; then no other arm
    fuse         matches             -> candidates with cosine, coverage and a first score, best first
    compare      best candidates     -> those with the calibrated score, to which their tokens add, best first
    floor        candidates          -> those at or above the floor
    rerank       candidates          -> those in a reranker's order, within a budget of time; or as they were
    select       candidates          -> the k best passages
    widen        selected chunks     -> passages with their neighbours, cut from the text, by document
    (answer)     passages            -> SearchAnswer with its trace

Ranks start at 1; equal scores go by chunk id, so that two runs give the same order.
"""
