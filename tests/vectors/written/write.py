# SPDX-License-Identifier: MIT
"""The files of one release, which every later one must read: write.py NOPY FOLDER.

NumPy makes the values, nopy the files, in each way that the tool has to write one. list.txt holds what NumPy says is in each: descr, shape, order and
the CRC-32 of the items in C order. Run once for a release, with its tool; the folder is never written again.
"""
import os
import subprocess
import sys
import tempfile
import zlib

import numpy as np

tool, folder = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
os.makedirs(folder)  # an old release is not written anew
lines = []


def nopy(*arguments):
    subprocess.run([tool, *arguments], check=True, cwd=folder, stdout=subprocess.DEVNULL)


def descr(array):
    return np.lib.format.dtype_to_descr(array.dtype)


def listed(name, array):
    order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
    items = zlib.crc32(np.ascontiguousarray(array).tobytes())
    lines.append(f"{name}\t{descr(array)}\t{list(array.shape)}\t{order}\t{items:08x}\n")


def counted(dtype, shape):
    return (np.arange(int(np.prod(shape))) * 7 % 101).reshape(shape).astype(dtype)


arrays = {}
for code in ["?", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8", "<f16", "<c8", "<c16", "<c32", ">i2", ">u4", ">f8", ">c16",
             "|S5", "<U3", ">U3", "<M8[ms]", "<m8[ns]"]:
    arrays["type_" + np.dtype(code).str[1:].replace("[", "_").replace("]", "") + ("_big" if code[0] == ">" else "")] = counted(code, (3, 4))
arrays["opaque"] = np.frombuffer(bytes(range(30)), "V5")
fields = np.dtype([("x", "<f4"), ("n", [("low", "<u2"), ("high", ">u2")]), ("text", "S3"), ("grid", "<i2", (2, 2))])
arrays["record"] = np.frombuffer(bytes(range(5 * fields.itemsize)), fields)
arrays["record_padded"] = np.zeros(4, np.dtype({"names": ["a", "b"], "formats": ["u1", "<f8"], "offsets": [0, 8], "itemsize": 24}))
arrays["names_beyond_latin"] = np.zeros(2, [("größe", "<f4"), ("価格", "<i8")])
arrays["no_axis"] = np.array(7, "<i4")
arrays["no_item"] = np.zeros((0, 3), "<f8")
arrays["fortran"] = np.asfortranarray(counted("<f8", (3, 4, 5)))

with tempfile.TemporaryDirectory() as made:
    for name, array in arrays.items():
        np.save(f"{made}/{name}.npy", array)
        nopy("convert", f"{made}/{name}.npy", f"{name}.npy")
        listed(f"{name}.npy", array)
    rows = counted("<f4", (6, 3))
    np.save(f"{made}/first.npy", rows[:2])
    np.save(f"{made}/rest.npy", rows[2:])
    nopy("convert", f"{made}/first.npy", "grown.npy")
    nopy("append", "grown.npy", f"{made}/rest.npy")
    listed("grown.npy", rows)
    nopy("create", "created.npy", "--dtype", "<f4", "--shape", "3,2", "--order", "F")
    listed("created.npy", np.zeros((3, 2), "<f4", order="F"))

    members = list(arrays)
    for archive, options in {"stored": [], "numpy": ["--profile", "numpy"], "classic": ["--profile", "numpy_classic"], "align4096": ["--align", "4096"],
                             "deflated1": ["--deflate", "1"], "deflated6": ["--deflate"], "deflated12": ["--deflate", "12"], "zstd": ["--zstd"]}.items():
        taken = members if archive in ("stored", "deflated6", "zstd") else ["type_f8", "record", "fortran"]
        nopy("pack", *options, f"{archive}.npz", *(f"{name}.npy" for name in taken))
        for name in taken:
            listed(f"{archive}.npz:{name}", arrays[name])

    # Written in chunks, with a table of them.
    large = np.zeros(17 << 20, "u1")
    large[::1 << 16] = np.arange(len(large) >> 16) % 251
    np.save(f"{made}/large.npy", large)
    nopy("pack", "--deflate", "chunked.npz", f"{made}/large.npy")
    listed("chunked.npz:large", large)

    # Edited, and written anew.
    nopy("pack", "edited.npz", "type_i4.npy", "type_f8.npy", "no_item.npy")
    nopy("add", "--deflate", "edited.npz", "record.npy")
    nopy("rm", "edited.npz", "type_f8")
    nopy("mv", "edited.npz", "no_item", "renamed")
    nopy("repack", "--deflate", "edited.npz", "repacked.npz")
    for archive in ["edited", "repacked"]:
        for name, array in {"type_i4": arrays["type_i4"], "renamed": arrays["no_item"], "record": arrays["record"]}.items():
            listed(f"{archive}.npz:{name}", array)

with open(f"{folder}/list.txt", "w", encoding="utf-8") as file:
    file.writelines(lines)
