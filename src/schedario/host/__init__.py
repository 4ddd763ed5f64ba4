"""Runs the front doors of one archive in one process: the service.

state        who runs for a data folder, which clients read; light, and open to every front door
listening    an address                   -> a socket, or one clear line
ingesting    the queue                    -> documents, in a thread
idle         how long nobody asked        -> the end
serving      settings                     -> all of it, until it is told to end
"""
