# SPDX-License-Identifier: MIT
"""Reports of whole communities, about archives and spellings: up to BR-56."""
import pickle
import struct
import zlib

import numpy as np

from array_builder import Npy, descr_text, dict_text, fill, header, npy, sentence, shape_text
from registry import err, ok, okz, report
from zip_writer import Zip, archive


@report("BR-33", "member-too-short", [dict(cut=None, hlen=60000, pack="fixed"), dict(cut=None, hlen=4000), dict(cut=4, hlen=None), dict(cut=-8, hlen=None)])
def member_short(cut, hlen, pack="stored"):
    n = npy("<f8", (4,))
    data = bytearray(n.bytes)
    if hlen:
        data[8:10] = struct.pack("<H", hlen)
    if cut is not None:
        data = data[:cut] if cut >= 0 else data[:len(data) + cut]
    z = Zip()
    z.add("ok.npy", n.bytes, array=n.facts)
    z.add("bad.npy", bytes(data), pack=pack)
    why = "header length %d runs past the member" % hlen if hlen else "the member is only %d bytes" % len(data)
    extra = {"numpy": "accepts"} if len(data) < 6 else {}
    return err(z.close(), "truncated", "bad: " + why + "; member ok still loads", ["bad"], ext=".npz", good_members=["ok"], **extra)


@report("BR-34", "deflate-kinds", [dict(pack="fixed", shape=(50, 4)), dict(pack="zlib", shape=(30, 30)), dict(pack="blocks", shape=(3,))])
def deflate_kinds(pack, shape, descr="<f4"):
    data, ms = archive([("x.npy", npy(descr, shape), dict(pack=pack))])
    return okz(data, ms, "x " + sentence(ms[0]))


@report("BR-35", "many-members", [dict(count=1000, pack="stored"), dict(count=1500, pack="fixed")])
def many(count, pack):
    parts = [("g%02d/v%04d.npy" % (i % 17, i), Npy(np.array([i, i * i], "<i8"), "<i8"), dict(pack=pack)) for i in range(count)]
    data, ms = archive(parts)
    keep = [ms[0], ms[-1]]
    return okz(data, keep, "lists %d members; reading all gives grand total %d in well under a second" %
               (count, sum(i + i * i for i in range(count))), member_count=count, limits={"seconds": 0.5})


@report("BR-39", "empty-and-scalar", [dict(descr="<f8", shape=(0,)), dict(descr="<i2", shape=(0, 4)), dict(descr="<f4", shape=()),
                                      dict(descr="<u2", shape=(2, 0, 3))])
def empties(descr, shape, fortran=False):
    n = npy(descr, shape, fortran, seed=5)
    return ok(n, sentence(n.facts) + ", also when memory-mapped", verb="mmap", numpy="same")


@report("BR-40", "python2-long", [dict(shape=(10, 3), lit="(10L, 3L)"), dict(shape=(7,), lit="(7L,)"),
                                  dict(shape=(3, 2), lit="(3L, 2)")])
def py2long(shape, lit, descr="<f8", descr_lit=None, rows=None, dt=None):
    if dt:
        a = np.array(rows, dtype=np.dtype(dt))
        n = Npy(a, "struct", lit=descr_lit, shape_lit=lit)
        n.facts["descr"], n.facts["fields"] = descr_lit, list(a.dtype.names)
        return ok(n)
    return ok(npy(descr, shape, shape_lit=lit))


@report("BR-41", "bad-shape-literal", [dict(lit="(np.int64(2), np.int64(3))", shape=(2, 3)), dict(lit="10", shape=(10,)),
                                        dict(lit="(np.int32(5),)", shape=(5,))])
def bad_shape(lit, shape, descr="<f8"):
    n = npy(descr, shape)
    data = header(dict_text(descr_text(descr), False, lit)) + n.body
    return err(data, "header", "shape %s is not a tuple of integers (seen from open_memmap); repair would read it as %s" %
               (lit, shape_text(shape)), [lit.split("(")[1].split(")")[0] if lit.startswith("(np") else lit], repair=n.facts)


@report("BR-42", "dtype-metadata", [
    dict(lit="('<f8', {'unit': 'mV'})", descr="<f8", shape=(4,)),
    dict(lit="[('id', '<i4'), ('w', ('<f4', {'k': 'v'}))]", descr="struct", shape=(2,), dt=[("id", "<i4"), ("w", "<f4")],
         rows=[(1, 0.5), (2, 1.5)]),
    dict(lit="('<f8', {'unit': make()})", descr="<f8", shape=(4,), good=False)])
