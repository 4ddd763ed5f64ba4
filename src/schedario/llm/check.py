"""How the doctor sees a chat model."""

from collections.abc import Sequence
from dataclasses import dataclass

from schedario.errors import ChatError
from schedario.ports import ChatModel
from schedario.records.status import Finding, Health


@dataclass(frozen=True, slots=True)
class ChatCheck:
    """Looks whether a chat model can be asked; without one nothing is missing, ask quotes instead."""

    chat: ChatModel

    def check(self) -> Sequence[Finding]:
        """See ``Checkable``."""
        try:
            return [Finding("chat", Health.OK, self.chat.ready())]
        except ChatError as error:
            return [Finding("chat", Health.WARNING, f"{error.what}: {error.subject}", error.remedy)]
