#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Small .npy / .npz inputs, one family per public bug report (README.md beside this file).

    python3 make_cases.py OUT               writes the cases and OUT/manifest.json
    python3 make_cases.py OUT --big         adds sparse multi-gigabyte files

Every byte of every header, ZIP record and error file is built here by hand; numpy is used only to lay out
element values.  No clock, no randomness, no environment: two runs give the same bytes (members compressed
with the system zlib may differ between zlib builds; the manifest's sha256 always describes what was written).

OUT/manifest.json:
  {"schema": 1, "cases": [
    {"id", "report", "kind", "file" (or "files"), "size", "sha256",
     "verb":    info | load | list | mmap | append | typed-read | extract | open,
     "outcome": ok | ok-warn | error,
     "expect":  one sentence a person can check at the command line,
     "array":   facts of the array (descr, shape, order, version, data_offset, nbytes, sum, first, last, sha256 of the
                elements in C order and little-endian),
     "members": the same for each .npz member, plus method, sizes, crc32, file_offset of the element bytes,
     "error":   {"class", "kinds": [error kinds, any is right], "mention": [substrings the message must contain]},
     "limits":  {"rss_mb", "seconds"} where the report is about memory or time,
     "numpy":   same | rejects | accepts | differs   (what numpy.load does, checked by check_with_numpy.py)}]}
"""
import hashlib
import json
import os
import sys

import reach_a  # noqa: F401  (importing registers the cases)
import reach_b_arrays  # noqa: F401
import reach_b_archives  # noqa: F401
import reach_c  # noqa: F401
from big_files import big_files
from registry import BUILDERS, CASES


def write_case(out, cid, rid, kind, c):
    entry = {"id": cid, "report": rid, "kind": kind}
    files = c.pop("files", None)
    if files:
        entry["files"] = {}
        for nm, data in files.items():
            fn = "%s.%s" % (cid, nm)
            with open(os.path.join(out, fn), "wb") as f:
                f.write(data)
            entry["files"][nm] = {"file": fn, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    else:
        data = c.pop("bytes")
        fn = c.pop("name", None)
        fn = "%s_%s" % (cid, fn) if fn else cid + c["ext"]
        with open(os.path.join(out, fn), "wb") as f:
            f.write(data)
        entry.update(file=fn, size=len(data), sha256=hashlib.sha256(data).hexdigest())
    c.pop("ext", None)
    entry.update(c)
    return entry


def main(argv):
    args = [a for a in argv if not a.startswith("--")]
    if len(args) != 1:
        print("usage: make_cases.py OUT [--big]", file=sys.stderr)
        return 2
    out = args[0]
    os.makedirs(out, exist_ok=True)
    letters = "abcdefghijkl"
    cases = []
    for rid, (kind, fn) in BUILDERS.items():
        for i, p in enumerate(CASES[rid]):
            cid = "%s-%s" % (rid, letters[i])
            cases.append(write_case(out, cid, rid, kind, fn(**p)))
    if "--big" in argv:
        cases += big_files(out)
    with open(os.path.join(out, "manifest.json"), "w", encoding="utf-8") as f:
        json.dump({"schema": 1, "cases": cases}, f, indent=1, ensure_ascii=True, sort_keys=False)
        f.write("\n")
    print("%d cases from %d reports in %s" % (len(cases), len({c["report"] for c in cases}), out))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
