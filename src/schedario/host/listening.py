"""The socket that the service listens on."""

import errno
import socket

from schedario.errors import AddressError

_BACKLOG = 2048


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address; port 0 stands for any that is free.

    Raises:
        AddressError: It is in use, or none of this machine's.
    """
    try:
        (family, kind, protocol, _, address), *_ = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError as error:
        raise _unusable(error, host, port) from error
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise _unusable(error, host, port) from error
    return listener


def _unusable(error: OSError, host: str, port: int) -> AddressError:
    subject = f"{host}:{port}"
    if error.errno == errno.EADDRINUSE:
        return AddressError(
            "the port is in use", subject=subject, remedy="Set service_port (or --port) to another one, or to 0 for any"
        )
    if error.errno == errno.EACCES:
        return AddressError(
            "the port is only for root", subject=subject, remedy="Set service_port (or --port) to 1024 or more"
        )
    return AddressError(
        f"the address cannot be listened on ({error.strerror or error})",
        subject=subject,
        remedy="Set service_host (or --host) to an address of this machine",
    )
