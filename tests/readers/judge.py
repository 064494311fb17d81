#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One reader of archives at a time judges what nopy wrote, and docs/readers.md is held to what was seen.

    judge.py READER FOLDER PROGRAMS PAGE     one row of the page; exit status 77 where the reader is not installed
    judge.py all FOLDER PROGRAMS PAGE        every row; --write makes the page of what was seen

FOLDER holds PROFILE-KIND.npz of npz_write_probe, PROGRAMS the built judge_libzip. With archives of the kind `large` (beyond
4 GiB) only that column is judged, else all others.
"""
import functools
import glob
import io
import os
import re
import shutil
import struct
import subprocess
import sys
import zipfile
import zlib

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
MISSING = 77
ALIGNMENT = 64
PROFILES = ["aligned", "numpy", "numpy_classic"]
# Kind of archive, and what the page calls it.
KINDS = {"none": "no member", "stored": "stored", "deflated6": "deflated", "mixed": "mixed", "streamed": "rows of unknown count",
         "streamed_deflated": "the same, deflated", "chunked": "deflated in chunks", "keys": "any key", "many": "70 000 members", "zstd": "zstd", "large": "beyond 4 GiB"}
# They take up to a minute for 70 000 members: only beside the large archives (./dev test --long).
SLOW = ["cnpy", "java", "jszip", "perl", "yauzl"]
ALSO = {"deflated1": "deflated6", "deflated12": "deflated6"}  # judged, in the column of another


def numbers(count):
    """The values npz_write_probe writes."""
    i = np.arange(count, dtype="u8")
    mixed = i * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    noise = ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(40)).astype("f8")
    return np.where(i % 2000 < 1000, (i % 1000) / 8, noise)


def directory_of(path):
    with zipfile.ZipFile(path) as archive:
        return sorted((i.file_size, i.CRC, i.filename) for i in archive.infolist())


# Every reader answers None where it read everything, else what it said.

def numpy_reads(path):
    try:
        with np.load(path, allow_pickle=False) as archive:
            keys = archive.files
            for key in keys if len(keys) < 1000 else keys[::len(keys) // 50] + keys[-1:]:  # a look-up is O(members)
                if key == "large":
                    continue
                count = 3 if "-keys" in path else 1 if "-many" in path else int(key[1:])
                if not np.array_equal(archive[key], numbers(count)):
                    return "another value of " + key
    except (OSError, ValueError, NotImplementedError) as problem:
        return str(problem)


def layout_of(path):
    """What is wrong with where the members lie, or None."""
    with zipfile.ZipFile(path) as archive, open(path, "rb") as file:
        end = 0
        for info in archive.infolist():
            file.seek(info.header_offset + 18)
            sizes, (name_bytes, extra_bytes) = struct.unpack("<II", file.read(8)), struct.unpack("<HH", file.read(4))
            data = info.header_offset + 30 + name_bytes + extra_bytes
            if info.header_offset != end:
                return "a gap before " + info.filename
            end = data + info.compress_size
            if "aligned-" not in path:
                continue
            if info.compress_type == zipfile.ZIP_STORED and data % ALIGNMENT != 0:
                return "%s begins at %d" % (info.filename, data)
            if info.file_size < 2**32 - 1 and sizes != (info.compress_size, info.file_size):
                return "%s has no real sizes" % info.filename


def zipfile_reads(path):
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip() or layout_of(path)
    except NotImplementedError as problem:
        return str(problem)


def command_reads(*command):
    """A program whose exit status says whether every byte and CRC was right."""
    def read(path):
        done = subprocess.run([*command, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        lines = done.stdout.decode("utf-8", "replace").strip().splitlines() if done.returncode else []
        return (lines[-1] if lines else "exit status %d" % done.returncode) if done.returncode else None
    return read


def cnpy_reads(path):
    """Walks the local headers as cnpy does: no directory, sizes of 32 bits, no ZIP64."""
    known, found = directory_of(path), []
    try:
        walk_local_headers(path, found)
    except (zlib.error, ValueError, NotImplementedError) as problem:
        return str(problem)
    return None if sorted(found) == known else "other members than the directory says"


def walk_local_headers(path, found):
    with open(path, "rb") as file:
        while (head := file.read(30))[:4] == b"PK\3\4":
            method, crc, compressed, size, name_bytes, extra_bytes = struct.unpack("<8xH4xIIIHH", head)
            name = file.read(name_bytes).decode("utf-8" if head[7] & 8 else "cp437")
            file.seek(extra_bytes, os.SEEK_CUR)
            data = file.read(size_of_array(file) if method == 0 else compressed)
            if method == 8:
                data = zlib.decompress(data, -15)
            elif method != 0:
                raise NotImplementedError("method %d" % method)
            found.append((len(data), zlib.crc32(data), name))


def size_of_array(file):
    """Bytes of the array that begins here."""
    start = file.tell()
    preamble = file.read(10)
    size = bytes_of_array(preamble + file.read(int.from_bytes(preamble[8:], "little")))
    file.seek(start)
    return size


@functools.lru_cache  # an archive of 70 000 members has one header
def bytes_of_array(header):
    """Header and data, by NumPy's reading of the header, which is of version 1."""
    file = io.BytesIO(header)
    assert np.lib.format.read_magic(file) == (1, 0), header[:10]
    shape, _, dtype = np.lib.format.read_array_header_1_0(file)
    return len(header) + int(np.prod(shape, dtype="u8")) * dtype.itemsize


