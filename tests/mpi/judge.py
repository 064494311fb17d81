# SPDX-License-Identifier: MIT
"""Runs blocks_probe by mpirun on several numbers of ranks, and holds what it left against NumPy."""
import os
import sys
import tempfile

import numpy as np

from ranks import run

CASE, PROBE, MPIEXEC = sys.argv[1:4]
RANKS = {"arrays": (1, 4), "grid": (5,), "records": (3,), "members": (4,), "counts": (4,), "large": (1,), "errors": (4,), "full_disk": (3,),
         "killed": (3,)}
if "NOPY_LONG" in os.environ:
    RANKS.update(arrays=(1, 2, 4), members=(2, 4), counts=(3, 4), errors=(2, 4))


def equal(path, expected, fortran=None):
    got = np.load(path)
    assert got.dtype == expected.dtype and np.array_equal(got, expected), path
    if fortran is not None:
        assert got.flags.f_contiguous == fortran and got.flags.c_contiguous != fortran, path


def judge(folder, ranks):
    if CASE == "arrays":
        expected = np.arange(13 * 11 * 17, dtype="<i4").reshape(13, 11, 17)
        names = os.listdir(folder)
        assert len(names) == 4 * 2 * 3 * 3, names
        for name in names:
            equal(os.path.join(folder, name), expected, "_f_" in name)
    elif CASE == "grid":
        expected = np.arange(120, dtype="<f8").reshape(12, 10)
        expected[6:, 8:] = 0
        equal(os.path.join(folder, "grid_direct.npy"), expected)
        equal(os.path.join(folder, "grid_exchange.npy"), expected)
    elif CASE == "records":
        names = os.listdir(folder)
        assert len(names) == 3, names
        for name in names:
            got = np.load(os.path.join(folder, name))
            assert list(got["small"]) == [rank for rank in range(ranks) for _ in range(4)]
            assert list(got["large"]) == [0, 1, 2, 3] * ranks
            assert b"\xee" not in got.tobytes(), "unused bytes of memory reached the file"
    elif CASE == "counts":
        items = np.arange(7 * 6 * 5, dtype="<f8").view("V40").reshape(7, 6)
        for name in os.listdir(folder):
            got = np.load(os.path.join(folder, name))
            if name.startswith("counts"):
                assert got.dtype == items.dtype and got.tobytes() == items.tobytes(), name
            else:
                assert np.array_equal(got, np.arange(13 * 11 * 3, dtype="<f8").reshape(13, 11, 3)), name
        assert len(os.listdir(folder)) == 3 * 2 * 3 + 2 * 3, os.listdir(folder)
    elif CASE == "errors":
        assert sorted(os.listdir(folder)) == ["there.npy"], os.listdir(folder)
        assert list(np.load(os.path.join(folder, "there.npy"))) == [1, 2]
    elif CASE == "full_disk":
        assert os.listdir(folder) == [], os.listdir(folder)
    elif CASE == "killed":
        left = os.listdir(folder)
        assert "killed.npy" not in left and len(left) == 1, left
        try:
            np.load(os.path.join(folder, left[0]))
        except ValueError:
            return
        raise AssertionError("what a killed rank left reads as an array")


for ranks in RANKS[CASE]:
    with tempfile.TemporaryDirectory() as folder:
        done = run(MPIEXEC, ranks, PROBE, CASE, folder)
        if (done.returncode == 0) == (CASE == "killed"):
            sys.exit("%d ranks ended with %d\n%s" % (ranks, done.returncode, done.stdout))
        judge(folder, ranks)
        print("%d ranks: fine" % ranks)
