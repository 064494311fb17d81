# `cpack` in the build folder writes the Debian packages, one for each install component: libnopy0.1, libnopy-dev, nopy, python3-nopy (docs/packaging.md).
# What they depend on is read from their programs by dpkg-shlibdeps; without it there are none, for no list by hand would stay true.
find_program(NOPY_SHLIBDEPS dpkg-shlibdeps)
find_program(NOPY_FILE file)  # by which CPack tells programs from other files
mark_as_advanced(NOPY_SHLIBDEPS NOPY_FILE)
if(NOT NOPY_SHLIBDEPS OR NOT NOPY_FILE OR BUILD_SHARED_LIBS)
  nopy_left_out("the Debian packages" "they need dpkg-shlibdeps (dpkg-dev), file, and BUILD_SHARED_LIBS=OFF: both libraries are in them")
  return()
endif()

# The time in all that is packed: equal sources give equal packages.
set(epoch "$ENV{SOURCE_DATE_EPOCH}")
if(NOT epoch)
  execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%ct OUTPUT_VARIABLE epoch
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT epoch)
  string(TIMESTAMP epoch "%s" UTC)
endif()
set(kept "$ENV{SOURCE_DATE_EPOCH}")
set(ENV{SOURCE_DATE_EPOCH} ${epoch})
string(TIMESTAMP NOPY_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(ENV{SOURCE_DATE_EPOCH} "${kept}")

set(NOPY_MAINTAINER "The nopy authors <nopy@packages.invalid>" CACHE STRING "Who made these packages, as in Debian's Maintainer field")
set(short ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # it would stand above each package's own
set(CPACK_PACKAGE_CONTACT "${NOPY_MAINTAINER}")
set(CPACK_PACKAGE_VENDOR "The nopy authors")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SOURCE nopy)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/shared)
set(CPACK_COMPONENTS_ALL "")
set(folder ${PROJECT_BINARY_DIR}/debian)
file(MAKE_DIRECTORY ${folder})

# nopy_package(COMPONENT NAME SECTION SUMMARY TEXT): a package of a component, which has programs of this processor.
macro(nopy_package component name section summary text)
  string(TOUPPER ${component} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${text}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS ON)
endmacro()

set(about "nopy reads, maps, writes and checks the array files of NumPy, .npy and .npz,\nwithout Python: every version, dtype and size of them.\n.\n")
nopy_package(runtime libnopy${short} libs "NumPy's .npy and .npz files in C++ - shared library"
             "${about}This package contains the shared library.")
nopy_package(dev libnopy-dev libdevel "NumPy's .npy and .npz files in C++ - development files"
             "${about}This package contains the headers, the static library, the CMake package\nand the pkg-config file.")
if(TARGET nopy_tool)
  nopy_package(tool nopy science "look into NumPy's .npy and .npz files on the command line"
               "${about}This package contains the tool, its manual and its completions: ls, info,\nshow, stats, diff, check, convert, pack, repair and more.")
endif()
if(TARGET nopy_python)
  nopy_package(python python3-nopy python "NumPy's .npy and .npz files with mapped members - Python 3 module"
               "${about}This package contains the Python module, whose load() maps the members of an\narchive without a copy.")
endif()

# The static library's needs are its users'; the shared one found its own.
get_property(needed GLOBAL PROPERTY nopy_needed_packages)
list(JOIN needed ", " needed)
if(needed)
  set(needed ", ${needed}")
endif()
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libnopy${short} (= ${PROJECT_VERSION}-1)${needed}")
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS "xdg-utils")
# The module is one Python's, which its program does not say.
if(TARGET nopy_python)
  execute_process(COMMAND ${NOPY_PYTHON} -c "import sys; print(sys.version_info[1])" OUTPUT_VARIABLE minor OUTPUT_STRIP_TRAILING_WHITESPACE)
  math(EXPR next "${minor} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.${minor}), python3 (<< 3.${next}), python3-numpy")
endif()

file(WRITE ${folder}/triggers "activate-noawait ldconfig\n")
file(WRITE ${folder}/shlibs "libnopy ${short} libnopy${short} (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${folder}/triggers ${folder}/shlibs)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/postinst
                                              ${PROJECT_SOURCE_DIR}/packaging/debian/prerm)
configure_file(${PROJECT_SOURCE_DIR}/packaging/debian/changelog.in ${folder}/changelog @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/packaging/debian/copyright ${folder}/copyright COPYONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/packages_staged.cmake.in ${folder}/staged.cmake @ONLY)
file(WRITE ${folder}/project.cmake "set(ENV{SOURCE_DATE_EPOCH} ${epoch})\n")
set(CPACK_PROJECT_CONFIG_FILE ${folder}/project.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${folder}/staged.cmake)
# Nobody asked Debian for nopy; an example of the manual reads "--deflate 9"; and cpack calls ldconfig whatever the triggers say.
set(overrides_of_tool "nopy: embedded-library zlib *\n")
set(overrides_of_runtime "libnopy${short}: maintscript-calls-ldconfig *\n")
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(name ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  file(WRITE ${folder}/${component}/${name} "${name}: initial-upload-closes-no-bugs *\n${overrides_of_${component}}")
  install(FILES ${folder}/${component}/${name} COMPONENT ${component} DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides)
  install(FILES ${folder}/changelog ${folder}/copyright COMPONENT ${component}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
endforeach()
include(CPack)
