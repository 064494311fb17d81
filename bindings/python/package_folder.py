# SPDX-License-Identifier: MIT
"""package_folder.py PREFIX: where this Python looks for packages installed under PREFIX, from there."""
import os
import sys
import sysconfig

# Debian keeps the packages of its own and those of /usr/local apart; both differ from Python's layout.
SCHEMES = {"/usr": "deb_system", "/usr/local": "posix_local"}

prefix = os.path.abspath(sys.argv[1])
scheme = SCHEMES.get(prefix)
if scheme in sysconfig.get_scheme_names():
    folder = sysconfig.get_path("platlib", scheme, {"base": "/usr", "platbase": "/usr", "installed_base": "/usr"})
else:
    folder = sysconfig.get_path("platlib", "posix_prefix", {"base": prefix, "platbase": prefix})
print(os.path.relpath(folder, prefix))
