# SPDX-License-Identifier: MIT
"""Arrays of every dtype a file can hold, and what it means that two are equal."""
import glob
import os

import numpy as np

ROOT = os.environ["NOPY_ROOT"]
VECTORS = os.path.join(ROOT, "tests", "vectors")
# Where Debian's packages have files that this project did not write.
INSTALLED = ["/usr/lib/python3/dist-packages/" + name for name in ("numpy", "scipy", "joblib")] + ["/usr/share/matplotlib"]

RECORD = np.dtype([("id", "<u2"), ("at", ">f8", (2,)), (("a title", "named"), "S3")])
SAMPLES = {
    "floats": np.linspace(-1, 1, 12).reshape(3, 4), "fortran": np.asfortranarray(np.arange(12.0).reshape(3, 4)),
    "big": np.arange(6, dtype=">i4").reshape(2, 3), "half": np.array([1.5, np.inf], np.float16),
    "long": np.array([1, -2.5], np.longdouble), "complex": np.array([1 + 2j, 3], np.complex64), "bool": np.array([True, False]),
    "scalar": np.array(7, np.int16), "empty": np.zeros((0, 3)), "text": np.array(["a", "longer", "\u540d"]),
    "big_text": np.array(["ab"], ">U2"), "bytes": np.array([b"ab", b""]), "dates": np.array(["2020-01-01", "NaT"], "M8[D]"),
    "ticks": np.array([3], "m8[25s]"), "opaque": np.array([b"abc"], "V3"), "record": np.zeros(5, RECORD),
    "padded": np.zeros(3, np.dtype([("a", "i1"), ("b", "f8")], align=True)), "records_f": np.zeros((2, 3), RECORD, order="F"),
    "deep": np.arange(2**5, dtype="u1").reshape((2,) * 5), "long_complex": np.array([1j], np.clongdouble),
}


def installed(ending):
    return sorted(path for folder in INSTALLED for path in glob.glob(os.path.join(folder, "**", "*" + ending), recursive=True))


def same_bytes(one, other):
    """Whether all values are bit for bit the same; bytes that no field names are nobody's, and NumPy leaves them as they were."""
    if one.dtype.names is None:
        return one.tobytes() == other.tobytes()
    return all(same_bytes(one[name], other[name]) for name in one.dtype.names)


def differences(found, expected):
    """What differs between two arrays, in words: type, shape, bytes (so that the bits of a NaN count) and flags."""
    wrong = []
    if not isinstance(found, np.ndarray):
        return ["a " + type(found).__name__]
    if found.dtype != expected.dtype or found.dtype.isalignedstruct != expected.dtype.isalignedstruct:
        wrong.append("dtype %r, expected %r" % (found.dtype, expected.dtype))
    if found.shape != expected.shape:
        wrong.append("shape %r, expected %r" % (found.shape, expected.shape))
    if not wrong and not same_bytes(found, expected):
        wrong.append("other bytes")
    for flag in ("c_contiguous", "f_contiguous", "writeable", "aligned", "owndata"):
        if getattr(found.flags, flag) != getattr(expected.flags, flag):
            wrong.append("%s %r" % (flag, getattr(found.flags, flag)))
    return wrong
