"""Selenium before Firefox without geckodriver, which Debian has not: its commands by the names that Firefox knows.

Marionette is WebDriver over a socket: each message is a list in JSON, behind its length and a colon.
"""

from __future__ import annotations

import json
import socket
from typing import Any, Final

from selenium.webdriver.remote.command import Command

SET_CONTEXT: Final = "Marionette:SetContext"
NAMES: Final = {
    Command.NEW_SESSION: "WebDriver:NewSession",
    Command.QUIT: "Marionette:Quit",
    Command.GET: "WebDriver:Navigate",
    Command.REFRESH: "WebDriver:Refresh",
    Command.W3C_EXECUTE_SCRIPT: "WebDriver:ExecuteScript",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "WebDriver:ExecuteAsyncScript",
    Command.SET_TIMEOUTS: "WebDriver:SetTimeouts",
    Command.FIND_ELEMENT: "WebDriver:FindElement",
    Command.CLICK_ELEMENT: "WebDriver:ElementClick",
    Command.W3C_ACTIONS: "WebDriver:PerformActions",
    Command.GET_WINDOW_RECT: "WebDriver:GetWindowRect",
    Command.SET_WINDOW_RECT: "WebDriver:SetWindowRect",
    Command.SCREENSHOT: "WebDriver:TakeScreenshot",
    SET_CONTEXT: SET_CONTEXT,
}


class Marionette:
    """What Selenium asks to carry out its commands, as a `RemoteConnection` would by HTTP."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.stream = self.socket.makefile("rb")
        self.read()  # how it introduces itself

    def execute(self, command: str, given: dict[str, Any]) -> dict[str, Any]:
        """Carry out one command; of the answer Selenium knows the form."""
        wanted = {name: value for name, value in given.items() if name != "sessionId"}
        message = json.dumps([0, 1, NAMES[command], wanted]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, fault, found = self.read()
        if fault:
            return {"status": fault["error"], "value": {"message": fault["message"]}}
        return {"value": found["value"] if set(found) == {"value"} else found}

    def read(self) -> Any:
        """The next message."""
        length = b"".join(iter(lambda: self.stream.read(1), b":"))
        return json.loads(self.stream.read(int(length)))

    def close(self) -> None:
        """Hang up."""
        self.stream.close()
        self.socket.close()
