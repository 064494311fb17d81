#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Archives that nopy wrote, read by everything that reads archives here: NumPy and CPython's zipfile always, and
unzip, 7z, bsdtar, Java, Perl where they are installed; what is missing is named.    npz_written.py NPZ_PROBE [large]"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

PROBE = sys.argv[1]
LARGE = sys.argv[2:] == ["large"]
ALIGNMENT = 64
failures = []


def numbers(count):
    i = np.arange(count, dtype="u8")
    mixed = i * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    noise = ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(40)).astype("f8")
    return np.where(i % 2000 < 1000, (i % 1000) / 8, noise)


def check(condition, path, what):
    if not condition:
        failures.append("%s: %s" % (os.path.basename(path), what))


def check_values(path):
    """Every value as NumPy reads it; the key says what is to be there."""
    with np.load(path, allow_pickle=False) as archive:
        keys = archive.files
        for key in keys if len(keys) < 1000 else keys[::len(keys) // 50] + keys[-1:]:  # a look-up is O(members)
            if key == "large":
                continue
            count = 3 if "-keys" in path else 1 if "-many" in path else int(key[1:])
            check(np.array_equal(archive[key], numbers(count)), path, "NumPy reads another %s" % key)
        return len(keys)


def check_records(path):
    """CRCs, and where the data lies."""
    with zipfile.ZipFile(path) as archive, open(path, "rb") as file:
        check(archive.testzip() is None, path, "testzip finds a wrong CRC")
        end = 0
        for info in archive.infolist():
            file.seek(info.header_offset + 26)
            name_bytes, extra_bytes = struct.unpack("<HH", file.read(4))
            data = info.header_offset + 30 + name_bytes + extra_bytes
            check(info.header_offset == end, path, "a gap before %s" % info.filename)
            end = data + info.compress_size
            if "aligned-" in path and info.compress_type == zipfile.ZIP_STORED:
                check(data % ALIGNMENT == 0, path, "%s begins at %d" % (info.filename, data))
            if "aligned-" in path and info.file_size < 2**32 - 1 and "streamed" not in path:
                file.seek(info.header_offset + 18)
                check(struct.unpack("<II", file.read(8)) == (info.compress_size, info.file_size), path,
                      "%s has no real sizes" % info.filename)


PERL = """use Archive::Zip qw(:ERROR_CODES); my $z = Archive::Zip->new(); exit 1 if $z->read($ARGV[0]) != AZ_OK;
for ($z->members()) { my ($t, $s) = $_->contents(); exit 1 if $s != AZ_OK || length($t) != $_->uncompressedSize(); }"""

# Tool, the command that reads every byte, and the archives that are no good question for it.
TOOLS = [
    ("unzip", ["unzip", "-tqq"], lambda path: "-none" in path),  # an empty archive is its exit status 1
    ("7z", ["7z", "t"], lambda path: False),
    ("bsdtar", ["bsdtar", "-xOf"], lambda path: False),
    ("busybox", ["busybox", "unzip", "-t"], lambda path: "numpy" in path or "-none" in path or LARGE),
]


def installed():
    for name, command, skips in TOOLS:
        if shutil.which(command[0]) is None:
            print("left out: %s is not installed" % name)
        else:
            yield name, command, skips
    if shutil.which("perl") and subprocess.run(["perl", "-MArchive::Zip", "-e", "1"], capture_output=True).returncode == 0:
        yield "Archive::Zip", ["perl", "-e", PERL], lambda path: LARGE
    else:
        print("left out: Perl's Archive::Zip is not installed")


def main():
    with tempfile.TemporaryDirectory() as folder:
        said = subprocess.run([PROBE, folder] + ["large"] * LARGE, check=True, capture_output=True, text=True).stdout
        if "no deflate" in said:
            print("left out: deflated archives, in a build without libdeflate")
        paths = sorted(os.path.join(folder, name) for name in os.listdir(folder))
        members = 0
        for path in paths:
            members += check_values(path)
            check_records(path)
        asked = 0
        for name, command, skips in installed():
            for path in paths:
                if skips(path):
                    continue
                done = subprocess.run(command + [path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                      stdin=subprocess.DEVNULL)
                asked += 1
                check(done.returncode == 0, path, "%s refuses it: %s" % (name, done.stderr.strip()[-200:]))
        print("%d archives, %d members read by NumPy; %d tests by other tools" % (len(paths), members, asked))
    for failure in failures[:40]:
        print(failure)
    return bool(failures)


sys.exit(main())
