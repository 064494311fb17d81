# SPDX-License-Identifier: MIT
"""Runs archives_probe by mpirun on several numbers of ranks, and holds what it left against NumPy, zipfile, `nopy check` and save_npz."""
import os
import sys
import tempfile
import zipfile

import numpy as np

from ranks import read_bytes, run, strictly_sound

CASE, PROBE, MPIEXEC, TOOL = sys.argv[1:5]
RANKS = {"written": (1, 2, 3, 4), "scalars": (1, 3), "read": (2, 3), "refused": (2, 4), "disk_full": (3,), "left": (3,)}


def judge_written(folder, ranks):
    alone = read_bytes(folder, "alone.npz")
    for engine in range(4):
        path = os.path.join(folder, f"{engine}.npz")
        assert read_bytes(path) == alone, f"engine {engine}: other bytes than save_npz's"
    strictly_sound(TOOL, path)
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
    with np.load(path) as got:
        assert sorted(got.files) == sorted(["u", "v", "w/ü", "none", "bytes", "records"]), got.files
        assert np.array_equal(got["u"], np.arange(91, dtype="<f8").reshape(13, 7))
        assert got["v"].flags.f_contiguous and np.array_equal(got["v"], np.arange(91, dtype="<f4").reshape(13, 7))
        assert np.array_equal(got["w/ü"], np.arange(165, dtype="<i2").reshape(3, 5, 11))
        assert got["none"].shape == (0, 4) and got["none"].dtype == "<u8"
        assert np.array_equal(got["bytes"], np.arange(70001).astype("u1"))
        assert b"\xee" not in got["records"].tobytes(), "unused bytes of memory reached the file"
        assert list(got["records"]["large"]) == [0, 0.5, 1, 1.5, 2] and list(got["records"]["small"]) == [0, 1, 2, 3, 4]


def judge_scalars(folder, ranks):
    for name in "scalars.npz", "empty.npz":
        strictly_sound(TOOL, os.path.join(folder, name))
    with np.load(os.path.join(folder, "scalars.npz")) as got:
        assert got["step"].shape == () and got["step"] == 0.25
        assert list(got["table"]) == [1, 2, 3]
        assert list(got["holes"]) == [0, 1, 2, 0] * ranks
    with np.load(os.path.join(folder, "empty.npz")) as got:
        assert got.files == []


def judge_left(folder, ranks):
    left = os.listdir(folder)
    assert "left.npz" not in left and len(left) == 1, left
    try:
        np.load(os.path.join(folder, left[0]))
    except ValueError:
        return
    raise AssertionError("what a killed rank left reads as an archive")


JUDGES = {
    "written": judge_written,
    "scalars": judge_scalars,
    "read": lambda folder, ranks: None,  # the ranks judged
    "refused": lambda folder, ranks: sorted(os.listdir(folder)) == ["there.npz"] or sys.exit(str(os.listdir(folder))),
    "disk_full": lambda folder, ranks: os.listdir(folder) == [] or sys.exit(str(os.listdir(folder))),
    "left": judge_left,
}
for ranks in RANKS[CASE]:
    with tempfile.TemporaryDirectory() as folder:
        done = run(MPIEXEC, ranks, PROBE, CASE, folder)
        if (done.returncode == 0) == (CASE == "left"):
            sys.exit("%d ranks ended with %d\n%s" % (ranks, done.returncode, done.stdout))
        JUDGES[CASE](folder, ranks)
        print("%d ranks: fine" % ranks)
