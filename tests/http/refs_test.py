# SPDX-License-Identifier: MIT
"""What `nopy refs` writes, read by zarr through fsspec and by dask, from disk and over HTTP: NumPy's values.

refs_test.py TOOL"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import nginx_server

try:
    import fsspec
    import zarr
except ImportError:
    zarr = None
try:
    import dask.array
    import aiohttp  # fsspec's way to http
except ImportError:
    dask = None

TOOL = sys.argv.pop(1)
NEAR = dict(os.environ, no_proxy="127.0.0.1")


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chmod(self.folder.name, 0o755)
        self.addCleanup(self.folder.cleanup)

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def run_refs(self, *arguments, code=0):
        got = subprocess.run([TOOL, "refs", *arguments], capture_output=True, env=NEAR, timeout=60)
        self.assertEqual(got.returncode, code, got.stderr.decode())
        return json.loads(got.stdout) if code == 0 else got.stderr.decode()

    def fails(self, kind, *arguments):
        told = self.run_refs(*arguments, code=2)
        self.assertIn(f"[{kind}]", told)
        return told


class References(Folder):
    """What stands in the JSON, without a reader."""

    def test_chunks_are_at_most_8_mib_along_the_slowest_axis(self):
        np.save(self.file("c.npy"), np.zeros((4096, 1024)))
        refs = self.run_refs(self.file("c.npy"))["refs"]
        self.assertEqual(json.loads(refs[".zarray"])["chunks"], [1024, 1024])
        self.assertEqual(refs["3.0"], ["file://" + os.path.realpath(self.file("c.npy")), 128 + 3 * (8 << 20), 8 << 20])
        np.save(self.file("f.npy"), np.zeros((1024, 4096), order="F"))
        meta = json.loads(self.run_refs(self.file("f.npy"))["refs"][".zarray"])
        self.assertEqual((meta["chunks"], meta["order"]), ([1024, 1024], "F"))

    def test_rows_larger_than_a_chunk_are_cut_along_the_next_axis(self):
        np.save(self.file("a.npy"), np.zeros((3, 4, 1 << 20)))
        meta = json.loads(self.run_refs(self.file("a.npy"))["refs"][".zarray"])
        self.assertEqual(meta["chunks"], [1, 1, 1 << 20])

    def test_what_has_no_even_cut_is_one_chunk_and_said_so(self):
        np.save(self.file("prime.npy"), np.zeros(2_000_003))
        got = subprocess.run([TOOL, "refs", self.file("prime.npy")], capture_output=True)
        self.assertEqual(json.loads(json.loads(got.stdout)["refs"][".zarray"])["chunks"], [2_000_003])
        self.assertIn(b"no even cut; chunks of 16000024 bytes", got.stderr)

    def test_the_url_is_the_users(self):
        np.savez(self.file("a.npz"), x=np.arange(3.0))
        made = self.run_refs(self.file("a.npz"), "--url", "s3://bucket/there.npz")
        self.assertEqual(made["refs"]["x/0"][0], "s3://bucket/there.npz")
        made = self.run_refs(self.file("a.npz"), "--url", "s3://bucket/")
        self.assertEqual(made["refs"]["x/0"][0], "s3://bucket/a.npz")

    def test_what_zarr_can_not_say_is_an_error_of_its_kind(self):
        np.savez_compressed(self.file("z.npz"), x=np.zeros(1000))
        self.assertIn("repack --store", self.fails("compressed", self.file("z.npz")))
        np.save(self.file("o.npy"), np.array([None, {}], dtype=object), allow_pickle=True)
        self.fails("object_dtype", self.file("o.npy"))
        np.save(self.file("t.npy"), np.zeros(3, [(("title", "a"), "<f4")]))
        self.assertIn("titles", self.fails("bad_dtype", self.file("t.npy")))
        np.save(self.file("g.npy"), np.zeros(3, np.dtype([("a", "u1"), ("b", "<f8")], align=True)))
        self.assertIn("gaps", self.fails("bad_dtype", self.file("g.npy")))

    def test_what_can_not_be_joined_is_an_error_of_its_kind(self):
        np.save(self.file("a.npy"), np.zeros((4, 3)))
        for name, array, kind in (("b.npy", np.zeros((4, 2)), "shape_mismatch"), ("c.npy", np.zeros((4, 3), "f4"), "type_mismatch"),
                                  ("d.npy", np.zeros((4, 3), order="F"), "order_mismatch"), ("e.npy", np.zeros(4), "shape_mismatch")):
            np.save(self.file(name), array)
            self.fails(kind, self.file("a.npy"), self.file(name), "--concat", "0")
        self.fails("shape_mismatch", self.file("a.npy"), self.file("b.npy"), "--concat", "1")
        self.fails("usage", self.file("a.npy"), self.file("a.npy"))


@unittest.skipIf(zarr is None, "zarr or fsspec is not installed (python3-zarr, python3-fsspec)")
class Readers(Folder):
    def mapper(self, made):
        return fsspec.get_mapper("reference://", fo=made, remote_protocol="file")

    def read(self, *arguments):
        return zarr.open(self.mapper(self.run_refs(*arguments)), mode="r")

    def test_zarr_reads_every_type_shape_and_order(self):
        arrays = {
            "c": np.arange(24.0).reshape(2, 3, 4), "f": np.asfortranarray(np.arange(24, dtype=">i4").reshape(2, 3, 4)),
            "scalar": np.array(7.5), "none": np.zeros((0, 3)), "flag": np.array([True, False]), "deep/er": np.arange(5, dtype="u1"),
            "time": np.array(["2024-01-01", "NaT"], "<M8[ns]"), "text": np.array(["a", "bc"]), "raw": np.array([b"a", b"bc"]),
            "complex": np.array([1 + 2j]), "half": np.array([0.5], "<f2"),
            "record": np.array([(1, [2, 3])], [("a", "<i2"), ("b", "<f4", (2,))]),
        }
        np.savez(self.file("all.npz"), **arrays)
        found = self.read(self.file("all.npz"))
        for name, array in arrays.items():
            np.testing.assert_array_equal(found[name][...], array, name)
            self.assertEqual(found[name].dtype, array.dtype, name)

    def test_zarr_reads_large_arrays_chunk_by_chunk(self):
        for order in "CF":
            array = np.random.default_rng(3).random((1200, 40, 50))
            np.save(self.file("a.npy"), np.array(array, order=order))
            np.testing.assert_array_equal(self.read(self.file("a.npy"))[...], array)

    def test_files_join_along_an_axis(self):
        whole = np.random.default_rng(4).random((60, 8, 6))
        for order, axis in (("C", 0), ("F", 2), ("C", 1), ("F", 0)):
            cuts = (10, 30) if axis == 0 and order == "C" else None
            parts = np.split(whole, cuts if cuts else 2, axis=axis)
            names = []
            for i, one in enumerate(parts):
                names.append(self.file(f"{order}{axis}-{i}.npy"))
                np.save(names[-1], np.array(one, order=order))
            with self.subTest(order=order, axis=axis):
                np.testing.assert_array_equal(self.read(*names, "--concat", str(axis))[...], whole)

    def test_archives_join_member_by_member(self):
        for i in range(3):
            np.savez(self.file(f"{i}.npz"), x=np.full((2, 3), i), y=np.full((4, 3), 10 * i))
        found = self.read(*(self.file(f"{i}.npz") for i in range(3)), "--concat", "0")
        np.testing.assert_array_equal(found["x"][...], np.repeat([0, 1, 2], 2)[:, None] * np.ones((1, 3)))
        np.testing.assert_array_equal(found["y"][:, 0], np.repeat([0, 10, 20], 4))

    @unittest.skipIf(dask is None, "dask or aiohttp is not installed (python3-dask, python3-aiohttp)")
    @unittest.skipUnless(nginx_server.NGINX, "nginx is not installed (nginx-light)")
    def test_dask_computes_numpys_mean_over_http(self):
        array = np.random.default_rng(5).random((4096, 1024))
        np.savez(self.file("run.npz"), x=array)
        with nginx_server.Nginx(self.folder.name, gzip="off") as server:
            made = self.run_refs(server.url("run.npz"))
            there = dask.array.from_zarr(fsspec.get_mapper("reference://", fo=made, remote_protocol="http"), component="x")
            self.assertEqual(there.numblocks, (4, 1))
            here = dask.array.from_array(array, chunks=there.chunks)
            self.assertEqual(there.mean().compute(scheduler="threads"), here.mean().compute(scheduler="threads"))
            self.assertTrue(np.isclose(there.mean().compute(scheduler="threads"), array.mean(), rtol=1e-14, atol=0))


if __name__ == "__main__":
    unittest.main()
