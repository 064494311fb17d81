#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Forty-four wrong uses and broken files: each message says what is wrong, where, and what to do, so that it is mended from the
message alone.    wrong_uses.py NOPY"""
import gzip
import os
import pickle
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

NOPY = os.path.abspath(sys.argv[1])


def make_files():
    array = np.arange(12, dtype="<f4").reshape(3, 4)
    np.save("a.npy", array)
    np.save("i.npy", np.arange(3))
    np.savez("a.npz", x=array, y=np.arange(5))
    np.save("rec.npy", np.zeros(3, [("lon", "f8"), ("lat", "f8")]))
    np.save("o.npy", np.array([None, {}], object), allow_pickle=True)
    good, archive = open("a.npy", "rb").read(), open("a.npz", "rb").read()

    def write(name, content):
        with open(name, "wb") as file:
            file.write(content)

    write("short.npy", good[:-7])
    write("cuthead.npy", good[:60])
    write("empty.npy", b"")
    write("text.npy", b"1,2,3\n")
    write("page.npy", b"<html><body>404 not found")
    write("pickle.npy", pickle.dumps([1, 2]))
    write("gzip.npy", gzip.compress(good))
    write("v9.npy", good[:6] + b"\x09" + good[7:])
    write("keys.npy", good.replace(b"'shape'", b"'shapf'"))
    write("dtype.npy", good.replace(b"'<f4'", b"'<f5'"))
    write("negative.npy", good.replace(b"(3, 4)", b"(-3,4)"))
    write("cut.npz", archive[:-40])
    at = archive.index(b"}", 100) + 80
    write("flip.npz", archive[:at] + bytes([archive[at] ^ 255]) + archive[at + 1:])
    write("bad.csv", b"1,2\n3,4,5\n")
    os.mkfifo("pipe.npy")
    os.mkdir("folder.npy")


# Command, exit code, and the words that say what, where, and what to do. Exit code 1 is a check's answer, on stdout.
ROWS = [
    ("show b.npy", 2, "No such file", "b.npy", "did you mean a.npy?"),
    ("show data/b.npy", 2, "can not be opened", "data/b.npy", "there is no folder data"),
    ("show s3://bucket/a.npy", 2, "can not be opened", "s3://bucket/a.npy", "reads http:// and https://"),
    ("shwo a.npy", 2, "no command 'shwo'", "nopy", "did you mean `nopy show`?"),
    ("a.npy", 2, "no command 'a.npy'", "nopy", "nopy show FILE"),
    ("show", 2, "takes FILE", "0 operands", "`nopy help show`"),
    ("show --al a.npy", 2, "no option --al", "`nopy show`", "did you mean --all?"),
    ("show a.npy:x", 2, "only an archive has members", "a.npy", "leave the member out"),
    ("show a.npy[5]", 2, "outside the array", "index 5 on axis 0", "-3 to 2"),
    ("show a.npy[0:2,0,0]", 2, "too many indices", "3 indices", "at most 2"),
    ("show a.npy[x]", 2, "can not be opened", "a.npy[x]", "a.npy[0:5, -1]"),
    ("show a.npz:z", 2, "no member of that name", "a.npz", "x, y"),
    ("convert a.npz b.npy", 2, "which array", "a.npz", "a.npz:x"),
    ("convert a.npy", 2, "takes SRC DST", "1 operand", "`nopy help convert`"),
    ("convert a.npy i.npy", 2, "exists already", "i.npy", "-f replaces it"),
    ("convert a.npy b.xyz", 2, "does not say its format", "b.xyz", "--to npy"),
    ("convert a.npy no/b.npy", 2, "can not be written", "no/b.npy", "there is no folder no"),
    ("convert a.npy b.npy --dtype float23", 2, "no dtype has that name", "float23", "float32, <i2"),
    ("convert rec.npy b.npy --dtype f4", 2, "element type differs", "rec.npy", "[('NAME', 'TYPE')]"),
    ("show folder.npy", 2, "no regular file", "folder.npy", "DIR/*.npy"),
    ("show pipe.npy", 2, "a named pipe", "pipe.npy", "- < PIPE"),
    ("show short.npy", 2, "the data ends early", "byte 169", "`nopy repair`"),
    ("show cuthead.npy", 2, "ends inside the header", "byte 60", "cut in copying"),
    ("show empty.npy", 2, "an empty file", "byte 0", "whatever should have written it did not"),
    ("show text.npy", 2, "plain text", "byte 0", "numpy.loadtxt"),
    ("show page.npy", 2, "an HTML page", "byte 0", "fetch it again"),
    ("show pickle.npy", 2, "a Python pickle", "byte 0", "numpy.save"),
    ("show gzip.npy", 2, "gzip data", "byte 0", "decompress it first"),
    ("show v9.npy", 2, "version is unknown", "byte 6", "1.0, 2.0 or 3.0"),
    ("show keys.npy", 2, "a key it should not have", "byte 51", "'descr', 'fortran_order' and 'shape'"),
    ("show dtype.npy", 2, "a size it can not have", "byte 20", "'<f4'"),
    ("show negative.npy", 2, "an extent is negative", "byte 61", "write the count"),
    ("convert o.npy b.npy", 2, "Python objects", "byte 128", ".json"),
    ("ls cut.npz", 2, "has no directory", "cut.npz", "`nopy salvage`"),
    ("check flip.npz", 1, "checksum does not match", "x.npy", "found"),
    ("convert bad.csv b.npy", 2, "different numbers of cells", "line 2", "--separator"),
    ("append a.npy i.npy", 2, "do not fit the array", "i.npy", "(any, 4)"),
    ("create b.npy --dtype f4", 2, "needs --dtype and --shape", "`nopy create`", "--shape 1000,3"),
    ("create b.npy --dtype f4 --shape 3,x", 2, "this is no shape", "3,x", "write it as 3,4"),
    ("add a.npz x=i.npy", 2, "has a member of that name", "a.npz:x", "-f replaces it"),
    ("rm a.npz q", 2, "no member of that name", "a.npz:q", "`nopy ls --names`"),
    ("unpack a.npz somewhere", 2, "no member of that name", "'somewhere'", "-d somewhere"),
    ("unpack a.npy", 2, "only an archive can be unpacked", "a.npy", "`nopy convert`"),
    ("pack b.npz a.npz", 2, "an archive is no array", "a.npz", "FILE.npz:MEMBER"),
]


def main():
    good = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_files()
        for command, code, *words in ROWS:
            done = subprocess.run([NOPY, *command.split()], capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
            said = (done.stderr if code == 2 else done.stdout).decode()
            missing = [word for word in words if word not in said]
            if done.returncode == code and not missing:
                good += 1
                continue
            print(f"nopy {command}: exit code {done.returncode}, expected {code}; does not say {missing}:\n{said}")
        os.chdir("/")
    print(f"{good} of {len(ROWS)} messages say what, where and what to do")
    sys.exit(good != len(ROWS))


main()