def metadata(lit, descr, shape, dt=None, rows=None, good=True):
    if not good:
        head = header(dict_text(lit, False, shape_text(shape)))
        return err(head + pickle.dumps([None], protocol=3), "header", "descr is not a plain literal: %s" % lit, ["descr"])
    a = np.array(rows, dtype=np.dtype(dt)) if dt else fill(np.dtype(descr), shape)
    n = Npy(a, descr, lit=lit)
    n.facts["descr"] = lit
    return ok(n, "loads; the metadata dict is ignored", numpy="differs")


@report("BR-43", "unicode-field-names", [
    dict(lit="[('t', '<f4'), ('\u6e29\u5ea6', '<f4')]", version=(3, 0), encoding="utf-8", names=["t", "\u6e29\u5ea6"]),
    dict(lit="[('caf\u00e9', '<f4'), ('b', '<f4')]", version=(1, 0), encoding="latin1", names=["caf\u00e9", "b"]),
    dict(lit="[('\U0001F321', '<f4'), ('\u03a9', '<f4')]", version=(3, 0), encoding="utf-8", names=["\U0001F321", "\u03a9"])])
def unicode_names(lit, version, encoding, names):
    a = np.array([(1.5, 2.5), (3.5, 4.5)], dtype=[(names[0], "<f4"), (names[1], "<f4")])
    n = Npy(a, "struct", lit=lit, version=version, encoding=encoding)
    n.facts["descr"], n.facts["fields"] = lit, names
    return ok(n, "loads 2 records, field names %s" % names)


@report("BR-44", "member-name-encoding", [dict(raw="ce b1 2e 6e 70 79", flag=0x800, key="\u03b1"),
                                          dict(raw="ce b2 2e 6e 70 79", flag=0, key="\u03b2")])
def name_encoding(raw, flag, key):
    n = npy("<i4", (3,))
    z = Zip()
    m = z.add(bytes.fromhex(raw), n.bytes, flags=flag, array=n.facts)
    m["key"] = key
    return okz(z.close(), [m], "member is reachable as '%s' (%s)" % (key, "UTF-8 flag set" if flag else
               "no UTF-8 flag: valid UTF-8 bytes are shown as UTF-8, the cp437 spelling also works"),
               numpy="same" if flag else "differs")


@report("BR-45", "member-paths", [dict(names=["layer0/weight.npy", "layer0/bias.npy"]), dict(names=["/abs/x.npy"]),
                                  dict(names=["a/../../b.npy"])])
def paths(names):
    parts = [(nm, npy("<f4", (2, 2), seed=i), {}) for i, nm in enumerate(names)]
    data, ms = archive(parts)
    for m, nm in zip(ms, names):
        m["key"] = nm[:-4]
    unsafe = any(".." in nm or nm.startswith("/") or "\\" in nm or ":" in nm for nm in names)
    return okz(data, ms, "keys %s exactly as stored%s" % ([m["key"] for m in ms],
               "; extract refuses or stays inside the target folder" if unsafe else "; extract makes the folders"),
               verb="extract", numpy="same")


@report("BR-46", "duplicate-members", [dict(names=["x.npy", "x.npy"]), dict(names=["x", "x.npy"])])
def duplicates(names):
    parts = [(nm, npy("<i4", (2,), seed=10 * (i + 1)), {}) for i, nm in enumerate(names)]
    data, ms = archive(parts)
    return okz(data, ms, "list shows all %d entries and warns about the duplicate key; load by key gives %s; each entry is reachable "
               "by index" % (len(names), "the last entry, sum=%s" % ms[-1]["sum"] if len(set(names)) == 1 else
                             "the exact name first, then name + .npy"), outcome="ok-warn", numpy="differs")


@report("BR-47", "npy-suffix", [dict(names=["a.npy", "b"], keys=["a", "b"]), dict(names=["c.npy.npy"], keys=["c.npy"])])
def suffix(names, keys):
    parts = [(nm, npy("|u1", (3,), seed=i), {}) for i, nm in enumerate(names)]
    data, ms = archive(parts)
    for m, k in zip(ms, keys):
        m["key"] = k
    return okz(data, ms, "keys are %s (one .npy stripped, no more)" % keys)


@report("BR-48", "other-members", [
    dict(extra=[("README.txt", b"notes\n"), ("meta.json", b"{\"fs\": 30000}\n")], arrays=["x.npy"]),
    dict(extra=[("data/", b""), ("__MACOSX/data/._x.npy", b"\0\5\x16\7" + b"\0" * 78)], arrays=["data/x.npy"])])
