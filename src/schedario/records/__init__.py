"""Frozen values that flow between the steps; no I/O.

extraction   what a reader gives: pages made of blocks
document     the normalised text, its pages, chunks, and what the archive keeps of a file
ledger       what became of each file of one run
query        a question, taken apart
candidate    chunks on their way through a search
search       passages, trace, answer
status       what is there, what is missing, what to do
evaluation   datasets, questions, ranks, figures
"""
