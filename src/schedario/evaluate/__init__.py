"""Measures retrieval on labelled questions.

datasets   folder                         -> Dataset
ranks      SearchAnswer, label            -> the labelled document's rank after every stage
figures    results of many questions      -> Figures
runner     Dataset, a way to ask          -> EvaluationReport
metrics/   one measure a file, each with its source
"""
