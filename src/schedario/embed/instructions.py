"""What stands before a question and before a passage, as each model was trained with.

From the models' own cards. A model that is not here gets nothing before its texts; the settings say otherwise.
"""

from dataclasses import dataclass

_WEB_SEARCH = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
_REPRESENT = "Represent this sentence for searching relevant passages: "


@dataclass(frozen=True, slots=True)
class Instructions:
    """What stands before a question and before a passage; both may be empty."""

    query: str = ""
    passage: str = ""


# The first one whose name is part of the model's, in small letters, holds.
_KNOWN = (
    ("qwen3-embedding", Instructions(query=_WEB_SEARCH)),
    ("embeddinggemma", Instructions("task: search result | query: ", "title: none | text: ")),
    ("nomic-embed", Instructions("search_query: ", "search_document: ")),
    ("bge-m3", Instructions()),
    ("e5-large-instruct", Instructions(query=_WEB_SEARCH + " ")),
    ("e5-mistral", Instructions(query=_WEB_SEARCH + " ")),
    ("multilingual-e5", Instructions("query: ", "passage: ")),
    ("e5-small", Instructions("query: ", "passage: ")),
    ("e5-base", Instructions("query: ", "passage: ")),
    ("e5-large", Instructions("query: ", "passage: ")),
    ("arctic-embed2", Instructions(query="query: ")),
    ("arctic-embed-l-v2", Instructions(query="query: ")),
    ("arctic-embed-m-v2", Instructions(query="query: ")),
    ("arctic-embed", Instructions(query=_REPRESENT)),
    ("mxbai-embed-large", Instructions(query=_REPRESENT)),
)

AUTO = "auto"
NONE = "none"


def instructions_for(model: str, *, query: str = AUTO, passage: str = AUTO) -> Instructions:
    """Return what stands before the texts of a model.

    Args:
        model: Its name.
        query: What the settings say: ``auto`` for what is known of the model, ``none`` for nothing, else the text.
        passage: The same for passages.
    """
    name = model.lower().replace("_", "-")
    known = next((instructions for part, instructions in _KNOWN if part in name), Instructions())
    return Instructions(_chosen(query, known.query), _chosen(passage, known.passage))


def _chosen(setting: str, known: str) -> str:
    return {AUTO: known, NONE: ""}.get(setting, setting)
