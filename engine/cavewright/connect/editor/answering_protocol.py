"""Protocol of the language server, by which each request has an answer, also one that cannot be read."""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol


class AnsweringProtocol(LanguageServerProtocol):  # type: ignore[misc, unused-ignore]
    """Refuses a request whose values are none of its kind; pygls alone would only log it, and the editor would wait."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Returns a message as an object. Raises JsonRpcException for one that cannot be read, after refusing it."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" in data and data.get("id") is not None:
                self._send_response(data["id"], error=error.to_response_error())
            raise
