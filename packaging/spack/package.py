# SPDX-License-Identifier: MIT
"""nopy for Spack. Not run here: version() wants the SHA-256 of the published source archive, which SHA256SUMS of the release holds."""
from spack.package import *


class Nopy(CMakePackage):
    """NumPy's .npy and .npz without Python: a C++20 library and a tool."""

    license("MIT")
    version("0.1.0")

    variant("shared", default=True, description="Build libnopy.so")
    variant("tool", default=True, description="Build the command-line tool")
    variant("http", default=False, description="Read files behind URLs")
    for name, what in [("libdeflate", "deflate faster"), ("isal", "deflate at the fast level"), ("zstd", "zstd members"),
                       ("bzip2", "read bzip2 members"), ("lzma", "read LZMA members")]:
        variant(name, default=name == "libdeflate", description=what)

    depends_on("cmake@3.21:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("cli11", when="+tool", type="build")
    depends_on("fmt@9:", when="+tool")
    depends_on("libdeflate", when="+libdeflate")
    depends_on("isa-l", when="+isal")
    depends_on("zstd", when="+zstd")
    depends_on("bzip2", when="+bzip2")
    depends_on("xz", when="+lzma")
    depends_on("curl@7.85:", when="+http")
    conflicts("%gcc@:11", msg="C++20 as of g++ 12")
    conflicts("%clang@:13", msg="C++20 as of clang 14")

    def cmake_args(self):
        off = ["NOPY_TESTS", "NOPY_BENCH", "NOPY_EXAMPLES", "NOPY_PYTHON_MODULE", "NOPY_VIEW", "NOPY_PNG"]
        asked = [("NOPY_LIBDEFLATE", "libdeflate"), ("NOPY_ISAL", "isal"), ("NOPY_ZSTD", "zstd"), ("NOPY_BZIP2", "bzip2"),
                 ("NOPY_LZMA", "lzma"), ("NOPY_HTTP", "http"), ("NOPY_TOOL", "tool"), ("BUILD_SHARED_LIBS", "shared")]
        return [self.define(name, False) for name in off] + [self.define_from_variant(name, variant) for name, variant in asked]
