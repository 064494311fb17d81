# SPDX-License-Identifier: MIT
"""The registry of cases: what each file is, and the outcome that is required."""
from npy_builder import F3, dic, npy, pattern, val


KINDS = {
    "io": "the operating system refused (errno is passed on)",
    "not_regular": "directory, FIFO, socket, device: not a file to load from",
    "bad_magic": "neither .npy nor .npz",
    "bad_version": "npy version other than 1.0, 2.0, 3.0",
    "header_truncated": "file ends inside the npy preamble or header",
    "header_too_large": "header length over the limit in force",
    "header_encoding": "version 3.0 header is not UTF-8",
    "header_syntax": "header is not the dictionary literal expected",
    "header_keys": "key missing, unknown or given twice",
    "header_value": "shape or fortran_order of the wrong type or range",
    "bad_dtype": "descr is not a dtype this format can hold",
    "object_dtype": "descr holds Python objects (pickle); never executed, at most decoded as data",
    "too_large": "shape x itemsize does not fit, or is over the limit in force",
    "data_truncated": "fewer data bytes than the header promises",
    "zip_no_directory": "no end-of-central-directory record",
    "zip_ambiguous": "two readings of the archive are possible",
    "zip_corrupt": "directory, record or offset is impossible",
    "zip_mismatch": "central directory and local header disagree",
    "zip_overlap": "members overlap each other or the directory",
    "zip_multidisk": "split archive",
    "zip_encrypted": "encrypted member",
    "zip_method": "a compression method that this build cannot read",
    "zip_size": "sizes contradict each other or the data",
    "zip_crc": "checksum does not match",
    "zip_inflate": "the compressed stream is invalid",
    "zip_duplicate": "two members of one name",
    "zip_name": "member name is not usable (NUL, bad UTF-8, empty)",
    "unsafe_name": "extraction refused: name would leave the folder or is not portable",
    "limit": "a resource limit set by the caller was reached",
}


# Refused under the strict policy only: NumPy opens these, and the two readings agree wherever there are two.
STRICT_IDS = {"head-dup-shape", "head-dup-descr", "eocd-two-append", "eocd-in-comment", "eocd-comment-long",
              "eocd-comment-short", "eocd-tail", "eocd-tail-zeros", "eocd-disk", "eocd-here", "cd-disk", "lfh-method",
              "lfh-usize", "lfh-csize", "lfh-crc", "name-dup"}
# "either" cases that even the tolerant policy may refuse.
EITHER_ANY = {"head-py2-long-v3", "head-underscore", "dtype-top-sub", "name-slash-data", "lfh-dd-lie", "name-empty"}


class Suite:
    def __init__(self, out):
        self.strict, self.any = set(STRICT_IDS), set(EITHER_ANY)
        self.out, self.cases, self.ids, self.http, self.sweeps = out, [], set(), [], []

    def put(self, id, cls, ext, blob, what, outcome, errors=(), why=None, limits=None, big=False, **more):
        assert id not in self.ids, id
        assert all(k in KINDS for k in errors), (id, errors)
        assert outcome == "load" or errors or more.get("members"), id
        self.ids.add(id)
        folder = {"npy": "npy", "npz": "npz"}[ext] if cls != "special" else "special"
        self.cases.append(dict(id=id, **{"class": cls}, file="%s/%s.%s" % (folder, id, ext), what=what,
                               outcome=outcome, errors=list(errors), why=why,
                               limits=limits or {"seconds": 2, "rss_mb": 64}, big=big, blob=blob, **more))

    # shorthands ------------------------------------------------------------
    def bad(self, id, cls, blob, what, *errors, **kw):
        self.put(id, cls, kw.pop("ext", "npy"), blob, what, "reject", errors, **kw)
    def ok(self, id, cls, blob, what, value, **kw):
        self.put(id, cls, "npy", blob, what, "load", value=value, **kw)
    def either(self, id, cls, blob, what, value, *errors, **kw):
        self.put(id, cls, "npy", blob, what, "either", errors, value=value, **kw)
    def zbad(self, id, cls, blob, what, *errors, members=("a",), **kw):
        m = {n: {"outcome": "reject", "errors": list(errors)} for n in members}
        self.put(id, cls, "npz", blob, what, "reject", errors, members=m, **kw)
    def zok(self, id, cls, blob, what, members, **kw):
        m = {n: {"outcome": "load", "value": v} for n, v in members.items()}
        self.put(id, cls, "npz", blob, what, "load", members=m, **kw)
    def zeither(self, id, cls, blob, what, members, *errors, **kw):
        m = {n: {"outcome": "either", "errors": list(errors), "value": v} for n, v in members.items()}
        self.put(id, cls, "npz", blob, what, "either", errors, members=m, **kw)
    def dtype_bad(self, id, descr, what, *errors, shape="(3,)", data=F3, version=(1, 0), **kw):
        self.bad("dtype-" + id, "npy-dtype", npy(dic(descr, shape=shape), data, version), what,
                 *(errors or ("bad_dtype",)), **kw)
    def dtype_ok(self, id, descr, canon, itemsize, what, n=3, version=(1, 0), fortran=False, shape=None, seed=3,
                 **kw):
        shape = shape or (n,)
        total = itemsize
        for d in shape: total *= d
        data = pattern(total, seed) if not kw.pop("zero", False) else bytes(total)
        self.ok("dtype-" + id, "npy-dtype",
                npy(dic(descr, "True" if fortran else "False", repr(tuple(shape))), data, version), what,
                val(shape, canon, data, fortran), **kw)
    def shape_bad(self, id, shape, what, *errors, data=F3, descr="'<f8'", **kw):
        self.bad("shape-" + id, "npy-shape", npy(dic(descr, shape=shape), data, kw.pop("version", (1, 0))), what,
                 *(errors or ("header_value",)), **kw)
    def head_bad(self, id, text, what, *errors, version=(1, 0), data=F3, **kw):
        self.bad("head-" + id, "npy-header", npy(text, data, version), what, *(errors or ("header_syntax",)), **kw)
    def request(self, id, raw, what, status):
        self.http.append(dict(id=id, file="http/%s.req" % id, what=what, status=status, raw=raw))

NESTED = "nested brackets: a recursive parser overflows its stack; must be refused in linear time"
STRICT = "no NumPy writer makes this, and readers disagree on it; refusing costs no real file"
AMBIG = "readers disagree (parser differential); loading could show other data than another tool shows"
ALLOC = "size check before allocation"

def nest_dtype(depth, leaf="'<f4'"):
    return "[('a', " * depth + leaf + ")]" * depth
def nest_canon(depth, leaf="<f4"):
    return leaf if depth == 0 else [["a", nest_canon(depth - 1, leaf)]]

