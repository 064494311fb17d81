# SPDX-License-Identifier: MIT
"""A small ZIP writer that can place data at any offset and leave out or falsify what the reports need."""
import struct
import zlib

from deflate_forms import PACK


class Zip:
    DATE, TIME = (0 << 9) | (1 << 5) | 1, 0  # 1980-01-01 00:00

    def __init__(self, prefix=b""):
        self.out = bytearray(prefix)
        self.base = 0
        self.entries = []

    def add(self, name, data, pack="stored", flags=0, zip64_local=False, zip64_central=False, extra_local=b"",
            extra_central=b"", descriptor=None, crc_local=None, crc_central=None, usize=None, csize=None, start_at=None,
            array=None, method=None):
        """start_at=(residue, modulus): pad the local extra field until the ARRAY data (not the header) lands there."""
        raw = name if isinstance(name, bytes) else name.encode("utf-8")
        if not isinstance(name, bytes) and any(c > 127 for c in raw):
            flags |= 0x800
        comp = data if PACK[pack] is None else PACK[pack](data)
        meth = method if method is not None else (0 if pack == "stored" else 8)
        crc = zlib.crc32(data)
        us, cs = len(data) if usize is None else usize, len(comp) if csize is None else csize
        cl, cc = crc if crc_local is None else crc_local, crc if crc_central is None else crc_central
        lus, lcs, lcrc = us, cs, cl
        if descriptor:
            flags |= 8
            lus = lcs = lcrc = 0
        extra = extra_local
        if zip64_local:
            extra += struct.pack("<HHQQ", 1, 16, lus, lcs)
            if zip64_local != "keep":   # older Python (3.11.2) left the real 32-bit sizes in place beside the extra field
                lus = lcs = 0xFFFFFFFF
        if start_at:
            res, mod = start_at
            headlen = array["data_offset"] if array else 0
            here = len(self.out) + 30 + len(raw) + len(extra) + 4 + headlen
            gap = (res - here) % mod
            extra += struct.pack("<HH", 0x706E, gap) + b"\0" * gap
        off = len(self.out)
        ver = 45 if (zip64_local or zip64_central) else 20
        self.out += struct.pack("<4sHHHHHIIIHH", b"PK\3\4", ver, flags, meth, self.TIME, self.DATE, lcrc, lcs & 0xFFFFFFFF,
                                lus & 0xFFFFFFFF, len(raw), len(extra)) + raw + extra
        start = len(self.out)
        self.out += comp
        if descriptor == "sig":
            self.out += struct.pack("<4sIII", b"PK\7\10", cl, cs, us)
        elif descriptor == "nosig":
            self.out += struct.pack("<III", cl, cs, us)
        elif descriptor == "sig64":
            self.out += struct.pack("<4sIQQ", b"PK\7\10", cl, cs, us)
        self.entries.append(dict(raw=raw, ver=ver, flags=flags, meth=meth, crc=cc, cs=cs, us=us, off=off,
                                 z64=zip64_central, extra=extra_central))
        m = {"name": raw.decode("utf-8", "backslashreplace"), "method": "stored" if meth == 0 else "deflate" if meth == 8 else
             str(meth), "size": us, "packed": cs, "crc32": "%08x" % cc, "local_header_at": off, "payload_at": start}
        if array:
            m.update(array)
            if meth == 0:
                m["file_offset"] = start + array["data_offset"]
                m["misaligned"] = m["file_offset"] % max(1, array["itemsize"]) != 0
        self.last = m
        return m

    def close(self, comment=b"", zip64_end=False, no_directory=False):
        if no_directory:
            return bytes(self.out)
        cd = len(self.out)
        for e in self.entries:
            cs, us, off, extra = e["cs"], e["us"], e["off"] - self.base, e["extra"]
            if e["z64"]:
                extra = extra + struct.pack("<HHQQQ", 1, 24, us, cs, off)
                cs = us = off = 0xFFFFFFFF
            self.out += struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", (3 << 8) | e["ver"], e["ver"], e["flags"], e["meth"],
                                    self.TIME, self.DATE, e["crc"], cs & 0xFFFFFFFF, us & 0xFFFFFFFF, len(e["raw"]),
                                    len(extra), 0, 0, 0, 0o600 << 16, off) + e["raw"] + extra
        size, n = len(self.out) - cd, len(self.entries)
        if zip64_end:
            z = len(self.out)
            self.out += struct.pack("<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, n, n, size, cd)
            self.out += struct.pack("<4sIQI", b"PK\6\7", 0, z, 1)
            self.out += struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, len(comment))
        else:
            self.out += struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, n, n, size, cd, len(comment))
        return bytes(self.out + comment)


def archive(parts, **close):
    """parts: (name, Npy, add-options)"""
    z, ms = Zip(), []
    for name, n, opt in parts:
        ms.append(z.add(name, n.bytes, array=n.facts, **opt))
    return z.close(**close), ms
