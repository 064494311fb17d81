#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every value of every byte of a header: what the reader takes, NumPy takes as the same shape, order and dtype.

    check_headers.py HOSTILE_SWEEP_TEST FOLDER   (made by make_corpus.py)
"""
import ast
import io
import json
import pathlib
import subprocess
import sys
import warnings

import numpy as np

# What is taken otherwise on purpose, by offset and value, as found in NumPy 1.24.
LINE_END = 127
KNOWN = {
    (28, ord("1")): "'1f4' is an array of one, as NumPy 2 reads ('f4', 1); NumPy 1.24 warns and drops the 1",
    (42, ord("1")): "the same, '1i2'",
    (30, ord(",")): "'f,' is a record of one field, as NumPy 2 reads it; NumPy 1.24 drops the comma",
    (29, ord("c")): "'<c4': a complex number of two halves, which NumPy has not",
    (30, ord("1")): "'<f1': a float8 of ml_dtypes, which NumPy alone has not",
    (LINE_END - 1, ord("\\")): "a line joined to nothing",
}
# NULs behind the dictionary are the padding of other writers (enc-nul-end in npy_cases.py).
DICTIONARY_END = 90


def as_numpy(changed):
    """(order, shape, dtype), or None where NumPy refuses."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            array = np.load(io.BytesIO(changed), allow_pickle=False)
        except Exception:  # noqa: BLE001  (NumPy raises many kinds for a bad header)
            return None
    if not isinstance(array, np.ndarray):
        return None
    return array.shape, array.dtype


def read_dtype(descr):
    """nopy's descr is a type string or a list, as np.lib.format's is."""
    if not descr.startswith("["):
        return np.dtype(descr)
    return np.lib.format.descr_to_dtype(ast.literal_eval(descr))


def main(program, folder):
    folder = pathlib.Path(folder)
    sweeps = json.loads((folder / "manifest.json").read_text())["sweeps"]
    base = next(folder / one["base"] for one in sweeps if one["do"].startswith("each header byte"))
    whole = base.read_bytes()
    ran = subprocess.run([program, str(folder), "--headers"], capture_output=True, check=True)
    taken = wrong = known = 0
    for line in ran.stdout.decode().split("\n")[:-1]:
        at, value, order, shape, descr = line.split(" ", 4)
        changed = bytearray(whole)
        changed[int(at)] = int(value)
        found = as_numpy(bytes(changed))
        taken += 1
        if (int(at), int(value)) in KNOWN or (int(at) >= DICTIONARY_END and int(value) == 0):
            known += 1
            continue
        mine = tuple(int(extent) for extent in shape.strip("()").split(",") if extent)
        if found is None or found[0] != mine or found[1] != read_dtype(descr):
            wrong += 1
            print("byte %s = %s: %s %s, NumPy %s" % (at, value, mine, descr, found))
    print("%s: of %d headers %d are taken, %d of them otherwise than NumPy takes them, %d more on purpose"
          % (base.name, 256 * (LINE_END + 1), taken, wrong, known))
    return 1 if wrong or not taken else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
