# SPDX-License-Identifier: MIT
"""install_test.py CMAKE BUILD FOLDER: what `cmake --install BUILD --component python` puts under a prefix works from there alone."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, BUILD, FOLDER = sys.argv[1:4]


class Install(unittest.TestCase):
    def test_the_component_is_a_package_that_works_where_it_is_put(self):
        with tempfile.TemporaryDirectory() as prefix:
            subprocess.run([CMAKE, "--install", BUILD, "--component", "python", "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
            package = pathlib.Path(prefix, FOLDER, "nopy")
            installed = sorted(path.name for path in package.iterdir())
            self.assertEqual([name for name in installed if not name.endswith(".so")],
                             sorted(path.name for path in pathlib.Path(BUILD, "python", "nopy").iterdir() if path.is_file() and path.suffix != ".so"))
            self.assertEqual(len([name for name in installed if name.startswith("_native.") and name.endswith(".so")]), 1)
            # A build for Debian's packages adds what they have to say of themselves.
            self.assertEqual({path.name for path in pathlib.Path(prefix).glob("**/*") if path.is_file() and "share" not in path.parts}, set(installed))
            code = ("import nopy, numpy as np\nnopy.savez('a.npz', x=np.arange(3))\n"
                    "print(nopy.__file__, nopy.load('a.npz', 'r')['x'].tolist())")
            done = subprocess.run([sys.executable, "-c", code], env=dict(os.environ, PYTHONPATH=os.path.join(prefix, FOLDER)), cwd=prefix,
                                  capture_output=True, text=True)
            self.assertEqual(done.stdout, "%s [0, 1, 2]\n" % (package / "__init__.py"), done.stderr)

    def test_the_compiled_half_shows_one_symbol(self):
        compiled, = pathlib.Path(BUILD, "python", "nopy").glob("_native.*.so")
        if not shutil.which("nm"):
            self.skipTest("nm was not found (binutils)")
        shown = subprocess.run(["nm", "-D", "--defined-only", compiled], check=True, capture_output=True, text=True).stdout
        self.assertEqual([line.split()[-1] for line in shown.splitlines()], ["PyInit__native"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
