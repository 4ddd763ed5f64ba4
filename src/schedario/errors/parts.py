"""The database, a model, the data folder or a worker cannot be used, or gave up."""

from schedario.errors.root import SchedarioError


class DatabaseError(SchedarioError):
    """The database cannot be used."""

    code = "database"


class DatabaseUnreachableError(DatabaseError):
    """No connection to the database could be had."""

    code = "database_unreachable"
    retryable = True


class DatabaseInUseError(DatabaseError):
    """A database cannot be left or entered while it is used as it is."""

    code = "database_in_use"


class DatabaseServerError(DatabaseError):
    """The embedded server could not be started or stopped."""

    code = "database_server"
    retryable = True


class DatabaseVersionError(DatabaseError):
    """The server, its pgvector or the archive's schema is of a version that cannot be used."""

    code = "database_version"


class ModelError(SchedarioError):
    """A model cannot be made, loaded or used."""

    code = "model"


class SpaceMismatchError(ModelError):
    """The archive's vectors are another model's than is asked for, and that one cannot be used here."""

    code = "space_mismatch"


class SpaceReplacedError(ModelError):
    """Another embedding space became the active one while the archive was asked or written to."""

    code = "space_replaced"
    retryable = True


class EmbedderError(ModelError):
    """The configured embedder gave no vectors at any place that has its model."""

    code = "embedder"
    retryable = True


class RerankerError(ModelError):
    """The reranker cannot be loaded or reached, or gave no order; the answer comes in the order of the scores."""

    code = "reranker"
    retryable = True


class ChatError(ModelError):
    """The chat model cannot be reached or gave no answer that can be used; the best sentences are quoted instead."""

    code = "chat"
    retryable = True


class AnalysisError(ModelError):
    """A model that describes documents cannot be reached, refused, or went away in the middle of its answer."""

    code = "analysis"
    retryable = True


class AnalysisModelError(AnalysisError):
    """A model that describes documents is not there or thinks aloud; the settings have to name another."""

    code = "analysis_model"
    retryable = False


class AnalysisAnswerError(AnalysisError):
    """A model's answer is not what was asked for.

    Attributes:
        text: The answer, or its beginning.
    """

    code = "analysis_answer"
    retryable = False

    def __init__(self, what: str, *, subject: str = "", remedy: str = "", text: str = "") -> None:
        super().__init__(what, subject=subject, remedy=remedy)
        self.text = text


class AnswerCutError(AnalysisAnswerError):
    """A model's answer was longer than it may be, and ends in its middle."""

    code = "analysis_answer_cut"


class DataFolderError(SchedarioError):
    """The data folder cannot be made, or written to."""

    code = "data_folder"
    retryable = True


class StoppedError(SchedarioError):
    """Work was stopped before its end; what it was about is as it was before."""

    code = "stopped"
    retryable = True


class WorkerLostError(SchedarioError):
    """A worker died, or was not heard of for too long, with a job in its hands."""

    code = "worker_lost"
    retryable = True
