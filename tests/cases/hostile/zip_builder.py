# SPDX-License-Identifier: MIT
"""A ZIP writer in which every field can lie."""
import struct
import zlib

from deflate_encoder import deflate


class Ent:
    """One member.  `l` and `c` override single fields of the local header and of the directory record."""
    def __init__(self, name, payload=b"", method=0, raw=None, l=None, c=None, lextra=b"", cextra=b"",
                 flags=0, dd=None, comment=b"", gap=b"", xattr=0, ver=20, usize=None, crc=None):
        self.name = name.encode() if isinstance(name, str) else name
        self.raw = raw if raw is not None else (deflate(payload) if method == 8 else payload)
        self.usize = len(payload) if usize is None else usize
        self.crc = zlib.crc32(payload) if crc is None else crc
        self.method, self.l, self.c = method, dict(l or {}), dict(c or {})
        self.lextra, self.cextra, self.flags, self.dd = lextra, cextra, flags, dd
        self.comment, self.gap, self.xattr, self.ver = comment, gap, xattr, ver

def local(e, **over):
    f = dict(sig=0x04034B50, ver=e.ver, flags=e.flags | (8 if e.dd else 0), method=e.method, time=0, date=33,
             crc=0 if e.dd else e.crc, csize=0 if e.dd else len(e.raw), usize=0 if e.dd else e.usize,
             name=e.name, extra=e.lextra)
    f.update(e.l); f.update(over)
    nlen, xlen = f.get("nlen", len(f["name"])), f.get("xlen", len(f["extra"]))
    return struct.pack("<IHHHHHIIIHH", f["sig"], f["ver"], f["flags"], f["method"], f["time"], f["date"],
                       f["crc"], f["csize"], f["usize"], nlen, xlen) + f["name"] + f["extra"]

def descriptor(e):
    """dd: "sig", "nosig", "sig64", "nosig64" or raw bytes."""
    if not e.dd: return b""
    if isinstance(e.dd, bytes): return e.dd
    fmt = "<IQQ" if "64" in e.dd else "<III"
    return (b"PK\x07\x08" if e.dd.startswith("sig") else b"") + struct.pack(fmt, e.crc, len(e.raw), e.usize)

def central(e, offset):
    f = dict(sig=0x02014B50, made=20, ver=e.ver, flags=e.flags | (8 if e.dd else 0), method=e.method, time=0,
             date=33, crc=e.crc, csize=len(e.raw), usize=e.usize, disk=0, iattr=0, xattr=e.xattr,
             offset=offset, name=e.name, extra=e.cextra, comment=e.comment)
    f.update(e.c)
    nlen, xlen = f.get("nlen", len(f["name"])), f.get("xlen", len(f["extra"]))
    clen = f.get("clen", len(f["comment"]))
    return struct.pack("<IHHHHHHIIIHHHHHII", f["sig"], f["made"], f["ver"], f["flags"], f["method"], f["time"],
                       f["date"], f["crc"], f["csize"], f["usize"], nlen, xlen, clen, f["disk"], f["iattr"],
                       f["xattr"], f["offset"]) + f["name"] + f["extra"] + f["comment"]

def eocd(count, size, offset, comment=b"", **over):
    f = dict(sig=0x06054B50, disk=0, cddisk=0, here=count, total=count, size=size, offset=offset,
             clen=len(comment)); f.update(over)
    return struct.pack("<IHHHHIIH", f["sig"], f["disk"], f["cddisk"], f["here"], f["total"], f["size"],
                       f["offset"], f["clen"]) + comment

def eocd64(count, size, offset, at, sector=b"", loc=None, **over):
    f = dict(sig=0x06064B50, rsize=44 + len(sector), made=45, ver=45, disk=0, cddisk=0, here=count, total=count,
             size=size, offset=offset); f.update(over)
    l = dict(sig=0x07064B50, disk=0, at=at, disks=1); l.update(loc or {})
    return (struct.pack("<IQHHIIQQQQ", f["sig"], f["rsize"], f["made"], f["ver"], f["disk"], f["cddisk"],
                        f["here"], f["total"], f["size"], f["offset"]) + sector
            + struct.pack("<IIQI", l["sig"], l["disk"], l["at"], l["disks"]))

def zipf(ents, prefix=b"", base=0, cdgap=b"", comment=b"", tail=b"", end=None, z64=None, cdents=None,
         cdextra=b"", endgap=b""):
    """Archive of `ents`.  base: added to all stored offsets; end / z64: overrides of the end records;
    cdents: other records for the directory (list of (Ent, offset))."""
    out, offs = bytearray(prefix), []
    for e in ents:
        out += e.gap
        offs.append(len(out) + base)
        out += local(e) + e.raw + descriptor(e)
    out += cdgap
    cd_at = len(out) + base
    recs = cdents if cdents is not None else list(zip(ents, offs))
    recs = recs(offs) if callable(recs) else recs
    cd = b"".join(central(e, o) for e, o in recs) + cdextra
    out += cd + endgap
    n, end = len(recs), dict(end or {})
    if z64 is not None:
        z = dict(z64); loc = z.pop("loc", None); sector = z.pop("sector", b"")
        out += eocd64(z.pop("count", n), z.pop("cdsize", len(cd)), z.pop("cdoff", cd_at),
                      len(out) + base, sector, loc, **z)
    out += eocd(end.pop("count", n), end.pop("cdsize", len(cd)), end.pop("cdoff", cd_at), comment, **end)
    return bytes(out) + tail

def x64(*vals):
    """ZIP64 extra field with the given 64-bit values."""
    return struct.pack("<HH", 1, 8 * len(vals)) + b"".join(struct.pack("<Q", v) for v in vals)

def xtra(ident, body):
    return struct.pack("<HH", ident, len(body)) + body

