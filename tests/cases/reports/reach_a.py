# SPDX-License-Identifier: MIT
"""Reports that any user can meet: BR-01 to BR-17."""
import hashlib
import pickle
import struct
import zlib

import numpy as np

from array_builder import MAGIC, Npy, descr_text, dict_text, facts, header, npy, plain, sentence, shape_text
from deflate_forms import deflate_fixed
from registry import err, ok, okz, report
from zip_writer import Zip, archive


@report("BR-01", "truncated", [dict(descr="<f8", shape=(100,), keep=37 * 8 + 3), dict(descr="<i4", shape=(10, 20), keep=799),
                               dict(descr="|b1", shape=(1000,), keep=1)])
def truncated(descr, shape, keep, fortran=False):
    n = npy(descr, shape, fortran)
    want = n.facts["nbytes"]
    return err(n.bytes[:len(n.head) + keep], "truncated", "truncated: expected %d bytes, found %d" % (want, keep), [want, keep])


LFS = (b"version https://git-lfs.github.com/spec/v1\noid sha256:" + hashlib.sha256(b"nopy").hexdigest().encode() +
       b"\nsize 1048704\n")
HTML = b"<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head><body>no such object</body></html>\n"
IMPOSTOR = {
    "lfs": (LFS, "not-npy/lfs-pointer", "this is a Git LFS pointer, the data (1048704 bytes) was never downloaded", ["LFS"]),
    "html": (HTML, "not-npy/html", "this is an HTML page, not an array (failed download?)", ["HTML"]),
    "empty": (b"", "not-npy/empty", "the file is empty (0 bytes)", ["empty"]),
    "half-magic": (MAGIC[:5], "not-npy/short", "5 bytes: too short for a .npy header", ["5"]),
    "gzip": (b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + deflate_fixed(npy("<f4", (4,)).bytes) +
             struct.pack("<II", zlib.crc32(npy("<f4", (4,)).bytes), len(npy("<f4", (4,)).bytes)), "not-npy/gzip",
             "gzip data: decompress it first", ["gzip"]),
    "hdf5": (b"\x89HDF\r\n\x1a\n" + b"\0" * 88, "not-npy/hdf5", "this is an HDF5 file", ["HDF5"]),
    "csv": (b"1.0,2.0,3.0\n4.0,5.0,6.0\n", "not-npy/text", "plain text, no NUMPY magic", ["magic"]),
    "pickle": (pickle.dumps([1, 2, 3], protocol=2), "not-npy/pickle", "a bare Python pickle, not .npy", ["pickle"]),
}


@report("BR-02", "impostor", [dict(what="lfs", ext=".npy"), dict(what="html", ext=".npz"), dict(what="empty", ext=".npy"),
                              dict(what="pickle", ext=".npy"), dict(what="csv", ext=".npy"), dict(what="gzip", ext=".npz"), dict(what="hdf5", ext=".npy"),
                              dict(what="half-magic", ext=".npy")])
def impostor(what, ext):
    data, cls, text, mention = IMPOSTOR[what]
    return err(data, cls, text, mention, ext=ext)


@report("BR-03", "object", [dict(shape=(), obj=None), dict(shape=(3, 2), obj=[1.5, True, 2.5, False, 3.5, True]),
                            dict(shape=(2,), obj=[[1, 2], [3]])])
def objects(shape, obj, npz=False):
    head = header(dict_text("'|O'", False, shape_text(shape)))
    data = head + pickle.dumps(obj, protocol=3)
    text = "object array %s holds a Python pickle: refused, never executed; info still shows the header" % shape_text(shape)
    if npz:
        z = Zip()
        z.add("cfg.npy", data)
        return err(z.close(), "object-pickle", text, ["object", "cfg"], ext=".npz")
    return err(data, "object-pickle", text, ["object"])


@report("BR-04", "npz-mmap", [dict(descr="<f8", shape=(6, 5), at=(0, 64)), dict(descr="<f8", shape=(7, 3), at=(5, 64)),
                              dict(descr="<i2", shape=(4, 4), at=(1, 64))])
