"""Models that write, answers and forms: one file per provider.

part                 which model of the settings a server stands for, and its errors
streaming            what the answers of all servers have in common: objects line by line, no thinking aloud
completions          how a server of OpenAI's form is asked
ollama_server        how an Ollama server is asked
ollama               a model that Ollama runs
openai               a server that speaks OpenAI's /chat/completions (llama.cpp, vLLM, LM Studio, providers)
anthropic            the API of Anthropic
answer               from the pieces of an answer to an object that fits a schema
ollama_structured    a model that Ollama runs, held to a schema
openai_structured    the same of a server that speaks OpenAI's form
check                how the doctor sees one
server_memory        what a model's server takes of the memory

The chat models yield the pieces of an answer as they come (``ports.ChatModel``); the structured ones give one object
that fits a schema (``ports.StructuredModel``).
"""
