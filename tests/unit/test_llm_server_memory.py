"""What a model's server takes, as the system counts it and as it says itself."""

from fixtures.analysis_server import analysis_server
from schedario.llm.server_memory import local_memory_mb, ollama_memory, server_name


def test_the_process_that_listens_is_counted_beside_what_the_server_says() -> None:
    with analysis_server(loaded_bytes=3 * 1024**3) as server:
        found = ollama_memory(server.url)
        # The server is a thread of this process; what is called Ollama here counts as well.
        assert found.resident_mb == local_memory_mb(server.url, "ollama")
        assert (found.resident_mb or 0) > 10
        assert (found.reported_mb, found.trouble) == (3072, "")
        assert f"memory {found.resident_mb:,} MB by the operating system, the server says 3,072 MB" in found.in_words
        gone = server.url
    away = ollama_memory(gone)
    assert (away.reported_mb, "does not answer" in away.trouble, "does not answer" in away.in_words) == (
        None,
        True,
        True,
    )


def test_a_server_elsewhere_cannot_be_seen() -> None:
    assert local_memory_mb("http://models.example:11434", "ollama") is None
    assert local_memory_mb("http://203.0.113.7:11434") is None
    assert server_name("https://me:pw@models.example/v1?key=x") == "https://models.example"