def npz_mmap(descr, shape, at):
    n = npy(descr, shape, seed=3)
    z = Zip()
    z.add("pad.npy", npy("|u1", (3,)).bytes, array=npy("|u1", (3,)).facts)
    first = z.last
    m = z.add("x.npy", n.bytes, array=n.facts, start_at=at)
    where = "x maps at file offset %d (%s)" % (m["file_offset"], "not aligned to its elements: unaligned-safe view or a copy"
                                               if m["misaligned"] else "aligned")
    return okz(z.close(), [first, m], where + "; " + sentence(n.facts), verb="mmap")


@report("BR-05", "wrong-type", [dict(descr="<i8", shape=(4, 5), ask="<f8"), dict(descr="<f4", shape=(10, 4), ask="<f8"),
                                dict(descr="|u1", shape=(28, 28), ask="<f4")])
def wrong_type(descr, shape, ask):
    n = npy(descr, shape, seed=1)
    return ok(n, "typed read as %s fails and names both types (%s, %s); converting read gives sum=%s" %
              (ask, descr, ask, n.facts["sum"]), verb="typed-read", ask=ask,
              error={"class": "type-mismatch", "mention": [descr, ask]})


@report("BR-06", "zip64-local", [dict(packs=["stored"] * 3), dict(packs=["zlib", "fixed", "zlib"]),
                                 dict(packs=["stored", "zlib", "stored"], flagged=[0]),
                                 dict(packs=["zlib", "stored", "fixed"], mode="keep")])
def zip64_local(packs, before=b"", flagged=None, mode=True):
    parts = [("m%d.npy" % i, npy("<f4", (3, i + 2), seed=i),
              dict(pack=p, zip64_local=mode if flagged is None or i in flagged else False, extra_local=before)) for i, p in enumerate(packs)]
    data, ms = archive(parts)
    return okz(data, ms, "lists %d members; last member %s" % (len(ms), sentence(ms[-1])))


@report("BR-07", "multi-deflate", [dict(shapes=[(64, 64), (5,), (200,)], packs=["zlib"] * 3),
                                   dict(shapes=[(10,), (300, 2), (4, 4, 4), (1,)], packs=["fixed", "stored", "blocks", "zlib"]),
                                   dict(shapes=[(500,), (500,), (2, 3)], packs=["blocks", "fixed", "stored"])])
def multi_deflate(shapes, packs):
    parts = [("layer%d.npy" % i, npy("<f8", s, seed=i * 5), dict(pack=p)) for i, (s, p) in enumerate(zip(shapes, packs))]
    data, ms = archive(parts)
    return okz(data, ms, "all %d members found and load; sums %s" % (len(ms), [m["sum"] for m in ms]))


@report("BR-08", "zip64-directory", [dict(central=[True, False], end=False), dict(central=[False, False], end=True),
                                     dict(central=[True], end=True)])
def zip64_dir(central, end):
    parts = [("w%d.npy" % i, npy("<i4", (2, 3), seed=i), dict(zip64_central=c)) for i, c in enumerate(central)]
    data, ms = archive(parts, zip64_end=end)
    return okz(data, ms, "reads sizes and offsets from the ZIP64 records; sums %s" % [m["sum"] for m in ms])


@report("BR-09", "dims-over-2^31", [dict(descr="<f4", shape=(3000000000, 0)), dict(descr="|u1", shape=(0, 8589934592)),
                                    dict(descr="<f4", shape=(6000000000,), data=16)])
def big_dims(descr, shape, data=None):
    if data is None:
        a = np.zeros((0,), np.dtype(descr))
        head = header(dict_text(descr_text(descr), False, shape_text(shape)))
        f = facts(a, descr, False, (1, 0), len(head))
        f["shape"] = list(shape)
        return {"ext": ".npy", "bytes": head, "verb": "load", "outcome": "ok", "array": f, "numpy": "same",
                "expect": "loads as %s %s, 0 elements, dimensions kept in 64 bits" % (descr, shape_text(shape))}
    head = header(dict_text(descr_text(descr), False, shape_text(shape)))
    want = np.dtype(descr).itemsize
    for d in shape:
        want *= d
    return err(head + bytes(range(data)), "truncated", "truncated: expected %d bytes, found %d" % (want, data), [want, data],
               limits={"rss_mb": 64, "seconds": 1})


@report("BR-10", "fortran", [dict(descr="<f4", shape=(3, 4)), dict(descr="<i2", shape=(2, 3, 4)), dict(descr="<f8", shape=(5,)),
                             dict(descr="<c8", shape=(2, 5)), dict(descr="<i8", shape=(3, 1, 2))])
