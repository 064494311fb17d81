# Install rules in four components, which are the Debian packages (packages.cmake): `runtime` (libnopy.so), `dev` (headers, libnopy.a, the CMake
# package `nopy`, nopy.pc), `tool` (with its manual and completions) and `python` (bindings/python).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# nopy_install_library(TARGET KIND): the library, and nopyKINDTargets.cmake, in which it is nopy::nopy.
function(nopy_install_library target kind)
  install(TARGETS ${target} EXPORT nopy${kind}Targets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
  install(EXPORT nopy${kind}Targets NAMESPACE nopy:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/nopy COMPONENT dev)
endfunction()

if(BUILD_SHARED_LIBS)
  nopy_install_library(nopy Shared)
else()
  nopy_install_library(nopy Static)
endif()
if(NOPY_PACKAGES AND NOT BUILD_SHARED_LIBS)
  set_target_properties(nopy_shared PROPERTIES EXCLUDE_FROM_ALL OFF EXPORT_NAME nopy)
  nopy_install_library(nopy_shared Shared)
endif()
# What stands beside either of them.
set(others nopy_core_archive)
if(TARGET nopy_http)
  list(APPEND others nopy_http)
endif()
install(TARGETS ${others} EXPORT nopyTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(EXPORT nopyTargets NAMESPACE nopy:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/nopy COMPONENT dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/nopy DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
if(TARGET nopy_tool)
  install(TARGETS nopy_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
  # Where the tool could not be run by the build, there are none.
  install(DIRECTORY ${NOPY_PAGES}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT tool OPTIONAL)
  install(FILES ${NOPY_PAGES}/nopy DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tool OPTIONAL)
  install(FILES ${NOPY_PAGES}/_nopy DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT tool OPTIONAL)
  install(FILES ${NOPY_PAGES}/nopy.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT tool OPTIONAL)
endif()

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/nopy)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/nopyConfig.cmake.in ${PROJECT_BINARY_DIR}/nopyConfig.cmake
                              INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/nopyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/nopyConfig.cmake ${PROJECT_BINARY_DIR}/nopyConfigVersion.cmake
        DESTINATION ${package_directory} COMPONENT dev)

# Absolute where the builder said an absolute directory, relative to the prefix where not.
foreach(kind LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${kind}}")
    set(pc_${kind} "${CMAKE_INSTALL_${kind}}")
  else()
    set(pc_${kind} "\${prefix}/${CMAKE_INSTALL_${kind}}")
  endif()
endforeach()
# Told from where nopy.pc lies, so that `cmake --install --prefix` and a moved folder need no other one.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" pc_prefix "\${pcfiledir}/${pc_prefix}")
endif()
# What the static library needs; the shared one brings it along. Where both are installed, `pkg-config --static` asks for it.
set(pc_needs "")
set(pc_private_needs "")
get_property(needs GLOBAL PROPERTY nopy_needs)
list(JOIN needs " " needs)
if(NOPY_PACKAGES)
  set(pc_private_needs "${needs}")
elseif(needs AND NOT BUILD_SHARED_LIBS)
  set(pc_needs " ${needs}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/nopy.pc.in ${PROJECT_BINARY_DIR}/nopy.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/nopy.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
