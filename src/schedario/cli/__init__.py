"""The command line: one command a file.

``main`` runs the application and maps errors to exit codes, ``session`` opens archives, ``output`` writes results.
Results go to stdout; notices, progress and errors go to stderr.
"""
