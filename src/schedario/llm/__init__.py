"""Chat models, which write answers: one file per provider.

streaming    what the answers of all servers have in common: objects line by line, an end, no thinking aloud
ollama       a model that Ollama runs
openai       a server that speaks OpenAI's /chat/completions (llama.cpp, vLLM, LM Studio, providers)
anthropic    the API of Anthropic
check        how the doctor sees one

Each yields the pieces of an answer as they come (``ports.ChatModel``).
"""
