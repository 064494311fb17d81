# SPDX-License-Identifier: MIT
"""A unit of time divided by zero: NumPy divides, and the process is gone by SIGFPE, with all it held. nopy holds the
number against its range first. A multiple of zero is no better: NumPy reads it, and then can not print the values."""
import signal

import sides

attack = sides.Attack(__doc__)
sides.write("a.npy", sides.npy("<m8[D/0]", (1,), bytes(8)))
ended = attack.numpy("np.load('a.npy')")
attack.defect(ended.code == -signal.SIGFPE, "np.load ends the process by SIGFPE")
attack.refuses("bad_dtype", "show", "a.npy")

sides.write("b.npy", sides.npy("<m8[0D]", (1,), bytes(8)))
ended = attack.numpy("print(np.load('b.npy'))")
attack.defect("OverflowError" in ended.err, "loads ticks of zero days, and can not print them")
ended = attack.nopy("show", "b.npy")
attack.right(ended.code == 0 and "0 days" in ended.out, "show: 0 days", ended)
sides.write("b.csv", b"0 days\n")
ended = attack.nopy("convert", "b.csv", "c.npy", "--dtype", "m8[0D]")
attack.right(ended.code == 2 and "0 days" in ended.err, "convert: no number of such ticks is a time", ended)
attack.end()
