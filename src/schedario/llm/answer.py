"""From the pieces of an answer in JSON to an object that fits its schema."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from schedario.errors import AnalysisAnswerError, AnswerCutError
from schedario.llm.part import ModelPart
from schedario.llm.streaming import THINKING, Written

_MOST_CHARACTERS = 200_000
_SHOWN_CHARACTERS = 4000
_AGAIN = "Try again, or set another model"


def checked_answer(
    pieces: Iterable[Written], schema: Mapping[str, Any], model: str, part: ModelPart
) -> Mapping[str, Any]:
    """Return the object that the pieces are.

    Raises:
        ModelError: The model thinks aloud.
        AnswerCutError: The answer ends in its middle.
        AnalysisAnswerError: It has no end, is no JSON, or does not fit the schema.
    """
    text = ""
    for piece in pieces:
        text += piece.text
        if text.lstrip().startswith(THINKING):
            raise part.thinking(model)
        if len(text) > _MOST_CHARACTERS:
            raise _unfit("it has no end", text, model)
        if piece.cut:
            raise AnswerCutError(
                "the model's answer was longer than it may be", subject=model, remedy=_AGAIN, text=text.strip()
            )
    return _fitting(text.strip(), schema, model)


def _fitting(text: str, schema: Mapping[str, Any], model: str) -> Mapping[str, Any]:
    # It takes longer to import than a command that asks no model takes to run.
    from jsonschema import Draft202012Validator

    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unfit("it is no JSON", text, model) from error
    problem = next(iter(Draft202012Validator(dict(schema)).iter_errors(value)), None)
    if problem:
        place = "/".join(map(str, problem.absolute_path))
        raise _unfit(f"{place}: {problem.validator}" if place else str(problem.validator), text, model)
    if not isinstance(value, dict):
        raise _unfit("it is no object", text, model)
    return value


def _unfit(why: str, text: str, model: str) -> AnalysisAnswerError:
    return AnalysisAnswerError(
        f"the model's answer does not fit what was asked ({why})",
        subject=model,
        remedy=_AGAIN,
        text=text[:_SHOWN_CHARACTERS],
    )
