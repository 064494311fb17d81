# SPDX-License-Identifier: MIT
"""The registry of cases, and the three outcomes: fine, fine archive, clear error."""
from array_builder import sentence


BUILDERS = {}   # report id -> (kind, function)
CASES = {}     # report id -> list of parameter dicts


def report(rid, kind, cases):
    def wrap(fn):
        BUILDERS[rid] = (kind, fn)
        CASES[rid] = cases
        return fn
    return wrap


def ok(n, expect=None, **kw):
    c = {"ext": ".npy", "bytes": n.bytes, "verb": "load", "outcome": "ok", "array": n.facts,
         "expect": expect or sentence(n.facts), "numpy": "same"}
    c.update(kw)
    return c


def okz(data, members, expect, **kw):
    c = {"ext": ".npz", "bytes": data, "verb": "load", "outcome": "ok", "members": members, "expect": expect, "numpy": "same"}
    c.update(kw)
    return c


KINDS = {   # class of the report -> error kinds of the library, any of which is right
    "truncated": ["data_truncated", "header_truncated"], "not-npy/empty": ["bad_magic", "header_truncated"],
    "not-npy/short": ["bad_magic", "header_truncated"], "object-pickle": ["object_dtype"], "type-mismatch": ["type_mismatch"],
    "unsupported-dtype": ["bad_dtype"], "version": ["bad_version"], "shape-overflow": ["too_large", "header_value"],
    "shape": ["header_value"], "zip-size": ["zip_size", "data_truncated", "zip_corrupt"],
    "header": ["header_syntax", "header_keys", "header_value", "bad_dtype"], "zip-crc": ["zip_crc"],
    "zip-no-directory": ["zip_no_directory", "zip_corrupt"], "not-npy/text-mangled": ["bad_magic", "header_syntax"], "no-such-member": ["not_found"]}


def err(data, cls, expect, mention=(), ext=".npy", **kw):
    c = {"ext": ext, "bytes": data, "verb": "load", "outcome": "error", "expect": "clear error: " + expect,
         "error": {"class": cls, "kinds": KINDS.get(cls, ["bad_magic"]), "mention": [str(m) for m in mention]},
         "numpy": "rejects"}
    c.update(kw)
    return c
