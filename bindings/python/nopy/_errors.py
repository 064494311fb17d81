# SPDX-License-Identifier: MIT
"""What went wrong, and what looked odd, as Python has it: exceptions that are also the builtin ones people catch."""
import builtins
import dataclasses
import functools
import os
import sys
import warnings
from typing import Any, List, Optional


class Error(Exception):
    """What nopy could not do, and why: `str()` says what was found, what was expected, where, and what to do.

    Each error is also the builtin exception that NumPy's users catch: ValueError for what a file says, OSError (and
    FileNotFoundError, PermissionError, ...) for what the system says, KeyError for a member that is not there, MemoryError; EOFError
    where there is nothing left to read; zipfile.BadZipFile (a ValueError, too) for broken archives.

    kind: the stable identifier, as in "data_truncated"; docs/errors has a page for each.
    offset: bytes from the start of the file or member, or None.
    hint: what to do about it; may be empty. So may subject, summary, found, expected: the parts of the message.
    """

    kind: str = "usage"
    offset: Optional[int] = None
    hint: str = ""
    subject: str = ""
    summary: str = ""
    found: str = ""
    expected: str = ""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> Any:
        return error_of, (self.kind, str(self), self.offset, self.hint, self.subject, self.summary, self.found,
                          self.expected, getattr(self, "errno", None) or 0)


@functools.lru_cache(maxsize=None)
def _class_also(*also: type) -> type:
    """The nopy.Error that is these builtin exceptions, too; it has the name of the first."""
    return type(also[0].__name__, (Error, *also), {"__module__": "nopy", "__doc__": Error.__doc__})


def _class_of(kind: str, system_code: int, found: str) -> type:
    if kind == "io" or system_code:
        return _class_also(type(OSError(system_code, "")) if system_code else OSError)
    if kind == "not_regular":
        return _class_also(IsADirectoryError if "directory" in found else OSError)
    if kind == "exists":
        return _class_also(FileExistsError)
    if kind == "bad_magic" and found == "an empty file":
        return _class_also(EOFError, ValueError)  # so ends a loop that loads array after array
    if kind == "not_found":
        return _class_also(KeyError)
    if kind == "out_of_memory":
        return _class_also(MemoryError)
    if kind.startswith("zip_"):
        import zipfile
        return _class_also(ValueError, zipfile.BadZipFile)
    return _class_also(ValueError)


def error_of(kind: str, message: str, offset: Optional[int] = None, hint: str = "", subject: str = "", summary: str = "",
             found: str = "", expected: str = "", system_code: int = 0) -> Error:
    """The exception of an error; called by the compiled half, and to unpickle one."""
    made = _class_of(kind, system_code, found)(message)
    made.kind, made.offset, made.hint = kind, offset, hint
    made.subject, made.summary, made.found, made.expected = subject, summary, found, expected
    if isinstance(made, OSError):
        made.filename = subject or None
        if system_code:
            made.errno, made.strerror = system_code, os.strerror(system_code)
    return made


def usage(summary: str, hint: str = "") -> Error:
    """A request that makes no sense."""
    message = summary + ("\n  hint      " + hint if hint else "") + "\n  [usage]"
    return error_of("usage", message, hint=hint, summary=summary)


@dataclasses.dataclass(frozen=True)
class Finding:
    """A deviation that reading noticed and went on; `str()` is the whole message.

    severity: "note" (a spelling, nothing to do), "warning" (another reader may see something else) or "error" (a header was
    read whose data is not all there).
    """

    severity: str
    kind: str
    message: str
    offset: Optional[int]
    hint: str
    subject: str

    def __str__(self) -> str:
        return self.message


class FindingWarning(UserWarning):
    """A finding that nobody asked for by `findings=`; the whole of it is `finding`."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding
        self.kind, self.offset, self.hint = finding.kind, finding.offset, finding.hint

    def __reduce__(self) -> Any:
        return FindingWarning, (self.finding,)


class Told:
    """Where findings go: into the caller's list, or, above a note, to `warnings`. Of one call: `with Told(findings) as found:`."""

    def __init__(self, findings: Optional[List[Finding]]) -> None:
        self._findings = findings

    def __enter__(self) -> List[Finding]:
        self._new: List[Finding] = []
        return self._new

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if self._findings is not None:
            self._findings.extend(self._new)
        elif error is None:
            for finding in self._new:
                if finding.severity != "note":
                    warnings.warn(FindingWarning(finding), stacklevel=_depth_of_caller())


def _depth_of_caller() -> int:
    """How many frames warnings.warn has to leave out, so that it names a line of the user's."""
    package, depth = os.path.dirname(__file__), 1
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == package:
        frame, depth = frame.f_back, depth + 1
    return depth
