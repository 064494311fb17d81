# SPDX-License-Identifier: MIT
"""Reports of whole communities, about arrays: from BR-18 on."""
import hashlib
import math

import numpy as np

from array_builder import MAGIC, Npy, descr_text, dict_text, header, npy, plain, shape_text
from registry import err, ok, report
from zip_writer import Zip, archive


@report("BR-18", "ml-dtypes", [dict(lit="'<V2'", descr="<V2", raw="c03f00c00040", size=2, good=True),
                               dict(lit="'<f1'", descr="<f1", raw="3c40", size=1, good=False),
                              dict(lit="'|V2'", descr="|V2", raw="c03f00c00040", size=2, good=True),
                              dict(lit="'float8_e4m3fn'", descr="float8_e4m3fn", raw="3c40", size=1, good=False)])
def ml_dtypes(lit, descr, raw, size, good):
    body = bytes.fromhex(raw)
    if good:
        a = np.frombuffer(body, dtype="V%d" % size)
        n = Npy(a, descr, lit=lit)
        return ok(n, "loads as raw %d-byte elements 0x%s; asked for bfloat16 the values are 1.5, -2.0, 2.0" % (size, raw)
                  if raw == "c03f00c00040" else "loads as raw %d-byte elements 0x%s" % (size, raw), numpy="same")
    a = np.frombuffer(body, dtype="V%d" % size)
    n = Npy(a, descr, lit=lit)
    return ok(n, "loads as %s, 0x%s; a finding says that NumPy refuses this descr" % (descr, raw), outcome="ok-warn",
              numpy="rejects")


@report("BR-20", "structured", [
    dict(lit="[('i', '<i8'), ('j', '<i8'), ('k', '<f8')]", dt=[("i", "<i8"), ("j", "<i8"), ("k", "<f8")],
         rows=[(1, 4, 3.5), (2, 5, 2.25), (3, 6, 1.75)]),
    dict(lit="[('id', '<u4'), ('pose', [('xyz', '<f4', (3,)), ('q', '<f8')])]",
         dt=[("id", "<u4"), ("pose", [("xyz", "<f4", (3,)), ("q", "<f8")])],
         rows=[(7, ((1, 2, 3), 0.5)), (8, ((4, 5, 6), 0.25))]),
    dict(lit="[('x', '>i2')]", dt=[("x", ">i2")], rows=[(1,), (-2,), (3,), (-4,)], shape=(2, 2))])
def structured(lit, dt, rows, shape=None, version=(1, 0), encoding="latin1"):
    a = np.array(rows, dtype=np.dtype(dt))
    if shape:
        a = a.reshape(shape)
    n = Npy(a, "struct", lit=lit, version=version, encoding=encoding)
    n.facts["descr"] = lit
    n.facts["fields"] = list(a.dtype.names)
    n.facts["rows"] = [plain(r) for r in a.ravel()]
    return ok(n, "loads as records %s, fields %s, first row %s" % (shape_text(a.shape), n.facts["fields"], n.facts["rows"][0]))


@report("BR-21", "complex", [dict(descr="<c8", shape=(6,)), dict(descr="<c16", shape=(2, 3), fortran=True),
                             dict(descr="<c8", shape=())])
def complexes(descr, shape, fortran=False):
    return ok(npy(descr, shape, fortran))


@report("BR-22", "half-and-small-ints", [dict(descr="<f2", values=[0.0, -0.0, 1.0, 65504.0, 6e-8, math.inf, -math.inf, math.nan]),
                                         dict(descr="|i1", values=[-128, -1, 0, 1, 127]),
                                         dict(descr="|u1", values=[0, 1, 128, 255])])
def halves(descr, values, shape=None):
    a = np.array(values, dtype=np.dtype(descr))
    if shape:
        a = a.reshape(shape)
    n = Npy(a, descr)
    n.facts["values"] = [plain(v) for v in a.ravel()]
    return ok(n, "loads as %s %s with values %s" % (descr, shape_text(a.shape), n.facts["values"]))


@report("BR-23", "bool", [dict(lit="'|b1'", raw="0100010001"), dict(lit="'?'", raw="010100")])
def bools(lit, raw, shape=None):
    body = bytes.fromhex(raw)
    a = np.frombuffer(bytes(1 if b else 0 for b in body), dtype="|b1")
    if shape:
        a = a.reshape(shape)
    n = Npy(a, "|b1", lit=lit)
    n.body = body
    n.bytes = n.head + body
    n.facts["c_order_le_sha256"] = hashlib.sha256(body).hexdigest()
    bad = sum(1 for b in body if b > 1)
    extra = {} if not bad else dict(outcome="ok-warn", numpy="differs",
                                    expect="loads as |b1; %d byte(s) are neither 0 nor 1: reported, treated as true, no undefined "
                                           "behaviour" % bad)
    return ok(n, **extra)


@report("BR-24", "version-2", [dict(version=(2, 0), fields=0), dict(version=(2, 0), fields=2600), dict(version=(4, 0), fields=0)])
def versions(version, fields, descr="<f8", shape=(3, 2)):
    if version[0] > 3:
        head = MAGIC + bytes(version) + header(dict_text(descr_text(descr), False, shape_text(shape)), (2, 0))[8:]
        return err(head + npy(descr, shape).body, "version", "format version %d.%d is not known (1.0, 2.0, 3.0 are)" % version,
                   ["%d.%d" % version])
    if not fields:
        return ok(npy(descr, shape, version=version))
    dt = [("channel_%05d" % i, "<f4") for i in range(fields)]
    lit = "[" + ", ".join("('%s', '%s')" % t for t in dt) + "]"
    a = np.array([tuple(float(i % 8) for i in range(fields))], dtype=np.dtype(dt))
    n = Npy(a, "struct", lit=lit, version=version)
    n.facts["descr"] = "%d fields channel_00000.. of <f4" % fields
    n.facts["field_count"] = fields
    del n.facts["first"], n.facts["last"]
    return ok(n, "loads 1 record of %d fields; header is %d bytes" % (fields, len(n.head)), numpy="rejects-by-default")


