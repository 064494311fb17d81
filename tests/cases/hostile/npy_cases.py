# SPDX-License-Identifier: MIT
"""Hostile and unusual .npy files."""
import re
import struct
import zlib

from deflate_encoder import deflate
from npy_builder import F3, GOOD, GOOD2, MAGIC, V3, Sparse, dic, npy, pattern, val
from suite import ALLOC, AMBIG, NESTED, STRICT, nest_canon, nest_dtype


def npy_cases(s):
    # --- magic and version
    for n in (0, 1, 5, 6, 7, 8, 9):
        kind = ("bad_magic",) if n < 6 else ("header_truncated", "bad_magic")
        s.bad("magic-cut-%d" % n, "npy-magic", GOOD[:n], "file is the first %d bytes of a good file" % n, *kind)
    s.bad("magic-lower", "npy-magic", b"\x93numpy" + GOOD[6:], "magic in lower case", "bad_magic")
    s.bad("magic-last", "npy-magic", b"\x93NUMPZ" + GOOD[6:], "last magic byte wrong", "bad_magic")
    s.bad("magic-bom", "npy-magic", b"\xef\xbb\xbf" + GOOD, "UTF-8 byte order mark before the magic", "bad_magic")
    s.bad("magic-gzip", "npy-magic", bytes.fromhex("1f8b0800000000000003") + deflate(GOOD) +
          struct.pack("<II", zlib.crc32(GOOD), len(GOOD)), "gzip of a good file", "bad_magic")
    s.bad("magic-pickle", "npy-magic", b"\x80\x04K\x01.", "a pickle: must be refused, never run", "bad_magic")
    for a, b in ((0, 0), (1, 1), (3, 1), (4, 0), (255, 255)):
        s.bad("version-%d-%d" % (a, b), "npy-magic", npy(dic(), F3, (a, b)), "version %d.%d" % (a, b), "bad_version")

    # --- header length
    s.bad("hlen-v1-over", "npy-hlen", npy(dic(), F3, hlen=65535), "v1 header length past the end of the file",
          "header_truncated")
    s.bad("hlen-v2-4g", "npy-hlen", npy(dic(), F3, (2, 0), hlen=0xFFFFFFFF), "v2 header length 4 GiB - 1; " + ALLOC,
          "header_too_large", "header_truncated")
    s.bad("hlen-v3-2g", "npy-hlen", npy(dic(), F3, (3, 0), hlen=0x7FFFFFFF), "v3 header length 2 GiB - 1; " + ALLOC,
          "header_too_large", "header_truncated")
    s.bad("hlen-bare-12", "npy-hlen", MAGIC + b"\x02\x00" + struct.pack("<I", 0xFFFFFFF0),
          "12-byte file that promises a 4 GiB header (libnpy #44, mlx #3365)", "header_too_large", "header_truncated")
    s.bad("hlen-0", "npy-hlen", npy(dic(), F3, hlen=0), "header length 0", "header_syntax")
    s.bad("hlen-cut-dict", "npy-hlen", npy(dic(), F3, hlen=30), "header length ends inside the dictionary",
          "header_syntax")
    s.bad("hlen-into-data", "npy-hlen", npy(dic(), F3, hlen=len(GOOD) - 10 - 8),
          "header length swallows data bytes", "header_syntax", "data_truncated")
    s.bad("hlen-exact-no-data", "npy-hlen", npy(dic(), b""), "header is whole, data is missing", "data_truncated")
    s.bad("hlen-v2-layout-in-v1", "npy-hlen", MAGIC + b"\x01\x00" + npy(dic(), F3, (2, 0))[8:],
          "v1 version byte with a 4-byte length field", "header_syntax")
    s.bad("hlen-sparse-1g", "npy-hlen", Sparse(MAGIC + b"\x02\x00" + struct.pack("<I", 1 << 30), 1 << 30, b""),
          "v2 header of 1 GiB of NUL that is really in the (sparse) file", "header_too_large", "header_syntax", big=True)
    s.ok("hlen-no-newline", "npy-hlen", npy(dic(), F3, newline=False, align=0), "header without newline and padding", V3)
    s.ok("hlen-align-16", "npy-hlen", npy(dic(), F3, align=16), "data aligned to 16 (NumPy < 1.14)", V3)
    s.ok("hlen-align-1", "npy-hlen", npy(dic() + " " * 3, F3, align=0), "data at an odd offset", V3)
    s.ok("hlen-v1-max", "npy-hlen", npy(dic() + " " * (65535 - len(dic()) - 1), F3, align=0),
         "v1 header of 65535 bytes, mostly spaces", V3,
         why="NumPy stops at 10 000 characters because literal_eval is not safe; nopy's parser is linear")
    many = [("field_%04d" % i, "<f4") for i in range(1200)]
    d = pattern(2 * 4800, 5)
    s.ok("hlen-v2-fields", "npy-hlen", npy(dic(repr(many), shape="(2,)"), d, (2, 0)),
         "1200 fields, header of about 26 000 bytes (CryoSPARC files are like this)",
         val([2], [list(x) for x in many], d), why="NumPy's max_header_size 10 000 refuses real files (pyem #131)")

    # --- encoding
    name = val([3], [["\u00e9", "<f8"]], F3)
    s.ok("enc-latin1", "npy-encoding", npy(dic("[('\u00e9', '<f8')]"), F3), "v1 header: Latin-1 field name", name)
    s.ok("enc-utf8-v3", "npy-encoding", npy(dic("[('\u540d\u524d', '<f8')]"), F3, (3, 0)), "v3 header: CJK field name",
         val([3], [["\u540d\u524d", "<f8"]], F3))
    s.ok("enc-utf8-in-v2", "npy-encoding", npy(dic("[('\u00e9', '<f8')]").encode("utf-8"), F3, (2, 0)),
         "UTF-8 bytes in a v2 header mean two Latin-1 characters", val([3], [["\u00c3\u00a9", "<f8"]], F3))
    for i, (raw, what) in enumerate(((b"\xff\xfe", "bytes FF FE"), (b"\xc0\x80", "overlong NUL"),
                                     (b"\xed\xa0\x80", "surrogate"), (b"\xe2\x82", "cut sequence"))):
        s.bad("enc-v3-bad-%d" % i, "npy-encoding", npy(dic("[('@', '<f8')]").encode().replace(b"@", raw), F3, (3, 0)),
              "v3 header with invalid UTF-8: " + what, "header_encoding")
    s.bad("enc-bom-v3", "npy-encoding", npy("\ufeff" + dic(), F3, (3, 0)), "byte order mark inside a v3 header",
          "header_syntax", "header_encoding", why=STRICT)
    s.bad("enc-nul", "npy-encoding", npy(dic().replace("'shape'", "'shape\0'"), F3), "NUL byte inside a key",
          "header_syntax", "header_keys")
    s.either("enc-nul-end", "npy-encoding", npy(dic() + "\0", F3), "NUL byte after the dictionary (other writers pad with it)", V3,
             "header_syntax")
    s.either("enc-crlf", "npy-encoding", npy(dic().replace(", ", ",\r\n"), F3), "CR LF between the items", V3,
             "header_syntax")
    s.either("enc-tabs", "npy-encoding", npy(dic().replace(" ", "\t"), F3), "tabs instead of spaces", V3,
             "header_syntax")

    # --- syntax
    for ch, n in (("(", 100), ("(", 65000), ("[", 5000), ("{", 300)):
        s.head_bad("deep-%d-%d" % (ord(ch), n), ch * n, "%d x '%s'; %s" % (n, ch, NESTED), "header_syntax",
                   "header_too_large")
    s.head_bad("deep-v2-60000", dic(shape="(" * 30000 + ")" * 30000), "shape of 30 000 nested tuples in v2; " + NESTED,
               "header_syntax", "header_value", "header_too_large", version=(2, 0))
    s.head_bad("minus-run", dic(shape="(" + "-" * 20000 + "3,)"), "20 000 unary minus signs", "header_syntax",
               "header_value")
    s.head_bad("expr-add", dic(shape="(1+2,)"), "arithmetic in the shape", "header_syntax", "header_value")
    s.head_bad("expr-complex", dic(shape="(1+2j,)"), "complex literal in the shape", "header_syntax", "header_value")
    s.head_bad("expr-call", dic(shape="(__import__('os').getpid(),)"), "function call", "header_syntax",
               "header_value")
    s.head_bad("expr-lambda", "(lambda: %s)()" % dic(), "lambda", "header_syntax")
    s.head_bad("expr-comp", dic(shape="tuple(x for x in (3,))"), "generator expression", "header_syntax",
               "header_value")
    s.head_bad("expr-mult", dic("'<f8'*1"), "string times int", "header_syntax", "bad_dtype")
    s.head_bad("unterminated-str", "{'descr': '<f8", "string without end", "header_syntax")
    s.head_bad("unterminated-dict", "{'descr': '<f8', 'fortran_order': False, ", "dictionary without end",
               "header_syntax")
    s.head_bad("two-dicts", dic() + dic(), "two dictionaries", "header_syntax")
    s.head_bad("trailing-name", dic() + " x", "word after the dictionary", "header_syntax")
    s.head_bad("json", '{"descr": "<f8", "fortran_order": false, "shape": [3]}', "JSON, not Python", "header_syntax",
               "header_value")
    for i, t in enumerate(("", "   ", "{}", "[]", "()", "'x'", "3", "None", "{'descr', 'fortran_order', 'shape'}")):
        s.head_bad("not-dict-%d" % i, t, "header text is %r" % t, "header_syntax", "header_keys")
    s.head_bad("huge-int", dic(shape="(" + "9" * 5000 + ",)"), "dimension of 5000 digits", "header_value",
               "too_large", "header_syntax")
    s.ok("head-order", "npy-header", npy("{'shape': (3,), 'fortran_order': False, 'descr': '<f8'}", F3),
         "keys in another order", V3)
    s.ok("head-double-quotes", "npy-header", npy(dic().replace("'", '"'), F3), "double quotes", V3)
    s.ok("head-compact", "npy-header", npy("{'descr':'<f8','fortran_order':False,'shape':(3,)}", F3), "no spaces", V3)
    s.ok("head-py2-long", "npy-header", npy(dic(shape="(3L,)"), F3), "Python 2 long suffix in v1", V3)
    s.either("head-py2-long-v3", "npy-header", npy(dic(shape="(3L,)"), F3, (3, 0)), "Python 2 long suffix in v3", V3,
             "header_syntax", "header_value")
    s.either("head-hex", "npy-header", npy(dic(shape="(0x3,)"), F3), "hexadecimal dimension", V3, "header_syntax",
             "header_value")
    s.either("head-underscore", "npy-header", npy(dic(shape="(0_3,)"), F3), "0_3: not a Python literal", V3,
             "header_syntax", "header_value")
    s.either("head-concat", "npy-header", npy(dic("'<' 'f8'"), F3), "adjacent string literals", V3, "header_syntax",
             "bad_dtype")
    s.either("head-escape", "npy-header", npy(dic("'\\x3cf8'"), F3), "escape sequence in descr", V3,
             "header_syntax", "bad_dtype")
    s.either("head-comment", "npy-header", npy(dic() + " # comment", F3), "comment after the dictionary", V3,
             "header_syntax")
    s.either("head-prefix-u", "npy-header", npy(dic("u'<f8'"), F3), "u'' string (Python 2)", V3, "header_syntax")
    s.either("head-parens", "npy-header", npy("(" + dic() + ")", F3), "dictionary in parentheses", V3, "header_syntax")

    # --- keys
    s.head_bad("no-descr", "{'fortran_order': False, 'shape': (3,), }", "descr missing", "header_keys")
    s.head_bad("no-order", "{'descr': '<f8', 'shape': (3,), }", "fortran_order missing", "header_keys")
    s.head_bad("no-shape", "{'descr': '<f8', 'fortran_order': False, }", "shape missing", "header_keys")
    s.head_bad("extra-key", dic(extra="'x': 1, "), "unknown key", "header_keys")
    s.head_bad("dup-shape", dic(extra="'shape': (1,), "), "shape given twice, values differ", "header_keys",
               why=AMBIG)
    s.head_bad("dup-descr", dic(extra="'descr': '<f4', "), "descr given twice, values differ", "header_keys",
               why=AMBIG)
    s.head_bad("key-case", dic().replace("shape", "Shape"), "key in another case", "header_keys")
    s.head_bad("key-bytes", dic().replace("'shape'", "b'shape'"), "key is a bytes literal", "header_keys",
               "header_syntax")
    s.head_bad("key-int", dic(extra="3: 4, "), "key is an int", "header_keys", "header_syntax")
    for i, v in enumerate(("0", "1", "None", "'False'", "false", "[]")):
        s.head_bad("order-%d" % i, dic(fortran=v), "fortran_order is %s" % v, "header_value", "header_syntax")

    # --- shape
    for id, t, what in (("int", "3", "int, not a tuple"), ("paren", "(3)", "(3) is an int"), ("list", "[3]", "list"),
                        ("float", "(3.0,)", "float dimension"), ("str", "('3',)", "string dimension"),
                        ("none", "(None,)", "None dimension"), ("nested", "(3, (1,))", "tuple in tuple"),
                        ("leading0", "(03,)", "leading zero"), ("wide", "(\uff13,)", "full-width digit")):
        s.shape_bad(id, t, what, "header_value", "header_syntax", version=(3, 0) if id == "wide" else (1, 0))
    s.shape_bad("neg1", "(-1,)", "dimension -1 (NumPy reads to the end of the file)", why=STRICT)
    s.shape_bad("neg-pair", "(-1, -3)", "two negative dimensions, product +3", why=STRICT)
    s.shape_bad("bool", "(True, 3)", "bool as dimension", why=STRICT)
    big = ("too_large", "header_value", "data_truncated")
    for id, t, what in (("2p63", "(9223372036854775808,)", "dimension 2^63"),
                        ("2p64", "(18446744073709551616,)", "dimension 2^64"),
                        ("2p64-3", "(18446744073709551619,)", "dimension 2^64 + 3 (wraps to 3)"),
                        ("wrap0", "(4294967296, 4294967296)", "product 2^64 wraps to 0"),
                        ("wrap-bytes", "(2305843009213693952,)", "2^61 x 8 bytes wraps to 0"),
                        ("wrap-small", "(4194305, 4194305, 211106198978564)", "product wraps to 4"),
                        ("wrap-neg", "(4294967296, 2147483648)", "product 2^63 is negative as int64"),
                        ("tib", "(137438953472,)", "1 TiB promised by a 152-byte file; " + ALLOC)):
        s.shape_bad(id, t, what, *big)
    s.shape_bad("zero-huge", "(0, 9223372036854775807)", "zero times 2^63 - 1 (other products overflow)",
                "too_large", "header_value", data=b"", why="a product without the zero overflows; NumPy's own allocator refuses it")
    s.ok("shape-scalar", "npy-shape", npy(dic(shape="()"), F3[:8]), "zero dimensions: one element", val([], "<f8", F3[:8]))
    s.ok("shape-empty", "npy-shape", npy(dic(shape="(0,)"), b""), "empty array", val([0], "<f8", b""))
    s.ok("shape-empty-3d", "npy-shape", npy(dic(shape="(4, 0, 5)"), b""), "empty 3-d array", val([4, 0, 5], "<f8", b""))
    s.ok("shape-32d", "npy-shape", npy(dic(shape=repr((1,) * 31 + (3,))), F3), "32 dimensions",
         val([1] * 31 + [3], "<f8", F3))
    s.ok("shape-64d", "npy-shape", npy(dic(shape=repr((1,) * 63 + (3,))), F3), "64 dimensions (NumPy 2 limit)",
         val([1] * 63 + [3], "<f8", F3), why="NumPy 1.x stops at 32, NumPy 2 at 64")
    s.shape_bad("65d", repr((1,) * 64 + (3,)), "65 dimensions", "too_large", "header_value")
    s.shape_bad("1000d", repr((1,) * 1000), "1000 dimensions", "too_large", "header_value", data=F3[:8])
    d = pattern(24, 9)
    s.ok("shape-fortran", "npy-shape", npy(dic("'<i4'", "True", "(2, 3)"), d), "Fortran order", val([2, 3], "<i4", d, True))

    # --- dtypes that must load
    for descr, size in (("|b1", 1), ("|i1", 1), ("|u1", 1), ("<i2", 2), (">i2", 2), ("<u2", 2), ("<i4", 4), (">u4", 4),
                        ("<i8", 8), (">i8", 8), ("<u8", 8), ("<f2", 2), (">f2", 2), ("<f4", 4), (">f4", 4), (">f8", 8),
                        ("<f16", 16), ("<c8", 8), (">c16", 16), ("<c32", 32), ("|S5", 5), ("<U4", 16), (">U4", 16),
                        ("|V7", 7), ("<M8[ns]", 8), (">M8[D]", 8), ("<m8[25s]", 8), ("<m8", 8)):
        zero = descr in ("|b1", "<U4", ">U4", "<f16", "<c32")
        s.dtype_ok("ok-" + re.sub(r"\W", lambda m: {"|": "n", "<": "l", ">": "g"}.get(m.group(), "_"), descr),
                   repr(descr), descr, size, "dtype %s" % descr, zero=zero)
    s.dtype_ok("ok-struct", "[('x', '<f4'), ('y', '>i2')]", [["x", "<f4"], ["y", ">i2"]], 6, "packed struct")
    s.dtype_ok("ok-pad", "[('x', '|i1'), ('', '|V3'), ('y', '<i4')]", [["x", "|i1"], ["", "|V3"], ["y", "<i4"]], 8,
               "padding field, as NumPy writes aligned structs")
    s.dtype_ok("ok-sub", "[('m', '<f4', (2, 2))]", [["m", "<f4", [2, 2]]], 16, "subarray field")
    s.dtype_ok("ok-title", "[(('title', 'x'), '<f4')]", [[["title", "x"], "<f4"]], 4, "field with a title")
    s.dtype_ok("ok-nest", nest_dtype(10), nest_canon(10), 4, "10 levels of structs")
    for d, n in (("|S0", 0), ("<U0", 0), ("|V0", 0)):
        s.dtype_ok("ok-zero-" + d[1], repr(d), d, 0, "item size 0: no data bytes")

    # --- dtypes that must not load
    for id, d in (("O", "'O'"), ("O8", "'|O8'"), ("O-struct", "[('a', '<f4'), ('b', 'O')]"),
                  ("O-nested", "[('a', [('b', '|O')])]"), ("O-sub", "[('a', 'O', (2,))]")):
        s.dtype_bad(id, d, "object dtype %s: refused, never unpickled" % d, "object_dtype",
                    data=b"\x80\x04\x95\x02\x00\x00\x00\x00\x00\x00\x00K\x01.")
    s.either("dtype-list-empty", "npy-dtype", npy(dic("[]"), F3), "descr is [], a record without fields (NumPy writes it)",
             val([3], [], b""), "bad_dtype")
    for id, d in (("f3", "'<f3'"), ("i3", "'<i3'"), ("b2", "'<b2'"), ("x4", "'<x4'"), ("empty", "''"), ("lt", "'<'"),
                  ("neg", "'<f-8'"), ("plus", "'<f+8'"), ("space", "'<f 8'"), ("nul", "'<f8\\x00'"),
                  ("two-orders", "'<>f8'"), ("bang", "'!f8'"), ("none", "None"), ("int", "8"), ("float", "8.0"),
                  ("tuple1", "[('a',)]"), ("tuple4", "[('a', '<f4', (2,), 1)]"),
                  ("name-int", "[(1, '<f4')]"), ("dup-name", "[('a', '<f4'), ('a', '<f4')]"),
                  ("sub-neg", "[('a', '<f4', (-2,))]"), ("sub-float", "[('a', '<f4', (2.0,))]"),
                  ("M8-unit", "'<M8[xx]'"), ("M8-open", "'<M8['"), ("M8-empty", "'<M8[]'"), ("M8-4", "'<M4[s]'"),
                  ("M8-big", "'<M8[99999999999999999999s]'"), ("dict", "{'names': ['a'], 'formats': ['<f4']}"),
                  ("huge-digits", "'<f" + "8" * 3000 + "'")):
        s.dtype_bad(id, d, "descr is %s" % (d if len(d) < 60 else d[:20] + "..."), "bad_dtype", "header_syntax",
                    "too_large", why=STRICT)
    for id, d in (("S-2g", "'|S2147483648'"), ("U-1g", "'<U1073741824'"), ("V-4g", "'|V4294967296'"),
                  ("V-2p64", "'|V18446744073709551617'"), ("sub-wrap", "[('a', '<f4', (65536, 65536))]"),
                  ("sub-wrap64", "[('a', '<f8', (4294967296, 4294967296))]")):
        s.dtype_bad(id, d, "item size over 2 GiB or wrapping: %s" % d, "too_large", "bad_dtype", "data_truncated",
                    shape="(1,)", why="item size wraps in 32-bit int")
    s.dtype_bad("deep-90", nest_dtype(90), "90 levels of structs; " + NESTED, "bad_dtype", "header_syntax",
                "too_large", data=F3, why="a limit on nesting (32 is plenty) bounds the stack on wasm and in threads")
    s.dtype_bad("deep-2000", nest_dtype(2000), "2000 levels of structs; " + NESTED, "bad_dtype", "header_syntax",
                "too_large", version=(2, 0))
    bomb = "[('a', [('a', [('a', '<f4', (1000,))], (1000,))], (1000,))]"
    s.dtype_bad("sub-bomb", bomb, "nested subarrays, item of 4 GB from 60 characters", "too_large", "bad_dtype",
                "data_truncated", shape="(1,)")
    for id, d, canon, size in (("letter-d", "'d'", "=f8", 8), ("name", "'float64'", "=f8", 8), ("noorder", "'f8'", "=f8", 8),
                               ("eq", "'=f8'", "=f8", 8), ("native-l", "'l'", "=i8", 8)):
        s.either("dtype-" + id, "npy-dtype", npy(dic(d), F3), "descr spelling %s, which np.save never writes" % d,
                 val([3], canon, F3), "bad_dtype")
    s.either("dtype-top-sub", "npy-dtype", npy(dic("('<f4', (2,))", shape="(3,)"), F3), "top-level subarray dtype",
             val([3, 2], "<f4", F3), "bad_dtype")
    s.either("dtype-comma", "npy-dtype", npy(dic("'<f4,<i4'"), F3), "comma string dtype",
             val([3], [["f0", "<f4"], ["f1", "<i4"]], F3), "bad_dtype")

    # --- data
    s.bad("data-minus-1", "npy-data", GOOD[:-1], "one data byte missing", "data_truncated")
    s.bad("data-half", "npy-data", GOOD[:-12], "half of the data missing", "data_truncated")
    s.ok("data-plus-1", "npy-data", GOOD + b"\0", "one byte after the data (legal: files may be appended to)", V3)
    s.ok("data-two-arrays", "npy-data", GOOD + GOOD2, "two arrays in one file: the first is read", V3)
    s.ok("data-nan-payload", "npy-data", npy(dic(), bytes.fromhex("010000000000f07f" "ffffffffffffffff" "0000000000000080")),
         "signalling NaN, all ones, minus zero: bits must survive",
         val([3], "<f8", bytes.fromhex("010000000000f07f" "ffffffffffffffff" "0000000000000080")))
    s.ok("data-bool-2", "npy-data", npy(dic("'|b1'"), b"\x00\x01\x02"), "bool byte with value 2: no undefined behaviour",
         val([3], "|b1", b"\x00\x01\x02"))
    s.either("data-utf32-bad", "npy-data", npy(dic("'<U1'", shape="(1,)"), struct.pack("<I", 0x110000)),
             "code point over U+10FFFF in a U array: raw load may pass, text conversion must report it",
             val([1], "<U1", struct.pack("<I", 0x110000)), "header_value")
    s.ok("data-sparse-8g", "npy-data", Sparse(npy(dic(shape="(1073741824,)")), 8 << 30, b""),
         "8 GiB of zeros (sparse): header and mapping in the time limit, without reading the data",
         val([1 << 30], "<f8", None, nbytes=8 << 30), big=True, lazy=True)
    s.bad("data-sparse-short", "npy-data", Sparse(npy(dic(shape="(1073741824,)")), (8 << 30) - 1, b""),
          "8 GiB promised, one byte short", "data_truncated", big=True)
