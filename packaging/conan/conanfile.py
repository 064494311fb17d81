# SPDX-License-Identifier: MIT
"""nopy for Conan 2. Not run here."""
import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir

REQUIRED = {
    "libdeflate": "libdeflate/1.14",
    "isal": "isa-l/2.30.0",
    "zstd": "zstd/1.5.5",
    "bzip2": "bzip2/1.0.8",
    "lzma": "xz_utils/5.4.0",
    "http": "libcurl/8.4.0",
}


class NopyRecipe(ConanFile):
    name = "nopy"
    version = "0.1.0"
    description = "NumPy's .npy and .npz without Python"
    license = "MIT"
    topics = ("numpy", "npy", "npz")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], **{name: [True, False] for name in REQUIRED}}
    default_options = {"shared": False, "libdeflate": True, **{name: False for name in REQUIRED if name != "libdeflate"}}

    def export_sources(self):
        # The recipe stands two folders below the sources.
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ["CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "viewer/*", "packaging/*"]:
            copy(self, pattern, root, self.export_sources_folder)

    def validate(self):
        check_min_cppstd(self, 20)

    def requirements(self):
        for name, reference in REQUIRED.items():
            if self.options.get_safe(name):
                self.requires(reference)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for name in REQUIRED:
            toolchain.cache_variables["NOPY_" + name.upper()] = "ON" if self.options.get_safe(name) else "OFF"
        toolchain.cache_variables["BUILD_SHARED_LIBS"] = bool(self.options.shared)
        for name in ["NOPY_TOOL", "NOPY_TESTS", "NOPY_BENCH", "NOPY_EXAMPLES", "NOPY_PYTHON_MODULE", "NOPY_VIEW"]:
            toolchain.cache_variables[name] = "OFF"
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "nopy")
        self.cpp_info.components["nopy"].set_property("cmake_target_name", "nopy::nopy")
        self.cpp_info.components["nopy"].libs = ["nopy"]
        self.cpp_info.components["nopy"].requires = [
            f"{reference.split('/')[0]}::{reference.split('/')[0]}"
            for name, reference in REQUIRED.items() if self.options.get_safe(name) and name != "http"]
        if self.settings.os == "Linux":
            self.cpp_info.components["nopy"].system_libs = ["pthread"]
