"""Opens an ONNX model so that it shares the machine."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


def open_session(graph: Path, threads: int) -> "InferenceSession":
    """Load a graph with so many threads for one call; the library raises exceptions without a class of their own."""
    # It takes longer to import than a command that needs no vectors takes to run.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Waiting threads sleep: on a small machine they would take the time of the other processes.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Memory laid out ahead for every new shape pays where shapes repeat; of texts hardly two are of one length.
    options.enable_mem_pattern = False
    # Errors reach us as exceptions; what is left is noise about the machine.
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS has no affinity
        return os.cpu_count() or 1
