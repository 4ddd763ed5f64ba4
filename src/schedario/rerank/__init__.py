"""Rerankers: one file per provider.

resident         loads a model once, and releases it when it rests
cross_encoder    a model on this machine, by sentence-transformers
qwen3            how Qwen3-Reranker is asked
http             a server that speaks the /rerank form of Jina, Cohere and TEI (llama.cpp and vLLM do)

Each gives numbers on a scale of its own, by which the best candidates are put in order (``ports.Reranker``).
"""
