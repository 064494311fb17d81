# Install rules: headers, libraries, the CMake package `nopy`, and nopy.pc; the tool, its manual and completions.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(adapters "")
if(TARGET nopy_http)
  list(APPEND adapters nopy_http)
endif()
install(TARGETS nopy nopy_core_archive ${adapters} EXPORT nopyTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/nopy DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET nopy_tool)
  install(TARGETS nopy_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # Where the tool could not be run by the build, there are none.
  install(DIRECTORY ${NOPY_PAGES}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} OPTIONAL)
  install(FILES ${NOPY_PAGES}/nopy DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
  install(FILES ${NOPY_PAGES}/_nopy DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions OPTIONAL)
  install(FILES ${NOPY_PAGES}/nopy.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d OPTIONAL)
endif()

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/nopy)
install(EXPORT nopyTargets NAMESPACE nopy:: FILE nopyTargets.cmake DESTINATION ${package_directory})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/nopyConfig.cmake.in ${PROJECT_BINARY_DIR}/nopyConfig.cmake
                              INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/nopyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/nopyConfig.cmake ${PROJECT_BINARY_DIR}/nopyConfigVersion.cmake
        DESTINATION ${package_directory})

# Absolute where the builder said an absolute directory, relative to the prefix where not.
foreach(kind LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${kind}}")
    set(pc_${kind} "${CMAKE_INSTALL_${kind}}")
  else()
    set(pc_${kind} "\${prefix}/${CMAKE_INSTALL_${kind}}")
  endif()
endforeach()
# What the static library needs; the shared one brings it along.
set(pc_static_needs "")
get_property(needs GLOBAL PROPERTY nopy_needs)
if(needs AND NOT BUILD_SHARED_LIBS)
  list(JOIN needs " " needs)
  set(pc_static_needs " ${needs}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/nopy.pc.in ${PROJECT_BINARY_DIR}/nopy.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/nopy.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
