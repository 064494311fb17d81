# SPDX-License-Identifier: MIT
"""docs/python.md and the example say what happens; the stub names what the compiled half has; every public name is documented."""
import ast
import doctest
import inspect
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import nopy
from arrays import ROOT
from nopy import _native


class Docs(unittest.TestCase):
    def setUp(self):
        self.folder, before = tempfile.TemporaryDirectory(), os.getcwd()
        os.chdir(self.folder.name)
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(os.chdir, before)

    def test_the_page_says_what_happens(self):
        failed, tried = doctest.testfile(os.path.join(ROOT, "docs", "python.md"), module_relative=False,
                                         optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 20)

    def test_the_lines_of_the_readme_run(self):
        block = pathlib.Path(ROOT, "README.md").read_text().split("```python\n")[1].split("```")[0]
        nopy.savez("run.npz", train=np.arange(6.0))
        names = {}
        exec(block, names)
        self.assertEqual((type(names["train"]), nopy.load("out.npz")["train"].tolist()), (np.memmap, [0, 1, 2, 3, 4, 5]))

    def test_the_examples_print_what_stands_beside_them(self):
        examples = sorted(pathlib.Path(ROOT, "examples", "python").glob("*.py"))
        for example in examples:
            done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout, example.with_suffix(".expected").read_text())
        self.assertTrue(examples)

    def test_the_stub_names_what_the_compiled_half_has(self):
        stub = pathlib.Path(nopy.__file__).with_name("_native.pyi").read_text()
        named = {}
        for node in ast.parse(stub).body:
            if isinstance(node, ast.ClassDef):
                named[node.name] = {part.name for part in node.body}
            elif isinstance(node, ast.FunctionDef):
                named[node.name] = None
        there = {name: None if inspect.isroutine(value) else {part for part in vars(value) if not part.startswith("_")}
                 for name, value in vars(_native).items() if not name.startswith("_")}
        self.assertEqual({name: parts and {part for part in parts if not part.startswith("_")} for name, parts in named.items()},
                         {name: parts or (None if parts is None else set()) for name, parts in there.items()})

    def test_every_public_name_is_documented_and_says_it_is_nopys(self):
        for name in nopy.__all__:
            value = getattr(nopy, name)
            self.assertTrue(value.__doc__ or name == "features", name)
            if name != "features":
                self.assertEqual(value.__module__, "nopy", name)
        self.assertRegex(nopy.__version__, r"\d+\.\d+\.\d+")
        self.assertEqual({type(there) for there in nopy.features().values()}, {bool})


if __name__ == "__main__":
    unittest.main()
