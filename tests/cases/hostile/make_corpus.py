#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Deterministic corpus of hostile and unusual .npy / .npz files for nopy.

Usage:  python3 make_corpus.py OUT [--no-numpy] [--no-big]

Writes OUT/npy/*, OUT/npz/*, OUT/special/*, OUT/http/* and OUT/manifest.json.
Every byte is made here by hand (own ZIP writer, own DEFLATE encoder), so the files do not depend on
the zlib or NumPy that happens to be installed.

Manifest, one record per case:
  id, class, file, what     what is wrong with (or special about) the file
  outcome                   "load"    the value given must come back
                            "reject"  an error of one of the kinds in `errors` (first = preferred), no value
                            "either"  a clean error of one of those kinds, or exactly the value given
  value                     npy: shape, fortran_order, descr (= is the order of the machine that reads), nbytes, data_sha256 (bytes
                            as stored in the file)
  members                   npz: name -> {outcome, errors, value}; a "reject" may already happen at open,
                            unless the archive also has members that must load
  extract                   npz: what `extract to a folder` must do, where it differs from loading
  limits                    seconds and extra resident MiB allowed for opening and reading
  why                       reason, wherever the required outcome differs from what NumPy does
  numpy                     what np.load(allow_pickle=False) did here (recorded, not prescribed)
  vs_numpy                  same | stricter | wider | latitude
Error kinds are listed in suite.py.
"""
import argparse
import json
import os
import sys

import npy_cases
import npz_cases
import special_cases
from npy_builder import Sparse, sha
from suite import KINDS, Suite
from witness import check_values, compare, witness


def write_case(out, c):
    path = os.path.join(out, c["file"])
    blob = c.pop("blob")
    if os.path.islink(path) or os.path.exists(path):
        os.rmdir(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)
    if callable(blob):
        blob(path); c["special"] = True
        return path
    with open(path, "wb") as h:
        if isinstance(blob, Sparse):
            h.write(blob.head); h.seek(blob.hole, 1); h.write(blob.tail); h.truncate(len(blob.head) + blob.hole + len(blob.tail))
            c["sparse"] = True
            c["size"] = len(blob.head) + blob.hole + len(blob.tail)
            c["sha256_ends"] = sha(blob.head + blob.tail)
        else:
            h.write(blob); c["size"] = len(blob); c["sha256"] = sha(blob)
    return path

def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("out")
    ap.add_argument("--no-numpy", action="store_true", help="do not ask NumPy")
    ap.add_argument("--no-big", action="store_true", help="leave out files over 64 KB and sparse files")
    a = ap.parse_args(argv)
    if os.environ.get("PYTHONHASHSEED") != "0":                    # so that NumPy's messages are repeatable too
        os.execve(sys.executable, [sys.executable] + sys.argv, dict(os.environ, PYTHONHASHSEED="0"))
    s = Suite(a.out)
    for add in (npy_cases.npy_cases, npz_cases.npz_cases, special_cases.special_cases, special_cases.http_cases,
                special_cases.sweep_cases):
        add(s)
    for d in ("npy", "npz", "special", "http"): os.makedirs(os.path.join(a.out, d), exist_ok=True)
    if a.no_big: s.cases = [c for c in s.cases if not c["big"]]
    np_version = None
    if not a.no_numpy:
        try:
            import numpy
            np_version = numpy.__version__
        except ImportError: pass
    problems = []
    for c in s.cases:
        path = write_case(a.out, c)
        if np_version: c["numpy"] = witness(path, c, seconds=6 if c.get("special") else 30)
        c["vs_numpy"] = compare(c)
        c["policy"] = "strict" if c["id"] in s.strict else "always"
        if c["outcome"] == "either": c["tolerant"] = "any" if c["id"] in s.any else "load"
        if c["vs_numpy"] in ("stricter", "wider") and not c.get("why"):
            problems.append("%s: %s than NumPy without a reason (%s)" % (c["id"], c["vs_numpy"], json.dumps(c.get("numpy"))[:150]))
        check_values(c, problems)
        if not c["big"] and c.get("size", 0) > 65536 + 4096: problems.append("%s: %d bytes, not marked big" % (c["id"], c["size"]))
    for h in s.http:
        with open(os.path.join(a.out, h["file"]), "wb") as f: f.write(h.pop("raw"))
    man = {"format": 1, "kinds": KINDS,
           "witness": {"numpy": np_version, "python": sys.version.split()[0]} if np_version else None,
           "cases": s.cases, "sweeps": s.sweeps, "http": s.http}
    with open(os.path.join(a.out, "manifest.json"), "w") as f: json.dump(man, f, indent=1, sort_keys=True, ensure_ascii=True)
    count = {}
    for c in s.cases:
        for k in (c["outcome"], "policy:" + c["policy"], "vs:" + str(c["vs_numpy"]), c["class"]): count[k] = count.get(k, 0) + 1
    print("%d cases, %d requests, %d sweeps; %s" % (len(s.cases), len(s.http), len(s.sweeps),
          ", ".join("%s %d" % kv for kv in sorted(count.items()))))
    for p in problems: print("PROBLEM", p)
    return 1 if problems else 0

if __name__ == "__main__":
    sys.exit(main())
