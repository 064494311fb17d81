# SPDX-License-Identifier: MIT
"""A header of 9000 brackets: NumPy gives it to Python's parser, which runs out of its stack and reports that memory ran
out (older ones crashed). nopy's parser is a loop with a limit, and says where the nesting is."""
import sides

attack = sides.Attack(__doc__)
sides.write("a.npy", sides.npy("", (), header=b"(" * 9000))
sides.write("b.npy", sides.npy("", (), header=b"{'descr': " + b"-" * 9000 + b"1}"))
for name in ("a.npy", "b.npy"):
    ended = attack.numpy(f"np.load('{name}')")
    attack.defect("MemoryError" in ended.err or "RecursionError" in ended.err or (ended.code or 0) < 0,
                  f"np.load('{name}') ended by {(ended.err.strip().splitlines() or ['a signal'])[-1][:60]}")
    attack.refuses("header_syntax", "show", name)
attack.end()
