"""What processes hold in memory."""

import os
import subprocess
import sys

import psutil

from schedario.records.memory import ProcessPart
from schedario.wiring.memory import memory_uses


def test_a_process_counts_as_what_it_is_for() -> None:
    waiting = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with (
        subprocess.Popen(waiting, stdin=subprocess.PIPE) as reading,
        subprocess.Popen(waiting, stdin=subprocess.PIPE) as server,
    ):
        uses = {use.part: use for use in memory_uses(server.pid)}
        for process in (reading, server):
            process.communicate()
    assert uses[ProcessPart.PROGRAM].processes == 1
    own, resident = uses[ProcessPart.PROGRAM].size_bytes, psutil.Process(os.getpid()).memory_info().rss
    assert own
    assert 0.3 * resident < own < 1.5 * resident
    assert uses[ProcessPart.READING].processes >= 1
    assert uses[ProcessPart.DATABASE].processes == 1


def test_a_server_that_is_gone_is_left_out() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    assert ProcessPart.DATABASE not in {use.part for use in memory_uses(ended.pid)}
