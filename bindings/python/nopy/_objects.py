# SPDX-License-Identifier: MIT
"""What pickles hold beyond numbers, text and containers, made by this code: nothing from a file is imported or called."""
import dataclasses
import datetime
from typing import Any, List, Tuple

import numpy as np

from ._arrays import dtype_of
from ._errors import Error, error_of

# The kinds of nopy::object_value that the compiled half leaves to this one, by their number.
ARRAY, SCALAR, DATETIME, DATE, TIME, TIMEDELTA, TIMEZONE, DTYPE, NAME, FOREIGN = range(11, 21)


@dataclasses.dataclass(frozen=True)
class Foreign:
    """An object of a class that plain data does not need, as the pickle describes it; inert.

    name: the class, or the function that would have made it, as in "collections.OrderedDict".
    parts: the tuple of its arguments, then what the pickle gives it afterwards: state, items, keys and values in turn.
    """

    name: str
    parts: Tuple[Any, ...] = ()

    def __repr__(self) -> str:
        return "<foreign %s>" % self.name


def build(kind: int, text: str, data: bytes, descr: str, shape: Tuple[int, ...], items: List[Any]) -> Any:
    """The value of one node of the pickle; `items` are built already."""
    try:
        return _build(kind, text, data, descr, shape, items)
    except Error:
        raise
    except MemoryError:
        raise error_of("out_of_memory", "there is no memory for an array of the pickle\n  found     shape %r of %s\n  [out_of_memory]"
                       % (shape, descr[:200])) from None
    except (OverflowError, TypeError, ValueError) as why:
        raise error_of("object_dtype", "the pickle holds a value that can not be: %s\n  found     %s\n  [object_dtype]" % (why, text[:200]),
                       found=text) from None


def _build(kind: int, text: str, data: bytes, descr: str, shape: Tuple[int, ...], items: List[Any]) -> Any:
    if kind == ARRAY:
        return _array(data, descr, shape, items)
    if kind == SCALAR:
        return np.frombuffer(data, dtype_of(descr), 1).copy()[0]
    if kind == DTYPE:
        return dtype_of(descr)
    if kind == DATETIME:
        return _as_read(datetime.datetime.fromisoformat, text, items)
    if kind == DATE:
        return _as_read(datetime.date.fromisoformat, text, items)
    if kind == TIME:
        return _as_read(datetime.time.fromisoformat, text, items)
    if kind == TIMEDELTA:
        return datetime.timedelta(*items)
    if kind == TIMEZONE:
        return datetime.timezone(*items)
    return Foreign(text, tuple(items))


def _array(data: bytes, descr: str, shape: Tuple[int, ...], items: List[Any]) -> np.ndarray:
    dtype = dtype_of(descr)
    if not dtype.hasobject:
        return np.ndarray(shape, dtype, data).copy()
    made = np.empty(len(items), dtype)
    for index, item in enumerate(items):
        made[index] = item
    return made.reshape(shape)


def _as_read(read: Any, text: str, items: List[Any]) -> Any:
    """A date or time; its zone is its one item."""
    made = read(text)
    return made.replace(tzinfo=items[0]) if items and isinstance(items[0], datetime.tzinfo) else made
