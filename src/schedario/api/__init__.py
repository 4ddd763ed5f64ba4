"""The HTTP API: one file for each noun.

app          a shared archive             -> the application with all routes
guard        who may ask                  -> through, or refused
errors       what went wrong              -> one shape, a stable code, a status
parameters   what stands in a request     -> checked, unknown names refused
shapes       what answers look like, for the OpenAPI document
terminal     what the command line asks a running service
"""
