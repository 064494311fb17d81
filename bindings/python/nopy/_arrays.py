# SPDX-License-Identifier: MIT
"""NumPy's arrays and types from what a header says, and back."""
import ast
import dataclasses
from typing import Any, Optional, Tuple

import numpy as np

from . import _native
from ._errors import error_of


@dataclasses.dataclass(frozen=True)
class Header:
    """What a header says: the type, shape and order of an array, and where its data lies in the file or member."""

    dtype: np.dtype
    shape: Tuple[int, ...]
    fortran_order: bool
    version: Tuple[int, int]
    data_offset: int
    nbytes: int  # 0 for Python objects: their pickle has no length


def header_of(parts: Tuple[str, Tuple[int, ...], bool, Tuple[int, int], int, int]) -> Header:
    """A header from what the compiled half gives."""
    return Header(dtype_of(parts[0]), *parts[1:])


def dtype_of(descr: str) -> np.dtype:
    """The dtype NumPy reads from a descr as it stands in a header, without quotes where it is a string."""
    try:
        if not descr.startswith("["):
            return np.dtype(descr)
        return np.lib.format.descr_to_dtype(ast.literal_eval(descr))
    except (MemoryError, RecursionError, SyntaxError, TypeError, ValueError) as why:
        hint = "the library and the tool read it: nopy convert FILE values.csv"
        message = "NumPy has no such dtype: %s\n  found     %s\n  hint      %s\n  [bad_dtype]" % (why, descr[:200], hint)
        raise error_of("bad_dtype", message, hint=hint, found=descr) from None


def descr_of(dtype: np.dtype) -> str:
    """The descr NumPy writes."""
    descr = np.lib.format.dtype_to_descr(dtype)
    return descr if isinstance(descr, str) else repr(descr)


def room(descr: str, shape: Tuple[int, ...], fortran: bool) -> Tuple[np.ndarray, np.ndarray]:
    """Memory for an array that is about to be loaded, and the array it will be."""
    made = _made(np.ndarray, shape[::-1] if fortran else shape, descr)
    return made, made.T if fortran else made


def mapped(pages: "_native.Mapping", mode: str, path: Optional[str]) -> np.memmap:
    """A mapped array: an np.memmap, so that whoever asks for its file, its offset and `flush` finds them."""
    descr, shape, fortran, _, _, _ = pages.header
    made = _made(np.memmap, shape[::-1] if fortran else shape, descr, pages)
    made._mmap, made.filename, made.offset, made.mode = pages, path, pages.file_offset, mode
    return made.T if fortran else made


def _made(kind: type, shape: Tuple[int, ...], descr: str, pages: Any = None) -> Any:
    # Not np.empty, which makes '<U0' a '<U1'.
    try:
        return np.ndarray.__new__(kind, shape, dtype_of(descr), pages)
    except ValueError as why:
        if hasattr(why, "kind"):
            raise
        message = "NumPy can not hold this array: %s\n  found     shape %r\n  [too_large]" % (why, shape)
        raise error_of("too_large", message, found="shape %r" % (shape,)) from None


def laid_out(values: Any) -> Tuple[np.ndarray, str, bool]:
    """An array in one piece, its descr, and whether it lies in Fortran order: as NumPy's `save` decides."""
    array = np.asanyarray(values)
    descr = descr_of(array.dtype)
    if array.flags.c_contiguous:
        return array, descr, False
    if array.flags.f_contiguous:
        return array, descr, True
    return np.ascontiguousarray(array), descr, False
