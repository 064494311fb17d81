# SPDX-License-Identifier: MIT
"""The hostile corpus through the module: every file and member gives the verdict its manifest requires, under both policies, by
path and from memory, loaded and mapped; in one process, which must live to the end.

    hostile_test.py FOLDER   (made by tests/cases/hostile/make_corpus.py)
"""
import collections
import hashlib
import io
import json
import os
import pathlib
import sys
import warnings
import zipfile

import numpy as np

import nopy
from arrays import ROOT

NUMPY_CAN_NOT = "NumPy has no such dtype", "NumPy can not hold this array"


def value_of(array):
    """What there is of a loaded array, as the manifest has it; the order of the bytes is the file's."""
    if not isinstance(array, np.ndarray):
        return "bytes", hashlib.sha256(array).hexdigest()
    return list(array.shape), hashlib.sha256(array.tobytes("A")).hexdigest()


def verdict(read):
    """(kind, value): "ok" with the array, or the kind of the error."""
    try:
        return "ok", read()
    except nopy.Error as error:
        return ("numpy" if any(words in str(error) for words in NUMPY_CAN_NOT) else error.kind), None


def judge(required, case, policy, found):
    """What is wrong with a verdict, or None."""
    kind, array = found
    outcome, errors = required["outcome"], required.get("errors", [])
    if kind == "numpy":
        return None
    if kind != "ok":
        if outcome == "reject" and case["policy"] == "strict" and policy == "tolerant":
            return "refused as %s, although NumPy opens it" % kind
        if outcome == "load" or kind not in errors:
            return "refused as " + kind
        return None
    if outcome == "reject" and not (case["policy"] == "strict" and policy == "tolerant"):
        return "accepted"
    value = required.get("value")
    if not value or required.get("lazy") or not value.get("data_sha256"):
        return None
    shape, digest = value_of(array)
    if shape != value["shape"]:
        return "shape %r" % shape
    return None if digest == value["data_sha256"] else "other bytes"


def run(path, case, policy):
    wrong = []
    sources = {"path": lambda: path}
    size = os.path.getsize(path) if os.path.isfile(path) else 0
    if size > 1 << 30:  # sparse; it is mapped below
        sources = {}
    elif os.path.isfile(path) and size < 1 << 24:
        sources["memory"] = lambda: io.BytesIO(pathlib.Path(path).read_bytes())
    for way, source in sources.items():
        if "members" not in case:
            wrong += [(way, judge(case, case, policy, verdict(lambda: nopy.load(source(), policy=policy))))]
            continue
        opened = verdict(lambda: nopy.load(source(), policy=policy))
        for key, required in case["members"].items():
            if opened[0] != "ok" or not isinstance(opened[1], nopy.NpzFile):
                wrong += [(way, key, judge(required, case, policy, (opened[0], opened[1])))]
            elif required.get("lazy"):
                verdict(lambda: opened[1].header(key))
            else:
                wrong += [(way, key, judge(required, case, policy, verdict(lambda: opened[1][key])))]
    # What mapping makes of it is not prescribed; that it ends in an array or an error is.
    mapped = verdict(lambda: nopy.load(path, mmap_mode="r", policy=policy))
    if isinstance(mapped[1], nopy.NpzFile):
        for key in mapped[1].files[:50]:
            verdict(lambda: mapped[1][key])
        verdict(lambda: mapped[1].members())
    return [one for one in wrong if one[-1]]


def around(pickled):
    """A file of one object."""
    header = b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"
    return b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little") + header.ljust(117) + b"\n" + pickled


def fuzz_corpus():
    """What fuzzing kept for the library: here, each has to end in a value or a nopy.Error; how many there are, and what did not."""
    count, wrong = 0, []
    for name, file_of in (("object", around), ("npy", bytes), ("npy", lambda data: data[8:]), ("npz", bytes)):
        with zipfile.ZipFile(os.path.join(ROOT, "fuzz", "corpus", name + ".zip")) as kept:
            for one in kept.namelist():
                data = file_of(kept.read(one))
                for how in ({"objects": "data"}, {"mmap_mode": "r", "policy": "strict"}):
                    count += 1
                    try:
                        found = nopy.load(io.BytesIO(data), max_bytes=1 << 24, **how)
                        for key in found if isinstance(found, nopy.NpzFile) else ():
                            verdict(lambda: found[key])
                    except nopy.Error:
                        pass
                    except Exception as error:
                        wrong.append((name, one, repr(error)))
    return count, wrong


def main(folder):
    warnings.simplefilter("ignore")
    cases = json.loads(pathlib.Path(folder, "manifest.json").read_text())["cases"]
    bad, of = set(), collections.Counter()
    for case in cases:
        if case.get("needs_nonroot") or case["class"] == "http":
            continue
        of[case["class"]] += 1
        for policy in ("tolerant", "strict"):
            for one in run(os.path.join(folder, case["file"]), case, policy):
                bad.add(case["id"])
                print(case["id"], policy, *one, "-", case["what"])
    print("%d of %d files give the verdict required: %s" % (sum(of.values()) - len(bad), sum(of.values()), dict(of)))
    count, wrong = fuzz_corpus()
    print("%d of %d readings of what fuzzing kept end in a value or a nopy.Error" % (count - len(wrong), count))
    for one in wrong:
        print(*one)
    return 1 if bad or wrong or not of or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
