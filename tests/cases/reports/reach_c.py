# SPDX-License-Identifier: MIT
"""Reports with special causes: BR-57 and later."""
import pickle

import numpy as np

from array_builder import Npy, dict_text, header, npy, sentence
from registry import err, ok, okz, report
from zip_writer import Zip, archive


@report("BR-57", "other-writers", [dict(text="{'descr': '<ubyte', 'fortran_order': False, 'shape': (4,), }", good=False, why="<ubyte"),
                                   dict(text="{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }", good=True, align=16),
                                   dict(text="{'descr': '<f4', 'fortran_order': 0, 'shape': (4,), }", good=False, why="fortran_order"),
                                   dict(text="{'descr': '<f4', 'shape': (4,), }", good=False, why="fortran_order")])
def other_writers(text, good, why=None, align=64, newline=b"\n", descr="<f4"):
    n = npy(descr, (4,))
    head = header(text, align=align, newline=newline)
    if not good:
        return err(head + n.body, "header", "header: %s" % why, [why])
    m = Npy(n.a, descr, text=text, align=align, newline=newline)
    return ok(m)


@report("BR-58", "odd-offset", [dict(version=(2, 0), align=1, descr="<f8", shape=(10, 4), fortran=True), dict(version=(1, 0), align=2, descr="<f4", shape=(5,))])
def odd_offset(version, align, descr, shape, fortran=False):
    n = npy(descr, shape, fortran, version=version, align=align)
    return ok(n, sentence(n.facts) + " (data at offset %d; mapped views must not assume alignment)" % n.facts["data_offset"],
              verb="mmap")


@report("BR-59", "left-by-a-crash", [dict(mode="header-only"), dict(mode="no-directory"), dict(mode="half-directory")])
def crash(mode):
    n = npy("<f8", (113,))
    if mode == "header-only":
        return err(n.head, "truncated", "truncated: expected %d bytes, found 0" % len(n.body), [len(n.body), 0])
    if mode == "no-directory":
        z = Zip()
        z.add("a.npy", npy("<i4", (3,)).bytes)
        z.add("b.npy", npy("<i4", (4,), seed=1).bytes)
        return err(z.close(no_directory=True), "zip-no-directory", "no end-of-archive record (the writer did not finish); "
                   "2 complete members can be salvaged: a, b", ["end"], ext=".npz", salvage=["a", "b"])
    if mode == "half-directory":
        data, _ = archive([("a.npy", npy("<i4", (3,)), {}), ("b.npy", npy("<i4", (4,)), {})])
        return err(data[:-30], "zip-no-directory", "no end-of-archive record; members a, b can be salvaged", ["end"], ext=".npz",
                   salvage=["a", "b"])
    raise ValueError(mode)


@report("BR-60", "missing-key", [dict(have=["points", "scale"], ask="normals"), dict(have=["a", "b"], ask="A")])
def missing(have, ask):
    data, ms = archive([(k + ".npy", npy("<f8", (2,), seed=i), {}) for i, k in enumerate(have)])
    return okz(data, ms, "asking for '%s' says it is not there and lists %s" % (ask, have), ask=ask, outcome="error",
               error={"class": "no-such-member", "mention": [ask] + have}, numpy="rejects-key")


@report("BR-66", "one-bad-member", [dict(bad="object"), dict(bad="crc"), dict(bad="dtype")])
def one_bad(bad):
    a, c = npy("<f4", (2, 2)), npy("<i8", (3,), seed=7)
    z = Zip()
    ms = [z.add("first.npy", a.bytes, array=a.facts)]
    if bad == "object":
        z.add("meta.npy", header(dict_text("'|O'", False, "()")) + pickle.dumps({"k": 1}, protocol=3))
    elif bad == "crc":
        z.add("meta.npy", npy("<i4", (2,)).bytes, crc_central=1)
    else:
        z.add("meta.npy", header(dict_text("'<q9'", False, "(2,)")) + bytes(18))
    ms.append(z.add("last.npy", c.bytes, array=c.facts))
    kinds = {"object": ["object_dtype"], "crc": ["zip_crc"], "dtype": ["bad_dtype"]}[bad]
    return okz(z.close(), ms, "first and last load (sums %s, %s); only meta is reported, with the reason" % (ms[0]["sum"], ms[1]["sum"]),
               outcome="error", good_members=["first", "last"], bad_members=["meta"],
               error={"class": "one-member", "kinds": kinds, "mention": ["meta"]})


@report("BR-68", "several-in-one-file", [dict(arrays=[("<i8", (10,)), ("<f8", (10,))], junk=b""), dict(arrays=[("<f4", (2, 3))], junk=b"EXTRA!")])
def several(arrays, junk):
    ns = [npy(d, s, seed=i) for i, (d, s) in enumerate(arrays)]
    data = b"".join(n.bytes for n in ns) + junk
    offs, p = [], 0
    for n in ns:
        offs.append(p)
        p += len(n.bytes)
    what = "%d arrays follow each other (at offsets %s)" % (len(ns), offs) if len(ns) > 1 else "%d bytes follow the array" % len(junk)
    c = ok(ns[0], sentence(ns[0].facts) + "; warns: " + what, outcome="ok-warn")
    c["bytes"], c["sequence"] = data, [dict(n.facts, at=o) for n, o in zip(ns, offs)]
    return c


@report("BR-69", "inflate-in-pieces", [dict(descr="|u1", count=48 << 20), dict(descr="<f4", count=1 << 20)])
def inflate_pieces(descr, count):
    n = Npy(np.zeros(count, np.dtype(descr)), descr)
    data, ms = archive([("z.npy", n, dict(pack="zlib"))])
    return okz(data, ms, "z loads as %s (%d,), sum=0; peak memory at most the array plus 4 MB" % (descr, count),
               limits={"rss_mb": (n.a.nbytes >> 20) + 20})


@report("BR-71", "thin-shapes", [dict(descr="<i8", shape=(1, 1)), dict(descr="<i4", shape=(5, 1)), dict(descr="<i8", shape=(1,))])
def thin(descr, shape, fortran=False):
    n = npy(descr, shape, fortran, seed=3)
    return ok(n, sentence(n.facts) + "; the shape is kept, never squeezed", verb="mmap")


@report("BR-75", "header-spelling", [
    dict(text="{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}", descr="<f4", shape=(2, 3)),
    dict(text='{"descr":"<f4","fortran_order":True,"shape":(2,3)}', descr="<f4", shape=(2, 3), fortran=True),
    dict(text="{'descr':\t'<f4',\t'fortran_order':\tFalse,\t'shape':\t(2, 3, ),\t}", descr="<f4", shape=(2, 3))])
def spelling(text, descr, shape, fortran=False, newline=b"\n", align=64):
    return ok(npy(descr, shape, fortran, text=text, newline=newline, align=align))
