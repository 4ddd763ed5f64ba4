"""What the service and its requests cannot do as it was asked."""

from schedario.errors.input import InputError


class JobUnknownError(InputError):
    """No job of the queue has the number that was given, or it is not in a state for what was asked."""

    code = "job_unknown"


class ReportUnknownError(InputError):
    """No evaluation report that is kept has the name that was given."""

    code = "report_unknown"


class OriginalMissingError(InputError):
    """The file that a document was read from cannot be given."""

    code = "original_missing"


class ImageUnavailableError(InputError):
    """A document has no such page, or none that can be drawn."""

    code = "image_unavailable"


class TokenError(InputError):
    """A token cannot be made or revoked as it was named."""

    code = "token"


class ServiceRunningError(InputError):
    """A service runs already for the data folder."""

    code = "service_running"


class AddressError(InputError):
    """The service cannot listen on an address, or must not as it is."""

    code = "address"


class RequestError(InputError):
    """What came over HTTP cannot be done as it came."""

    code = "request"


class RequestUnreadableError(RequestError):
    """What came is no request of HTTP, or its address and headers are too long."""

    code = "request_unreadable"


class RouteUnknownError(RequestError):
    """The service has nothing at a path."""

    code = "route_unknown"


class MethodNotAllowedError(RequestError):
    """What is at a path knows no such method."""

    code = "method_not_allowed"


class RequestInvalidError(RequestError):
    """A request has an unknown or missing field, or a value that is not allowed."""

    code = "request_invalid"


class TokenNeededError(RequestError):
    """A request came without a token, or with one that is not valid."""

    code = "token_needed"


class OriginError(RequestError):
    """A request came by another name of this machine, or from a page of another site."""

    code = "origin"


class UploadTooLargeError(RequestError):
    """A file that is sent is larger than a file may be."""

    code = "upload_too_large"


class UploadStalledError(RequestError):
    """A file that is sent does not get on."""

    code = "upload_stalled"
    retryable = True