def fortran(descr, shape):
    n = npy(descr, shape, True, seed=2)
    idx = tuple(0 if i == 0 and len(shape) > 1 else min(1, d - 1) for i, d in enumerate(shape))
    n.facts["probe"] = {"index": list(idx), "value": plain(n.a[idx])}
    return ok(n, sentence(n.facts) + ", element %s = %s" % (list(idx), n.facts["probe"]["value"]))


@report("BR-11", "info-only", [dict(mode="claims", descr="<f8", shape=(100000, 125000)), dict(mode="npz", descr="<f4", count=4194304),
                               dict(mode="claims", descr="|u1", shape=(1099511627776,))])
def info_only(mode, descr, shape=None, count=None):
    if mode == "claims":
        head = header(dict_text(descr_text(descr), False, shape_text(shape)))
        want = np.dtype(descr).itemsize
        for d in shape:
            want *= d
        return {"ext": ".npy", "bytes": head + b"\0" * 64, "verb": "info", "outcome": "ok-warn", "numpy": "rejects",
                "array": {"descr": descr, "shape": list(shape), "order": "C", "version": "1.0", "data_offset": len(head),
                          "nbytes": want}, "limits": {"rss_mb": 16, "seconds": 0.1},
                "expect": "info prints %s %s, %d bytes, and warns that only 64 bytes follow; no data is read" %
                          (descr, shape_text(shape), want)}
    n = Npy(np.zeros(count, np.dtype(descr)), descr)
    z = Zip()
    m = z.add("big.npy", n.bytes, pack="zlib", array=n.facts)
    return okz(z.close(), [m], "info prints %s %s from the first bytes of the member without inflating all %d bytes" %
               (descr, shape_text(n.a.shape), len(n.bytes)), verb="info", limits={"rss_mb": 8, "seconds": 0.1})


@report("BR-12", "append", [dict(descr="<f4", shape=(10, 3), add=2, room=20), dict(descr="<i4", shape=(9,), add=1, room=0),
                            dict(descr="<f8", shape=(99, 2), add=1, room=0)])
def append(descr, shape, add, room, fortran=False):
    base = npy(descr, shape, fortran, room=room)
    more_shape = (shape[:-1] + (add,)) if fortran else ((add,) + shape[1:])
    more = npy(descr, more_shape, fortran, seed=9)
    joined = np.concatenate([base.a, more.a], axis=-1 if fortran else 0)
    after = facts(joined, descr, fortran, (1, 0), len(base.head))
    return {"files": {"base.npy": base.bytes, "more.npy": more.bytes}, "verb": "append", "outcome": "ok", "array": after,
            "numpy": "same", "ext": "",
            "expect": "after appending more.npy, base.npy %s; header still %d bytes, old data not moved" %
                      (sentence(after), len(base.head))}


WORDS = {"latin": ["sigmoid", "tanh", "softmax"], "cjk": ["\u6e29\u5ea6", "\u6c34", "a\U0001F600b"]}


def strings(words, dt):
    return np.array(words, dtype=dt)


@report("BR-16", "strings", [dict(words="latin", descr="<U7"), dict(words="cjk", descr=">U4"),
                             dict(words=[b"ab\0c", b"", b"xyz"], descr="|S5")])
def string_arrays(words, descr):
    a = strings(WORDS.get(words, words) if isinstance(words, str) else words, np.dtype(descr))
    n = Npy(a, descr)
    n.facts["values"] = [plain(v) for v in a]
    return ok(n, "loads as %s (%d,), values %s" % (descr, len(a), n.facts["values"]))


@report("BR-17", "int64", [dict(descr="<i8", values=[-2**63, -1, 0, 2**53 + 1, 2**63 - 1]),
                           dict(descr="<u8", values=[0, 2**53 + 1, 2**63, 2**64 - 1]),
                           dict(descr="<i8", values=[0, 1, 1, 2, 0, 3], shape=(1, 2, 3))])
def int64s(descr, values, shape=None):
    a = np.array(values, dtype=np.dtype(descr))
    if shape:
        a = a.reshape(shape)
    n = Npy(a, descr)
    n.facts["values"] = [int(v) for v in a.ravel()]
    return ok(n, "loads as %s, every value exact, also in the browser: %s" % (descr, n.facts["values"]))
