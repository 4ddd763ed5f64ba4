"""Who is let in, by name, page, token and archive."""

import pytest
from starlette.datastructures import Headers

from schedario.api.guard import Rules
from schedario.errors import OriginError, RequestError, TokenNeededError

OWNER = {"authorization": "Bearer secret"}
BEARER = {"authorization": "Bearer good"}


def check(headers: dict[str, str], *, host: str = "127.0.0.1", tokens: bool = True, path: str = "/mcp") -> None:
    rules = Rules(host, "secret", is_token=lambda text: text == "good", tokens_exist=lambda: tokens)
    rules.check(path, Headers({"host": "127.0.0.1:8765", **headers}))


@pytest.mark.parametrize("headers", [OWNER, BEARER, {**OWNER, "schedario-archive": "other"}])
def test_who_has_the_secret_or_a_token_is_let_in(headers: dict[str, str]) -> None:
    check(headers)


def test_without_any_token_whoever_reaches_the_loopback_address_is_let_in() -> None:
    check({}, tokens=False)


@pytest.mark.parametrize(
    ("headers", "error"),
    [
        ({}, TokenNeededError),
        ({"authorization": "Bearer bad"}, TokenNeededError),
        ({**BEARER, "schedario-archive": "other"}, TokenNeededError),
        ({**OWNER, "host": "evil.example"}, OriginError),
        ({**OWNER, "origin": "https://evil.example"}, OriginError),
        ({**OWNER, "origin": "http://["}, OriginError),
        ({**OWNER, "host": "["}, OriginError),
        ({**OWNER, "sec-fetch-site": "cross-site"}, OriginError),
    ],
)
def test_others_are_refused(headers: dict[str, str], error: type[RequestError]) -> None:
    with pytest.raises(error):
        check(headers)


def test_no_archive_is_named_by_who_needs_no_token_either() -> None:
    with pytest.raises(TokenNeededError):
        check({"schedario-archive": "other"}, tokens=False)