def bsdtar_reads(path):
    done = subprocess.run(["bsdtar", "-xOf", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return done.stderr.decode("utf-8", "replace").strip().splitlines()[0] if done.returncode else None


class listing:
    """A judge of this folder, which lists what it read; that is held against the directory."""
    def __init__(self, *command):
        self.command, self.blocks = command, {}

    def prepare(self, paths):
        done = subprocess.run([*self.command, *paths], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.error = (done.stderr.decode("utf-8", "replace").strip().splitlines() or ["exit status %d" % done.returncode])[-1]
        block = []
        for line in done.stdout.decode("utf-8", "replace").split("\n"):
            if line.startswith("> "):
                block = self.blocks[line[2:]] = []
            else:
                block.append(line)

    def __call__(self, path):
        lines = [line for line in self.blocks.get(path, []) if line]
        if not lines or not lines[-1].startswith("= "):
            return self.error
        if lines[-1] != "= read":
            return lines[-1][2:]
        rows = [line.split("\t", 2) for line in lines[:-1]]
        found = sorted((int(size), int(crc, 16), name) for size, crc, name in rows)
        return None if found == directory_of(path) else "other members than the directory says"


def first_line(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    return done.stdout.decode("utf-8", "replace").strip().splitlines()


def number_in(*command):
    for line in first_line(*command):
        if found := re.search(r"\d+\.\d+(\.\d+)*", line):
            return found.group()
    return ""


def has(program):
    return shutil.which(program) is not None


def has_perl():
    return has("perl") and subprocess.run(["perl", "-MArchive::Zip", "-e", "1"], capture_output=True).returncode == 0


def npm_version(name):
    package = os.path.join(HERE, "javascript/node_modules", name, "package.json")
    if not has("node") or not os.path.exists(package):
        return None
    return re.search(r'"version":\s*"([^"]+)"', open(package).read()).group(1)


def readers(programs):
    """Name: what it is called on the page, whether it is here (or its version), and how it reads."""
    libzip = os.path.join(programs, "judge_libzip")
    script = os.path.join(HERE, "javascript/judge.mjs")
    made = {
        "numpy": ("NumPy", np.__version__, numpy_reads),
        "zipfile": ("CPython's zipfile", "%d.%d" % sys.version_info[:2], zipfile_reads),
        "unzip": ("unzip", has("unzip") and number_in("unzip", "-v"), command_reads("unzip", "-tqq")),
        "7z": ("7-Zip", has("7z") and number_in("7z"), command_reads("7z", "t")),
        "bsdtar": ("bsdtar", has("bsdtar") and number_in("bsdtar", "--version"), bsdtar_reads),
        "busybox": ("busybox unzip", has("busybox") and number_in("busybox"), command_reads("busybox", "unzip", "-t")),
        "libzip": ("libzip, with its consistency checks", os.path.exists(libzip) and number_in(libzip), listing(libzip)),
        "java": ("java.util.zip", has("java") and number_in("java", "--version"),
                 listing("java", os.path.join(HERE, "Judge.java"))),
        "perl": ("Perl's Archive::Zip", has_perl() and number_in("perl", "-MArchive::Zip", "-e", "print $Archive::Zip::VERSION"),
                 listing("perl", os.path.join(HERE, "judge.pl"))),
    }
    made["cnpy"] = ("cnpy's way: local headers in order", "as of 2018", cnpy_reads)
    for name in ("yauzl", "jszip", "fflate"):
        made[name] = (name, npm_version(name), listing("node", script, name))
    return made


# Why a reader refuses: the reader, a pattern of what it says, and the reason the page gives.
NO_ZSTD = "knows no zstd"
REASONS = [
    ("numpy", "compression method", "Python reads zstd from 3.14 on"),
    ("zipfile", "compression method", "Python reads zstd from 3.14 on"),
    ("unzip", "zipfile is empty", "an archive without members is an error to it"),
    ("unzip", "exit status 81", NO_ZSTD),
    ("bsdtar", "Truncated zstd", "libarchive 3.6 loses the end of a member that fills its buffer exactly"),
    ("busybox", "short read", "it ignores ZIP64 fields, which CPython writes before every member"),
    ("busybox", "unsupported method", NO_ZSTD),
    ("java", "bad compression method", NO_ZSTD + ", and refuses an archive that has it"),
    ("perl", "Unsupported compression", NO_ZSTD),
    ("yauzl", "unsupported compression", NO_ZSTD),
    ("jszip", "compression", NO_ZSTD + ", and refuses an archive that has it"),
    ("fflate", "unknown compression", NO_ZSTD),
    ("jszip", "2 GiB", "it holds the archive in memory, as one block of Node"),
    ("fflate", "2 GiB", "it holds the archive in memory, as one block of Node"),
    ("cnpy", "method 93", NO_ZSTD),
    ("cnpy", "other members|incomplete", "it takes the sizes of 32 bits, where CPython has ZIP64"),
    ("libzip", "method not supported", "Debian's was built without zstd"),
]


def reason_of(name, said):
    for reader, pattern, reason in REASONS:
        if reader == name and re.search(pattern, said):
            return reason
    return "says: " + " ".join(word for word in said.split() if os.sep not in word)


def judge(name, read, folder):
    """Kind: (profiles that were read, reasons of the others)."""
    seen = {}
    paths = sorted(glob.glob(os.path.join(folder, "*.npz")))
    if name in SLOW and not any(path.endswith("-large.npz") for path in paths):
        paths = [path for path in paths if not path.endswith("-many.npz")]
    if isinstance(read, listing):
        read.prepare(paths)
    for path in paths:
        profile, kind = os.path.basename(path)[:-4].split("-")
        answers = seen.setdefault(ALSO.get(kind, kind), {})
        said = read(path)
        if said is not None or profile not in answers:
            answers[profile] = None if said is None else reason_of(name, said)
    return seen


def cell_of(answers):
    """As the page says it; what it refuses has its reason behind."""
    fine = [p for p in PROFILES if p in answers and answers[p] is None]
    reasons = sorted({r for r in answers.values() if r is not None})
    if not reasons:
        return "yes"
    return (", ".join(fine) if fine else "no") + "".join(" (%s)" % r for r in reasons)


def rows_of(page):
    """Name on the page: cell by kind."""
    rows = {}
    if os.path.exists(page):
        for line in open(page, encoding="utf-8"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) == len(KINDS) + 2 and cells[0] != "reader" and not cells[0].startswith("---"):
                rows[cells[0]] = dict(zip(KINDS, cells[2:]), version=cells[1])
    return rows


PAGE = """# Who reads what nopy writes

Made by `./dev docs` from what was seen, and held to it by `./dev test` (tests named readers.*; by `./dev test --long`
the last column, last on 2026-11-30, and what the slow ones, by cnpy's way, in Java, Perl, yauzl and jszip, read of 70 000 members). Each reader read every member of every archive, and the sizes, CRCs and values were compared. An archive
of each kind was written under the profiles aligned, numpy and numpy_classic; where a cell names profiles, only those are read.
NumPy, whose look-up reads names one by one, read 50 of the 70 000 members, and of archives beyond 4 GiB the member behind the large one.

"""


def page_of(rows):
    lines = ["| reader | version | " + " | ".join(KINDS.values()) + " |", "|" + "---|" * (len(KINDS) + 2)]
    for name, row in rows.items():
        lines.append("| %s | %s | %s |" % (name, row["version"], " | ".join(row.get(kind, "") for kind in KINDS)))
    return PAGE + "\n".join(lines) + "\n"


def main():
    write = "--write" in sys.argv
    asked, folder, programs, page = [a for a in sys.argv[1:] if a != "--write"]
    known = readers(programs)
    old, failed, missing = rows_of(page), False, []
    rows = {}
    for name, (title, version, read) in known.items():
        rows[title] = dict(old.get(title, {}))
        if asked not in ("all", name):
            continue
        if not version:
            missing.append(title)
            continue
        rows[title]["version"] = version
        for kind, answers in judge(name, read, folder).items():
            cell = cell_of(answers)
            recorded = rows[title].get(kind)
            if not write and cell != recorded and (recorded or "says:" in cell):
                failed = True
                print("%s, %s: seen %r, the page says %r" % (title, KINDS[kind], cell, rows[title].get(kind)))
            rows[title][kind] = cell
    for title in missing:
        print("not installed: " + title)
    if write:
        if missing:
            return 1
        open(page, "w", encoding="utf-8").write(page_of(rows))
    return 1 if failed else MISSING if missing else 0


if __name__ == "__main__":
    sys.exit(main())
