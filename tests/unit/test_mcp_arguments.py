"""What a tool is called with is checked, and what is wrong is said in one line with the right name."""

import json
from datetime import date
from typing import Any

import pytest

from schedario.errors import ArgumentError
from schedario.mcp.arguments import checked
from schedario.mcp.tools import TOOLS


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("search_knowledge", {"query": "a", "collections": "b"}, "Did you mean collection?"),
        ("search_knowledge", {"query": "a", "Limit": 3}, "Did you mean limit?"),
        ("search_knowledge", {"query": "a", "zzz": 3}, "There are: query, collection"),
        ("archive_status", {"verbose": True}, "It takes none"),
        ("search_knowledge", {}, "search_knowledge needs the parameter query"),
        ("search_knowledge", {"query": "  "}, "query must not be empty"),
        ("search_knowledge", {"query": None}, "needs the parameter query"),
        ("search_knowledge", {"query": ["a"]}, "query must be a text"),
        ("search_knowledge", {"query": "a" * 5000}, "1000 characters at most"),
        ("search_knowledge", {"query": "a", "limit": 0}, "a whole number from 1 to 30"),
        ("search_knowledge", {"query": "a", "limit": 2.5}, "a whole number from 1 to 30"),
        ("search_knowledge", {"query": "a", "limit": True}, "a whole number from 1 to 30"),
        ("search_knowledge", {"query": "a", "limit": float("inf")}, "a whole number from 1 to 30"),
        ("search_knowledge", {"query": "a", "limit": "5"}, "a whole number from 1 to 30"),
        ("search_knowledge", {"query": "a", "after": "yesterday"}, "a day such as 2026-01-31"),
        ("get_document", {"document": "a", "mode": "all"}, "mode must be one of summary, answer, outline, section"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(tool: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(ArgumentError) as refused:
        checked(TOOLS[tool], given)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_right_call_is_taken_as_it_is_meant() -> None:
    given = {"query": "a", "limit": 3.0, "after": "2026-01-31", "folder": None}
    arguments = checked(TOOLS["search_knowledge"], given)
    assert (arguments.text("query"), arguments.number("limit", 9), arguments.text("folder")) == ("a", 3, "")
    assert (arguments.day("after"), arguments.day("before")) == (date(2026, 1, 31), None)


@pytest.mark.parametrize("name", list(TOOLS))
def test_a_tool_says_what_it_is(name: str) -> None:
    listed = TOOLS[name].listed()
    assert listed["title"]
    assert len(listed["description"]) < 1500
    assert listed["inputSchema"]["additionalProperties"] is False
    assert listed["outputSchema"]["type"] == "object"
    assert listed["annotations"]["readOnlyHint"] is (name != "write_note")
    assert listed["annotations"]["destructiveHint"] is False
    assert listed["annotations"]["openWorldHint"] is False
    assert all(parameter.description for parameter in TOOLS[name].parameters)
    assert json.loads(json.dumps(listed)) == listed