def others(extra, arrays):
    z, ms = Zip(), []
    for nm, data in extra:
        z.add(nm, data)
    for i, nm in enumerate(arrays):
        n = npy("<f4", (3,), seed=i)
        ms.append(z.add(nm, n.bytes, array=n.facts))
    return okz(z.close(), ms, "lists %d array(s); the other %d entries are shown as raw files and do not stop anything" %
               (len(arrays), len(extra)), other_members=[e[0] for e in extra], numpy="same")


@report("BR-49", "empty-archive", [dict(comment=b""), dict(comment=b"nothing was saved")])
def empty_zip(comment, zip64=False):
    return okz(Zip().close(comment=comment, zip64_end=zip64), [], "an archive with 0 members, not an error", verb="list",
               numpy="same" if not zip64 else "differs")


@report("BR-50", "data-descriptor", [dict(kind="sig", packs=["zlib", "zlib"]), dict(kind="nosig", packs=["stored", "fixed"]),
                                     dict(kind="sig", packs=["stored"])])
def descriptors(kind, packs):
    parts = [("s%d.npy" % i, npy("<f8", (3, i + 1), seed=i), dict(pack=p, descriptor=kind)) for i, p in enumerate(packs)]
    data, ms = archive(parts)
    return okz(data, ms, "local headers say size 0; sizes come from the directory; sums %s" % [m["sum"] for m in ms])


@report("BR-51", "crc", [dict(pack="stored", flip=True), dict(pack="fixed", central=0x12345678),
                         dict(pack="stored", central=0xFFFFFFFF)])
def crc(pack, flip=False, central=None, local=None):
    n, g = npy("<i4", (8,)), npy("<i4", (2,))
    z = Zip()
    z.add("good.npy", g.bytes, array=g.facts)
    m = z.add("hit.npy", n.bytes, pack=pack, crc_central=central, crc_local=local)
    data = bytearray(z.close())
    if flip:
        data[m["payload_at"] + len(n.bytes) - 6] ^= 0x40
    real = zlib.crc32(n.bytes)
    if local is not None and central is None:
        return {"ext": ".npz", "bytes": bytes(data), "verb": "load", "outcome": "ok-warn", "numpy": "accepts",
                "expect": "hit loads (the directory's CRC is right); verify reports that the local header disagrees"}
    return err(bytes(data), "zip-crc", "hit: CRC-32 mismatch (stored %08x)" % (central if central is not None else real),
               ["hit", "CRC"], ext=".npz", good_members=["good"])


@report("BR-52", "byte-order", [dict(descr=">f8", shape=(4, 2)), dict(descr=">i4", shape=(5,)), dict(descr=">u2", shape=(3, 3), fortran=True)])
def byte_order(descr, shape, fortran=False):
    return ok(npy(descr, shape, fortran, seed=4))


@report("BR-54", "datetime", [dict(descr="<M8[ns]", ints=[0, 1700000000000000001, -1]), dict(descr="<m8[ms]", ints=[0, 1500, -250]),
                              dict(descr="<M8[25s]", ints=[0, 4, 100]), dict(descr="<m8[D]", ints=[7, -2**63])])
def datetimes(descr, ints):
    dt = np.dtype(descr)
    a = np.array(ints, dtype=dt.str[0] + "i8").view(dt)
    n = Npy(a, descr)
    n.facts["values"] = [str(v) for v in a]
    n.facts["ticks"] = list(ints)
    return ok(n, "loads as %s (%d,), values %s" % (descr, len(ints), n.facts["values"]))


@report("BR-55", "file-name-and-text-mode", [dict(name="donn\u00e9es_\u6d4b\u8bd5.npy", mangle=None), dict(name=None, mangle="utf8"),
                                         dict(name=None, mangle="crlf")])
def names_and_text(name, mangle):
    n = npy("<i4", (3, 2))
    if not mangle:
        return ok(n, name=name)
    if mangle == "utf8":
        data = n.bytes.decode("latin1").encode("utf-8")
        return err(data, "not-npy/text-mangled", "the magic was re-encoded as UTF-8 text: the file was copied in text mode", ["text"])
    data = n.bytes.replace(b"\n", b"\r\n")
    return err(data, "not-npy/text-mangled", "the header ends in CR LF and %d bytes follow it instead of %d: the file was copied in "
               "text mode" % (len(data) - len(n.head), len(n.body)), ["text"], numpy="accepts")


@report("BR-56", "unknown-dtype", [dict(descr="<z3", size=3), dict(descr="<i3", size=3), dict(descr="<f10", size=10)])
def unknown_dtype(descr, size, shape=(4,)):
    head = header(dict_text(descr_text(descr), False, shape_text(shape)))
    return err(head + bytes(size * 4), "unsupported-dtype", "unknown dtype '%s' in descr" % descr, [descr])
