# SPDX-License-Identifier: MIT
"""objects='data' gives the plain values of object arrays, as np.load(allow_pickle=True) gives them, and nothing else."""
import datetime
import fractions
import io
import pickle
import unittest

import numpy as np

import nopy

PLAIN = [None, True, False, 0, -1, 1 << 70, 0.1, float("inf"), 1 - 2j, "text", "\u540d", "\ud800", b"bytes", [], [1, [2]], (), (1, (2,)),
         {}, {"a": 1, (1, 2): [3]}, {1, 2}, datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, 4, 5, 6),
         datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc), datetime.time(1, 2), datetime.timedelta(1, 2, 3),
         np.float32(1.5), np.int64(3), np.datetime64("2020-01-01"), np.dtype("<i4")]


def stream_of(array):
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=True)
    stream.seek(0)
    return stream


def stream_around(pickled):
    """A file of one object whose pickle is made by hand."""
    header = b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"
    return io.BytesIO(b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little") + header.ljust(117) + b"\n" + pickled)


class Objects(unittest.TestCase):
    def test_plain_values_are_those_that_numpy_unpickles(self):
        array = np.empty(len(PLAIN), object)
        array[:] = PLAIN
        found = nopy.load(stream_of(array), objects="data")
        self.assertEqual((found.dtype, found.shape), (array.dtype, array.shape))
        for value, expected in zip(found, PLAIN):
            self.assertEqual(value, expected)
            self.assertIs(type(value), type(expected))

    def test_shape_and_arrays_inside_are_kept(self):
        array = np.array([[1, "a"], [None, {"x": 2}]], object)
        self.assertEqual(nopy.load(stream_of(array), objects="data").tolist(), array.tolist())
        inside = np.empty(2, object)
        inside[:] = [np.arange(6.0).reshape(2, 3), np.array([], "U3")]
        found = nopy.load(stream_of(inside), objects="data")
        for value, expected in zip(found, inside):
            self.assertEqual((value.dtype, value.shape, value.tolist()), (expected.dtype, expected.shape, expected.tolist()))
        scalar = nopy.load(stream_of(np.array({"a": [1]}, object)), objects="data")
        self.assertEqual((scalar.shape, scalar.item()), ((), {"a": [1]}))

    def test_records_with_objects_keep_their_type(self):
        array = np.array([(1, {"a": 2}), (3, None)], dtype=[("x", "i4"), ("o", "O")])
        found = nopy.load(stream_of(array), objects="data")
        self.assertEqual((found.dtype, found.tolist()), (array.dtype, array.tolist()))

    def test_other_arrays_are_loaded_as_ever(self):
        self.assertEqual(nopy.load(stream_of(np.arange(3)), objects="data").tolist(), [0, 1, 2])
        self.assertRaises(nopy.Error, nopy.load, stream_of(np.arange(3)), objects="all")

    def test_shared_parts_stay_shared(self):
        part = [1, 2]
        array = np.empty(2, object)
        array[:] = [{"a": part}, part]
        found = nopy.load(stream_of(array), objects="data")
        self.assertIs(found[0]["a"], found[1])

    def test_instances_of_other_classes_are_inert(self):
        array = np.empty(1, object)
        array[0] = fractions.Fraction(1, 2)
        found = nopy.load(stream_of(array), objects="data")[0]
        self.assertEqual((type(found), found.name), (nopy.Foreign, "fractions.Fraction"))
        self.assertEqual(pickle.loads(pickle.dumps(found)), found)

    def test_a_small_pickle_that_shares_its_parts_fills_no_memory(self):
        lists = ["x" * 100]
        for _ in range(60):
            lists = [lists] * 10
        array = np.empty(1, object)
        array[0] = lists
        found = nopy.load(stream_of(array), objects="data")[0]
        self.assertIs(found[0], found[9])

    def test_nesting_that_python_could_not_walk_is_an_error(self):
        for opening, closing in ((b"(", b"t"), (b"(", b"l")):
            with self.assertRaises(nopy.Error) as refused:
                nopy.load(stream_around(b"\x80\x02" + opening * 100_000 + closing * 100_000 + b"."), objects="data")
            self.assertIn(refused.exception.kind, ("limit", "object_dtype"))

    def test_values_that_can_not_be_are_errors(self):
        for pickled in (b"cdatetime\ntimedelta\n(I9999999999\nI0\nI0\ntR.",
                        b"cdatetime\ntimezone\n(cdatetime\ntimedelta\n(I9\nI0\nI0\ntRtR."):
            with self.assertRaises(nopy.Error) as refused:
                nopy.load(stream_around(pickled), objects="data")
            self.assertEqual(refused.exception.kind, "object_dtype")

    def test_keys_that_can_not_be_hashed_or_take_for_ever_are_errors(self):
        with self.assertRaises(nopy.Error) as refused:
            nopy.load(stream_around(b"\x80\x02}]I1\ns."), objects="data")
        self.assertEqual(refused.exception.kind, "object_dtype")
        # Each tuple holds the one before three times: 3**40 parts to hash.
        bomb = b"\x80\x02})" + b"22\x87" * 40 + b"I1\ns."
        with self.assertRaises(nopy.Error) as refused:
            nopy.load(stream_around(bomb), objects="data")
        self.assertEqual(refused.exception.kind, "object_dtype")


if __name__ == "__main__":
    unittest.main()
