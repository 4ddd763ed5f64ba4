"""Where files come from, besides being named one by one.

folder   what lies below a folder, by names, sizes and times
git      what is committed on a branch of a repository
watch    what changes below folders, as it happens
globs    which of it is wanted
"""
