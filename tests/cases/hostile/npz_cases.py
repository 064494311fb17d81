# SPDX-License-Identifier: MIT
"""Hostile and unusual .npz archives."""
import struct
import zlib

from deflate_encoder import Bits, fixed_symbol, crc_zeros, deflate, deflate_stored
from npy_builder import GOOD, GOOD2, MAGIC, V3, V22, Sparse, dic, npy, val
from suite import ALLOC, AMBIG, STRICT
from zip_builder import Ent, central, eocd, eocd64, local, x64, xtra, zipf


def npz_cases(s):
    A, B = Ent("a.npy", GOOD), Ent("b.npy", GOOD2)
    AB = {"a": V3, "b": V22}
    plain = zipf([A, B])

    # --- must load
    s.zok("ok-stored", "zip-ok", plain, "two stored members", AB)
    s.zok("ok-deflate", "zip-ok", zipf([Ent("a.npy", GOOD, 8), Ent("b.npy", GOOD2, 8)]), "two deflated members", AB)
    s.zok("ok-empty", "zip-ok", zipf([]), "archive without members", {})
    loc64 = dict(csize=0xFFFFFFFF, usize=0xFFFFFFFF)
    s.zok("ok-savez", "zip-ok", zipf([Ent("a.npy", GOOD, l=loc64, lextra=x64(len(GOOD), len(GOOD)), ver=45)]),
          "as np.savez writes: ZIP64 extra in the local header only", {"a": V3})
    for k in ("sig", "nosig", "sig64", "nosig64"):
        extra = dict(l=loc64, lextra=x64(0, 0)) if "64" in k else {}
        s.zok("ok-dd-" + k, "zip-ok", zipf([Ent("a.npy", GOOD, 8, dd=k, **extra), Ent("b.npy", GOOD2)]),
              "data descriptor, form " + k, AB)
    s.zok("ok-dd-stored", "zip-ok", zipf([Ent("a.npy", GOOD, 0, dd="sig"), B]), "stored member with data descriptor", AB)
    s.zok("ok-comment", "zip-ok", zipf([A, B], comment=b"made by hand"), "archive comment", AB)
    s.zok("ok-comment-sig", "zip-ok", zipf([A, B], comment=b"see PK\x05\x06 in the text"),
          "comment with the four signature bytes but no record", AB,
          why="CPython takes the last signature; only one record here is consistent")
    s.zok("ok-comment-64k", "zip-ok", zipf([A], comment=b"c" * 65535), "longest possible comment", {"a": V3})
    s.zok("ok-z64-end", "zip-ok", zipf([A, B], z64={}, end=dict(count=0xFFFF, cdsize=0xFFFFFFFF, cdoff=0xFFFFFFFF)),
          "ZIP64 end record, all 32-bit fields saturated", AB)
    s.zok("ok-z64-sector", "zip-ok", zipf([A, B], z64=dict(sector=b"\x37\x13\x04\0\0\0abcd"),
          end=dict(count=0xFFFF, cdsize=0xFFFFFFFF, cdoff=0xFFFFFFFF)), "ZIP64 end record with an extensible sector", AB,
          why="valid ZIP; CPython ignores the locator and misses it (cpython #126834)")
    s.zok("ok-z64-unneeded", "zip-ok", zipf([A, B], z64={}), "ZIP64 end record repeats the same small values", AB)
    s.zok("ok-extra", "zip-ok", zipf([Ent("a.npy", GOOD, lextra=xtra(0x5455, b"\1\0\0\0\0"), cextra=xtra(0x5455, b"\1\0\0\0\0"))]),
          "unknown extra field (time stamp)", {"a": V3})
    s.zok("ok-gap", "zip-ok", zipf([A, Ent("b.npy", GOOD2, gap=b"\0" * 37)]), "hole between members", AB)
    s.zok("ok-case", "zip-ok", zipf([Ent("X.npy", GOOD), Ent("x.npy", GOOD2)]), "names that differ in case only",
          {"X": V3, "x": V22}, extract={"case_insensitive_target": ["unsafe_name"]})
    s.zok("ok-cp437", "zip-ok", zipf([Ent(b"\x82.npy", GOOD)]), "name in code page 437", {"\u00e9": V3})
    s.zok("ok-utf8-flag", "zip-ok", zipf([Ent("\u540d.npy", GOOD, flags=0x800)]), "name in UTF-8, flag set", {"\u540d": V3})
    s.zok("ok-nfc-nfd", "zip-ok", zipf([Ent("\u00e9.npy", GOOD, flags=0x800), Ent("e\u0301.npy", GOOD2, flags=0x800)]),
          "two names equal after Unicode normalisation stay two members", {"\u00e9": V3, "e\u0301": V22},
          extract={"normalising_target": ["unsafe_name"]})
    s.zok("ok-nonarray", "zip-ok", zipf([A, Ent("notes.txt", b"hello")]), "a member that is no array is listed, others load",
          {"a": V3}, raw_members={"notes.txt": 5})
    s.zok("ok-dirent", "zip-ok", zipf([Ent("d/", b"", xattr=16), Ent("d/a.npy", GOOD)]), "directory entry and a path",
          {"d/a": V3})
    s.zok("ok-unsorted", "zip-ok", zipf([A, B], cdents=lambda o: [(B, o[1]), (A, o[0])]),
          "directory order differs from file order", AB)
    s.zok("ok-odd-align", "zip-ok", zipf([Ent("abc.npy", GOOD)]), "stored member whose data is not aligned for mapping",
          {"abc": V3})
    s.zok("ok-trailing-in-member", "zip-ok", zipf([Ent("a.npy", GOOD + b"tail")]), "bytes after the array inside a member",
          {"a": V3})
    s.zok("ok-nested-zip", "zip-ok", zipf([A, Ent("inner.npz", plain)]), "an archive inside is not opened by itself",
          {"a": V3})
    s.zok("ok-hidden-lfh", "zip-ok", zipf([A, Ent("b.npy", GOOD2, gap=local(Ent("ghost.npy", GOOD2)) + GOOD2)]),
          "a member that only a streaming reader would see is not shown", AB)
    s.zeither("name-slash-data", "zip-names", zipf([Ent("d/", GOOD)]), "directory name with array data", {"d/": V3},
              "zip_name", "zip_corrupt")
    s.zok("name-canon", "zip-names", zipf([Ent("a/b.npy", GOOD), Ent("a//b.npy", GOOD2), Ent("a/./b.npy", GOOD2)]),
          "names equal after path clean-up stay apart", {"a/b": V3, "a//b": V22, "a/./b": V22},
          extract={"any_target": ["unsafe_name"]})
    z = 60_000_000
    hz = npy(dic("'|u1'", shape="(%d,)" % z))
    s.zok("ok-zeros-60m", "zip-ok", zipf([Ent("a.npy", raw=deflate(hz, z), method=8, usize=len(hz) + z,
          crc=crc_zeros(zlib.crc32(hz), z))]), "60 MB of zeros at ratio 1031:1: legal, np.zeros compresses like this",
          {"a": val([z], "|u1", None, nbytes=z)}, limits={"seconds": 5, "rss_mb": 64 + 60})

    # --- end of central directory
    s.zbad("eocd-none", "zip-eocd", plain[:-22], "no end record", "zip_no_directory", "zip_corrupt")
    s.zbad("eocd-cut-1", "zip-eocd", plain[:-1], "end record one byte short", "zip_no_directory", "zip_corrupt")
    s.zbad("eocd-half-file", "zip-eocd", plain[:len(plain) // 2], "half a download", "zip_no_directory", "zip_corrupt")
    s.zbad("eocd-only-sig", "zip-eocd", b"PK\x05\x06", "only the signature", "zip_no_directory", "zip_corrupt", members=())
    s.zbad("eocd-lfh-only", "zip-eocd", local(A), "only a local header", "zip_no_directory", members=())
    s.zbad("eocd-two-append", "zip-eocd", plain + zipf([Ent("a.npy", GOOD2)], base=len(plain)),
           "two archives one after the other, each with a consistent end record: only the last has the right offsets",
           "zip_ambiguous", "zip_corrupt", why=AMBIG, note="accepting the LAST is tolerated by most readers; refuse, as PyPI does")
    inner = zipf([Ent("a.npy", GOOD2)], base=len(plain))
    s.zbad("eocd-in-comment", "zip-eocd", zipf([A, B], comment=inner), "the comment is itself a consistent archive end",
           "zip_ambiguous", why=AMBIG)
    s.zbad("eocd-comment-long", "zip-eocd", zipf([A], end=dict(clen=40)), "comment length past the end", "zip_no_directory",
           "zip_corrupt", why=AMBIG)
    s.zbad("eocd-comment-short", "zip-eocd", zipf([A], comment=b"x" * 20, end=dict(clen=3)), "comment length too short",
           "zip_no_directory", "zip_corrupt", "zip_ambiguous", why=AMBIG)
    s.zbad("eocd-tail", "zip-eocd", zipf([A], tail=b"trailing"), "bytes after the end record", "zip_no_directory",
           "zip_corrupt", "zip_ambiguous", why="PyPI and libzip's consistency check refuse it")
    s.zbad("eocd-tail-zeros", "zip-eocd", zipf([A], tail=b"\0" * 512), "512 zero bytes after the end record",
           "zip_no_directory", "zip_corrupt", "zip_ambiguous", why="as eocd-tail; a lenient option may allow zeros")
    s.zbad("eocd-prefix-sfx", "zip-eocd", zipf([A], prefix=b"#!/bin/sh\n"), "program text before the archive", "bad_magic",
           "zip_corrupt")
    s.zbad("eocd-prefix-pk", "zip-eocd", b"PK\x03\x04junkjunk" + zipf([A]), "junk that begins like a member, offsets not moved",
           "zip_corrupt", "zip_ambiguous", "zip_mismatch", why=AMBIG)
    s.zbad("eocd-disk", "zip-eocd", zipf([A], end=dict(disk=1, cddisk=1)), "disk number 1", "zip_multidisk",
           why="part of a split archive")
    s.zbad("eocd-here", "zip-eocd", zipf([A, B], end=dict(here=1)), "entries on this disk differ from total",
           "zip_multidisk", "zip_corrupt", why="part of a split archive")
    s.zbad("eocd-count-low", "zip-eocd", zipf([A, B], end=dict(count=1)), "count 1, directory holds 2", "zip_corrupt",
           "zip_ambiguous", why=AMBIG)
    s.zbad("eocd-count-high", "zip-eocd", zipf([A, B], end=dict(count=3)), "count 3, directory holds 2", "zip_corrupt",
           why=AMBIG)
    s.zbad("eocd-count-65535", "zip-eocd", zipf([A], end=dict(count=0xFFFF)), "count 65535 without ZIP64; " + ALLOC,
           "zip_corrupt", why=AMBIG)
    s.zbad("eocd-cdoff-plus1", "zip-eocd", zipf([A], end=dict(cdoff=len(GOOD) + 36)), "directory offset one too large",
           "zip_corrupt", "zip_ambiguous")
    s.zbad("eocd-cdoff-eof", "zip-eocd", zipf([A], end=dict(cdoff=0xFFFFFF)), "directory offset past the end", "zip_corrupt")
    s.zbad("eocd-cdsize-big", "zip-eocd", zipf([A], end=dict(cdsize=0x7FFFFFFF)), "directory size past the end",
           "zip_corrupt", "zip_no_directory")
    s.zbad("eocd-cdsize-small", "zip-eocd", zipf([A, B], end=dict(cdsize=51)), "directory size covers one of two records",
           "zip_corrupt", "zip_ambiguous", why=AMBIG)
    s.zbad("eocd-gap", "zip-eocd", zipf([A], endgap=b"\0" * 16), "hole between directory and end record", "zip_corrupt",
           "zip_ambiguous", why=AMBIG)

    # --- central directory records
    s.zbad("cd-sig", "zip-central", zipf([Ent("a.npy", GOOD, c=dict(sig=0x02014B51))]), "bad record signature", "zip_corrupt")
    s.zbad("cd-name-over", "zip-central", zipf([Ent("a.npy", GOOD, c=dict(nlen=60000))]), "name length past the directory",
           "zip_corrupt", why="CPython reads a short name without noticing")
    s.zbad("cd-extra-over", "zip-central", zipf([Ent("a.npy", GOOD, c=dict(xlen=60000))]), "extra length past the directory",
           "zip_corrupt", why="the record runs past the directory; CPython does not notice")
    s.zbad("cd-comment-over", "zip-central", zipf([Ent("a.npy", GOOD, c=dict(clen=60000))]),
           "comment length past the directory", "zip_corrupt", why="the record runs past the directory")
    s.zbad("cd-extra-broken", "zip-central", zipf([Ent("a.npy", GOOD, cextra=struct.pack("<HH", 0x5455, 500) + b"x")]),
           "extra field longer than the extra area", "zip_corrupt", why="length inside the record is a lie")
    s.zbad("cd-offset-over", "zip-central", zipf([Ent("a.npy", GOOD, c=dict(offset=0x7FFFFFFF))]),
           "local header offset past the end", "zip_corrupt")
    s.zbad("cd-offset-in-cd", "zip-central", zipf([A], cdents=lambda o: [(A, len(local(A)) + len(GOOD))]),
           "local header offset inside the directory", "zip_corrupt", "zip_overlap")
    s.zbad("cd-disk", "zip-central", zipf([Ent("a.npy", GOOD, c=dict(disk=3))]), "member on disk 3", "zip_multidisk",
           why="part of a split archive")
    s.zbad("cd-csize-over", "zip-central", zipf([Ent("a.npy", GOOD, c=dict(csize=0x10000000), l=dict(csize=0x10000000))]),
           "compressed size 256 MiB in a small file; " + ALLOC, "zip_corrupt", "zip_size", "zip_overlap")
    s.zbad("cd-csize-into-cd", "zip-central", zipf([Ent("a.npy", GOOD, c=dict(csize=len(GOOD) + 10, usize=len(GOOD) + 10),
           l=dict(csize=len(GOOD) + 10, usize=len(GOOD) + 10))]), "member data runs into the directory", "zip_overlap",
           "zip_crc", "zip_corrupt")
    s.zbad("cd-151307", "zip-central", zipf([A], cdents=[(Ent("a.npy", GOOD, c=dict(csize=0xFFFFFFFE, usize=0xFFFFFFFE)), 0),
           (A, 0)]), "forged size and a second record at the same offset (cpython #151307); " + ALLOC, "zip_duplicate",
           "zip_overlap", "zip_corrupt", "zip_size")

    # --- central against local
    L = lambda **k: zipf([Ent("a.npy", GOOD, l=k), B])
    s.zbad("lfh-sig", "zip-local", L(sig=0x04034B51), "bad local signature", "zip_corrupt", "zip_mismatch")
    s.zbad("lfh-name", "zip-local", L(name=b"z.npy"), "local name differs", "zip_mismatch")
    s.zbad("lfh-name-case", "zip-local", L(name=b"A.npy"), "local name differs in case", "zip_mismatch")
    s.zbad("lfh-name-len", "zip-local", L(nlen=3), "local name length differs", "zip_mismatch", "zip_corrupt", "zip_crc")
    s.zbad("lfh-method", "zip-local", L(method=8), "stored in the directory, deflate in the local header", "zip_mismatch",
           why=AMBIG)
    s.zbad("lfh-usize", "zip-local", L(usize=10), "local size differs", "zip_mismatch", why=AMBIG)
    s.zbad("lfh-csize", "zip-local", L(csize=10), "local compressed size differs", "zip_mismatch", why=AMBIG)
    s.zbad("lfh-crc", "zip-local", L(crc=1), "local CRC differs", "zip_mismatch", why=AMBIG)
    s.zbad("lfh-enc", "zip-local", L(flags=1), "encrypted in the local header only", "zip_encrypted", "zip_mismatch", why=AMBIG)
    s.zbad("cdh-enc", "zip-local", zipf([Ent("a.npy", GOOD, c=dict(flags=1)), B]), "encrypted in the directory only",
           "zip_encrypted", "zip_mismatch")
    s.zbad("lfh-extra-over", "zip-local", zipf([Ent("a.npy", GOOD, l=dict(xlen=60000))]), "local extra length past the data",
           "zip_corrupt", "zip_overlap")
    s.zbad("lfh-extra-shift", "zip-local", zipf([Ent("a.npy", b"\0" * 16 + GOOD, l=dict(xlen=16), c={}, crc=zlib.crc32(GOOD))]),
           "local extra length hides the first 16 data bytes", "zip_crc", "zip_mismatch", "zip_overlap", "zip_corrupt", "zip_size",
           "zip_ambiguous")
    s.zeither("lfh-dd-lie", "zip-local", zipf([Ent("a.npy", GOOD, dd=struct.pack("<IIII", 0x08074B50, 1, 2, 3)), B]),
              "data descriptor contradicts the directory", {"a": V3}, "zip_mismatch", "zip_corrupt", "zip_overlap")

    # --- overlap and bombs
    s.zbad("overlap-same", "zip-overlap", zipf([A], cdents=[(A, 0), (Ent("b.npy", GOOD), 0)]),
           "two names, one local header", "zip_overlap", "zip_mismatch", members=("b",))
    tail_part = local(B) + GOOD2
    quoted = Ent("a.npy", raw=deflate_stored(tail_part), method=8, usize=len(tail_part), crc=zlib.crc32(tail_part))
    s.zbad("overlap-quoted", "zip-overlap", zipf([quoted], cdents=[(quoted, 0), (B, len(local(quoted)) + 5)]),
           "second member lies inside the first (Fifield's quoted overlap)", "zip_overlap", members=("b",),
           why="CPython 3.11.2 (Debian) refuses only the outer member")
    kern_n = 258 * 200 + 1
    kern = Ent("z.npy", raw=deflate(b"", kern_n), method=8, usize=kern_n, crc=crc_zeros(0, kern_n))
    s.zbad("overlap-bomb", "zip-overlap", quoted_bomb(kern, 40), "41 members share one kernel (quoted overlap bomb)",
           "zip_overlap", members=tuple("%02d" % i for i in range(40)), why="every member overlaps the next one")
    s.zbad("bomb-usize-small", "zip-bomb", zipf([Ent("a.npy", raw=deflate(GOOD, 40_000_000), method=8, usize=len(GOOD),
           crc=zlib.crc32(GOOD))]), "says 152 bytes, inflates to 40 MB: stop at the first byte too many", "zip_size", "zip_inflate",
           "zip_crc", why="CPython stops at the declared size; the stream is longer, so the record is false")
    s.zbad("bomb-usize-4g", "zip-bomb", zipf([Ent("a.npy", raw=deflate(GOOD), method=8, usize=0xFFFFFFF0)]),
           "says 4 GiB from 170 bytes: over 1032:1, impossible; " + ALLOC, "zip_size", "zip_corrupt", "zip_inflate", "zip_crc")
    hb = npy(dic("'|u1'", shape="(1099511627776,)"))
    s.zbad("bomb-npy-1t", "zip-bomb", zipf([Ent("a.npy", hb + b"x" * 10, 8)]), "array of 1 TiB in a member of 138 bytes; " + ALLOC,
           "data_truncated", "too_large", "zip_size")
    s.zbad("bomb-hdr", "zip-bomb", zipf([Ent("a.npy", raw=deflate(MAGIC + b"\x02\0" + struct.pack("<I", 50_000_000), 50_000_000),
           method=8, usize=50_000_012, crc=crc_zeros(zlib.crc32(MAGIC + b"\x02\0" + struct.pack("<I", 50_000_000)), 50_000_000))]),
           "deflated member that is one 50 MB header", "header_too_large", "header_syntax", limits={"seconds": 2, "rss_mb": 80})

    # --- member data
    s.zbad("data-crc", "zip-data", zipf([Ent("a.npy", GOOD, crc=0x12345678)]), "wrong CRC in both headers", "zip_crc")
    s.zbad("data-crc-deflate", "zip-data", zipf([Ent("a.npy", GOOD, 8, crc=0)]), "wrong CRC on a deflated member", "zip_crc")
    flip = bytearray(GOOD); flip[-1] ^= 1
    s.zbad("data-bitflip", "zip-data", zipf([Ent("a.npy", raw=bytes(flip), usize=len(flip), crc=zlib.crc32(GOOD))]),
           "one flipped data bit in a stored member", "zip_crc")
    s.zbad("data-crc-after", "zip-data", zipf([Ent("a.npy", GOOD + b"tail", crc=zlib.crc32(GOOD + b"TAIL"))]),
           "CRC wrong, but only in bytes after the array", "zip_crc")
    s.zbad("data-crc-unread", "zip-data", zipf([Ent("a.npy", raw=deflate(GOOD, 2_000_000), method=8, usize=len(GOOD) + 2_000_000, crc=1)]),
           "CRC wrong, 2 MB of zeros after the array", "zip_crc", why="NumPy stops reading before the CRC check")
    s.zbad("data-stored-sizes", "zip-data", zipf([Ent("a.npy", GOOD, c=dict(usize=len(GOOD) - 8), l=dict(usize=len(GOOD) - 8))]),
           "stored, yet the two sizes differ", "zip_size", "zip_corrupt", "zip_crc")
    s.zbad("data-short", "zip-data", zipf([Ent("a.npy", GOOD[:-8])]), "valid member, npy data 8 bytes short", "data_truncated")
    s.zbad("data-inflate-garbage", "zip-data", zipf([Ent("a.npy", raw=b"\xff" * 50, method=8, usize=len(GOOD))]),
           "deflate block type 3", "zip_inflate")
    s.zbad("data-inflate-cut", "zip-data", zipf([Ent("a.npy", raw=deflate(GOOD)[:-20], method=8, usize=len(GOOD), crc=zlib.crc32(GOOD))]),
           "deflate stream ends early", "zip_inflate", "zip_size", "data_truncated")
    s.zbad("data-inflate-tail", "zip-data", zipf([Ent("a.npy", raw=deflate(GOOD) + b"hidden", method=8, usize=len(GOOD),
           crc=zlib.crc32(GOOD))]), "bytes after the deflate stream, inside the member", "zip_inflate", "zip_size", why=STRICT)
    far = Bits(); far.put(1, 1); far.put(1, 2); fixed_symbol(far, 285); far.code(10, 5); far.put(0, 4); fixed_symbol(far, 256)
    s.zbad("data-inflate-far", "zip-data", zipf([Ent("a.npy", raw=far.bytes(), method=8, usize=258)]),
           "deflate distance before the start of the output", "zip_inflate")
    for m in (1, 9, 12, 14, 93, 99, 65535):
        s.zbad("method-%d" % m, "zip-data", zipf([Ent("a.npy", GOOD, method=m, raw=GOOD)]), "method %d over bytes that are not" % m,
               "zip_method", "zip_inflate")
    s.zbad("enc-both", "zip-data", zipf([Ent("a.npy", GOOD, flags=1), B]), "encrypted flag", "zip_encrypted")
    s.zbad("enc-strong", "zip-data", zipf([Ent("a.npy", GOOD, flags=0x41)]), "strong encryption flag", "zip_encrypted")
    s.zbad("member-object", "zip-data", zipf([Ent("a.npy", npy(dic("'O'"), b"\x80\x04K\x01.")), B]), "object array in a member",
           "object_dtype")

    # --- names
    s.zbad("name-dup", "zip-names", zipf([A, Ent("a.npy", GOOD2)]), "the same name twice", "zip_duplicate", "zip_ambiguous", why=AMBIG)
    s.zbad("name-nul", "zip-names", zipf([Ent(b"a.npy\0.txt", GOOD)]), "NUL in a name", "zip_name", why=AMBIG)
    s.zbad("name-utf8-bad", "zip-names", zipf([Ent(b"\xff\xfe.npy", GOOD, flags=0x800)]), "UTF-8 flag, invalid bytes", "zip_name",
           members=())
    s.zeither("name-empty", "zip-names", zipf([Ent(b"", GOOD)]), "empty name", {"": V3}, "zip_name")
    s.zeither("name-both", "zip-names", zipf([Ent("a", GOOD2), A]), "members 'a' and 'a.npy': key a is ambiguous",
              {"a": V22}, "zip_ambiguous", "zip_duplicate")
    s.zeither("name-upath", "zip-names", zipf([Ent("a.npy", GOOD, cextra=xtra(0x7075, b"\1" + struct.pack("<I", zlib.crc32(b"a.npy"))
              + b"evil.npy"))]), "Unicode Path extra gives another name", {"a": V3}, "zip_ambiguous", "zip_mismatch", "zip_name")
    for id, n in (("dotdot", "../../evil.npy"), ("abs", "/evil.npy"), ("mid", "x/../../evil.npy"), ("drive", "C:evil.npy"),
                  ("unc", "\\\\host\\share\\evil.npy"), ("back", "..\\evil.npy"), ("dev", "CON.npy"), ("ads", "a.npy:stream"),
                  ("dot-end", "a.npy. "), ("ctrl", "a\x1b[2J.npy"), ("bidi", "a\u202eypn.npy"), ("long", "n" * 300 + ".npy")):
        key = n[:-4] if n.endswith(".npy") else n
        s.zok("slip-" + id, "zip-names", zipf([Ent(n, GOOD, flags=0x800)]), "loads; extraction must refuse or print safely: %r" % n[:40],
              {key: V3}, extract={"any_target": ["unsafe_name"]})
    s.zok("slip-symlink", "zip-names", zipf([Ent("link", b"../..", xattr=0o120777 << 16, c=dict(made=0x0314)), Ent("link/a.npy", GOOD)]),
          "symbolic link member and a path through it: extraction writes no link", {"link/a": V3},
          extract={"any_target": ["unsafe_name"]})

    # --- ZIP64
    sat = dict(csize=0xFFFFFFFF, usize=0xFFFFFFFF)
    n = len(GOOD)
    s.zbad("z64-no-extra", "zip-zip64", zipf([Ent("a.npy", GOOD, c=sat, l=sat)]), "sizes 0xFFFFFFFF without ZIP64 extra; " + ALLOC,
           "zip_corrupt", "zip_size", "zip_overlap")
    s.zbad("z64-short-extra", "zip-zip64", zipf([Ent("a.npy", GOOD, c=sat, l=sat, cextra=xtra(1, b"\0" * 7), lextra=x64(n, n))]),
           "ZIP64 extra of 7 bytes", "zip_corrupt")
    s.zbad("z64-one-value", "zip-zip64", zipf([Ent("a.npy", GOOD, c=sat, l=sat, cextra=x64(n), lextra=x64(n, n))]),
           "ZIP64 extra holds one of two values", "zip_corrupt")
    s.zbad("z64-2p63", "zip-zip64", zipf([Ent("a.npy", GOOD, c=sat, l=sat, cextra=x64(1 << 63, 1 << 63), lextra=x64(1 << 63, 1 << 63))]),
           "sizes 2^63; " + ALLOC, "zip_corrupt", "zip_size")
    s.zbad("z64-max", "zip-zip64", zipf([Ent("a.npy", GOOD, c=sat, l=sat, cextra=x64(2**64 - 1, 2**64 - 1))]),
           "sizes 2^64 - 1 (offset + size wraps)", "zip_corrupt", "zip_size")
    s.zbad("z64-offset", "zip-zip64", zipf([Ent("a.npy", GOOD, c=dict(offset=0xFFFFFFFF), cextra=x64(2**64 - 16))]),
           "offset 2^64 - 16 (wraps)", "zip_corrupt")
    s.zbad("z64-two", "zip-zip64", zipf([Ent("a.npy", GOOD, c=sat, cextra=x64(n, n) + x64(10, 10))]), "two ZIP64 extras that differ",
           "zip_corrupt", "zip_ambiguous", why=AMBIG)
    s.zok("z64-central", "zip-zip64", zipf([Ent("a.npy", GOOD, c=dict(sat, offset=0xFFFFFFFF), cextra=x64(n, n, 0), l=sat,
          lextra=x64(n, n))]), "all sizes and the offset in ZIP64 extras", {"a": V3})
    satend = dict(count=0xFFFF, cdsize=0xFFFFFFFF, cdoff=0xFFFFFFFF)
    s.zbad("z64-end-missing", "zip-zip64", zipf([A], end=satend), "saturated end record, no ZIP64 record", "zip_corrupt",
           "zip_no_directory")
    s.zbad("z64-loc-wrong", "zip-zip64", zipf([A], z64=dict(loc=dict(at=1)), end=satend), "locator points elsewhere (CVE-2025-8291)",
           "zip_corrupt", "zip_ambiguous", why=AMBIG)
    s.zbad("z64-loc-wrap", "zip-zip64", zipf([A], z64=dict(loc=dict(at=2**64 - 8)), end=satend), "locator offset wraps", "zip_corrupt",
           why=AMBIG)
    s.zbad("z64-loc-disks", "zip-zip64", zipf([A], z64=dict(loc=dict(disks=2)), end=satend), "locator says two disks", "zip_multidisk")
    s.zbad("z64-end-conflict", "zip-zip64", zipf([A, B], z64=dict(count=1, cdsize=51)), "ZIP64 and plain end record disagree",
           "zip_ambiguous", "zip_corrupt", why=AMBIG)
    s.zbad("z64-end-count", "zip-zip64", zipf([A], z64=dict(count=2**63), end=satend), "2^63 entries (Go CVE-2021-33196); " + ALLOC,
           "zip_corrupt", why=AMBIG)
    s.zbad("z64-end-cdsize", "zip-zip64", zipf([A], z64=dict(cdsize=2**64 - 40), end=satend),
           "directory size near 2^64 (Go CVE-2021-39293)", "zip_corrupt")
    s.zbad("z64-end-rsize", "zip-zip64", zipf([A], z64=dict(rsize=2**40), end=satend), "record size 1 TiB", "zip_corrupt", why=AMBIG)
    tiny = lambda i: Ent("%05x" % i, b"")
    many = [tiny(i) for i in range(65535)]
    s.zok("z64-65536", "zip-zip64", zipf([A] + many, z64={}, end=satend), "65 536 members, ZIP64 needed for the count", {"a": V3},
          limits={"seconds": 5, "rss_mb": 96}, big=True)
    s.zbad("z64-count-wrap", "zip-zip64", zipf([A] + many, end=dict(count=0)), "65 536 members, count wrapped to 0", "zip_corrupt",
           "zip_ambiguous", why=AMBIG, limits={"seconds": 5, "rss_mb": 96}, big=True)
    s.put("z64-over-4g", "zip-zip64", "npz", over_4g((1 << 32) + 5), "stored member over 4 GiB, the next one lies behind it (sparse file)",
          "load", members={"big": {"outcome": "load", "lazy": True, "value": val([(1 << 32) + 5], "|u1", None, nbytes=(1 << 32) + 5)},
                           "b": {"outcome": "load", "value": V22}}, big=True)

def quoted_bomb(kernel, n):
    """n members that each quote the next local header in a stored deflate block, then the kernel."""
    files = [(kernel, local(kernel) + kernel.raw, kernel.usize, kernel.crc)]
    zeros = kernel.usize
    for i in range(n - 1, -1, -1):
        e0, blob, usize, crc = files[0]
        head = local(e0)
        raw = b"\0" + struct.pack("<HH", len(head), len(head) ^ 0xFFFF) + blob
        data_crc = zlib.crc32(b"")
        # crc of: header + everything the next member inflates to; headers first, zeros last
        heads = head + b"".join(local(f[0]) for f in files[1:])
        data_crc = crc_zeros(zlib.crc32(heads), zeros)
        e = Ent("%02d.npy" % i, raw=raw, method=8, usize=len(heads) + zeros, crc=data_crc)
        files.insert(0, (e, local(e) + raw, e.usize, data_crc))
    whole, recs, at = files[0][1], [], 0
    for e, blob, _, _ in files:
        recs.append((e, at)); at += len(local(e)) + 5
    cd = b"".join(central(e, o) for e, o in recs)
    return whole + cd + eocd(len(recs), len(cd), len(whole))

def over_4g(n):
    """Archive with a stored member of n zero bytes (as a hole) and a small member behind it."""
    head = npy(dic("'|u1'", shape="(%d,)" % n))
    total, crc = len(head) + n, crc_zeros(zlib.crc32(head), n)
    sat = dict(csize=0xFFFFFFFF, usize=0xFFFFFFFF)
    big = Ent("big.npy", raw=b"", usize=0, crc=crc, l=sat, c=sat, lextra=x64(total, total), cextra=x64(total, total), ver=45)
    second_at = len(local(big)) + total
    b = Ent("b.npy", GOOD2, c=dict(offset=0xFFFFFFFF), cextra=x64(second_at), ver=45)
    tail = local(b) + GOOD2
    cd_at = second_at + len(tail)
    cd = central(big, 0) + central(b, 0)
    tail += cd + eocd64(2, len(cd), cd_at, cd_at + len(cd)) + eocd(2, len(cd), 0xFFFFFFFF)
    return Sparse(local(big) + head, n, tail)

