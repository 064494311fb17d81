# SPDX-License-Identifier: MIT
"""NumPy's .npy and .npz files, read and written by nopy: mapped members of archives, checked sums, no pickles.

    run = nopy.load("run.npz", mmap_mode="r")   lists the members, reads no array
    train = run["train"]                        a stored member: mapped, without a copy
    nopy.savez("out.npz", train=train)          aligned, so that members map well

`load`, `save`, `savez` and `savez_compressed` are called like NumPy's. Errors are `nopy.Error`, with `kind`, `offset`
and `hint`; what a file has that it should not is a `nopy.FindingWarning`. Everything that reads lets other threads run.
"""
from ._archive import Member, NpzFile
from ._arrays import Header
from ._errors import Error, Finding, FindingWarning
from ._native import __version__, features
from ._objects import Foreign
from ._reading import load, read_header
from ._writing import save, savez, savez_compressed

__all__ = ["Error", "Finding", "FindingWarning", "Foreign", "Header", "Member", "NpzFile", "features", "load", "read_header",
           "save", "savez", "savez_compressed"]

# What users meet is nopy.X in tracebacks and pickles, wherever it is written down.
for _name in __all__:
    if _name != "features":
        globals()[_name].__module__ = __name__
del _name