@report("BR-25", "large-header", [dict(fields=12), dict(fields=300), dict(fields=900)])
def large_header(fields, version=(1, 0), stem="alignments_class3D"):
    dt = []
    for i in range(fields):
        dt.append(("%s_%d/pose" % (stem, i), "<f4", (3,)) if i % 3 == 0 else ("%s_%d/alpha" % (stem, i), "<f4"))
    lit = "[" + ", ".join("('%s', '%s'%s)" % (t[0], t[1], ", (3,)" if len(t) == 3 else "") for t in dt) + "]"
    a = np.zeros(2, dtype=np.dtype(dt))
    a[dt[-1][0]] = np.reshape([1.5, 2.5] * (3 if len(dt[-1]) == 3 else 1), a[dt[-1][0]].shape, order="F")
    n = Npy(a, "struct", lit=lit, version=version)
    n.facts["descr"] = "%d fields" % fields
    n.facts["field_count"], n.facts["field_names_last"] = fields, dt[-1][0]
    n.facts.pop("first"), n.facts.pop("last")
    return ok(n, "loads 2 records of %d fields without any option; header is %d bytes" % (fields, len(n.head)),
              numpy="same" if len(n.head) < 10000 else "rejects-by-default")


@report("BR-29", "replaced-while-open", [dict(pack="zlib", a=(1, 2), b=(33, 33)), dict(pack="stored", a=(1, 2, 3), b=(4, 5, 6))])
def replaced(pack, a, b, names=("d1", "d2")):
    before, m1 = archive([(k + ".npy", Npy(np.array(a, "<i8") * (i * 10 + 1), "<i8"), dict(pack=pack)) for i, k in enumerate(names)])
    after, m2 = archive([(k + ".npy", Npy(np.array(b, "<i8") + i, "<i8"), dict(pack=pack)) for i, k in enumerate(names)])
    return {"files": {"before.npz": before, "after.npz": after}, "ext": "", "verb": "open", "outcome": "ok", "members": m1,
            "numpy": "differs",
            "expect": "open before.npz, overwrite it in place with after.npz's bytes, read %s: either the old values or an error "
                      "saying the file changed; never a mix. With rename-over (what our writer does) the open archive keeps the "
                      "old values" % names[0]}


@report("BR-30", "hostile-header-length", [dict(version=(2, 0), hlen=0xFFFFFFF0, tail=0), dict(version=(2, 0), hlen=0x7FFFFFFF, tail=50),
                                           dict(version=(1, 0), hlen=1000, tail=57)])
def hostile_len(version, hlen, tail):
    data = MAGIC + bytes(version) + hlen.to_bytes(2 if version[0] == 1 else 4, "little")
    data += (b"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }" + b" " * tail)[:tail]
    c = err(data, "truncated", "header says %d bytes, file has %d" % (hlen, tail), [hlen], limits={"rss_mb": 16, "seconds": 0.5})
    c["error"]["kinds"] = ["header_too_large", "header_truncated", "data_truncated"]
    return c


@report("BR-31", "shape-overflow", [dict(shape_lit="(4294967296, 4294967296)"), dict(shape_lit="(9223372036854775807,)"),
                                    dict(shape_lit="(-1,)"), dict(shape_lit="(3.0,)")])
def overflow(shape_lit, descr="<f4"):
    head = header(dict_text(descr_text(descr), False, shape_lit))
    cls = "shape" if ("-" in shape_lit or "." in shape_lit or "True" in shape_lit) else "shape-overflow"
    return err(head + b"\0" * 64, cls, "%s: shape %s is not possible" % (cls, shape_lit), [shape_lit.strip("(),").split(",")[0]],
               limits={"rss_mb": 16, "seconds": 0.5})


@report("BR-32", "member-declares-more", [dict(shape=(1099511627776,), have=64, pack="zlib"),
                                          dict(shape=(4,), have=33554432, pack="zlib"),
                                          dict(shape=(16,), have=10, pack="zlib", usize=0x7FFFFFFF)])
def declares_more(shape, have, pack, descr="<f4", usize=None):
    head = header(dict_text(descr_text(descr), False, shape_text(shape)))
    want = np.dtype(descr).itemsize
    for d in shape:
        want *= d
    z = Zip()
    z.add("weights.npy", head + b"\0" * have, pack=pack, usize=usize)
    if have > want and usize is None:
        return {"ext": ".npz", "bytes": z.close(), "verb": "load", "outcome": "ok-warn", "numpy": "accepts",
                "limits": {"rss_mb": 16, "seconds": 0.5},
                "expect": "weights loads as %s %s and warns: %d bytes follow the array inside the member; memory stays small" %
                          (descr, shape_text(shape), have - want)}
    return err(z.close(), "truncated" if usize is None else "zip-size", "weights: array needs %d bytes, the member holds %s" %
               (want, have if usize is None else "less than it claims"), ["weights", want if usize is None else usize], ext=".npz",
               limits={"rss_mb": 64, "seconds": 1})
