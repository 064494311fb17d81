# SPDX-License-Identifier: MIT
"""Two members of one name: what a program sees depends on which of them it takes. NumPy lists the name twice and gives the
last one, without a word. nopy takes the same one and says so; under --strict it is an error."""
import struct

import sides

attack = sides.Attack(__doc__)
archive = sides.Zip()
for value in (1.0, 2.0):
    archive.add("weights.npy", sides.npy("<f8", (1,), struct.pack("<d", value)))
sides.write("a.npz", archive.bytes())
ended = attack.numpy("f = np.load('a.npz'); print(f.files, f['weights'])")
attack.defect(ended.code == 0 and "[2.]" in ended.out and not ended.err, "np.load takes the last one, without a word")
shown = attack.nopy("show", "a.npz:weights")
attack.right("2" in shown.out and shown.code == 0, "show gives the one NumPy gives", shown)
attack.finds("zip_duplicate", "a.npz")
report = attack.finds("zip_duplicate", "a.npz", "--strict")
attack.right(report.get("outcome") == "error", "check --strict: an error")
attack.end()
