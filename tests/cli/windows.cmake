# The tests of the tool against nopy.exe, which a script of the tool's name starts by wine. A step that can not be done there has a line with %.
# Left out as a whole: full_disk (namespaces of Linux), jobs (large files, whose speed is the point), png (no libpng there), terminal (terminals of POSIX).
set(left_out full_disk jobs png terminal)
set(starter ${CMAKE_CURRENT_BINARY_DIR}/nopy)
list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " by_wine)
file(GENERATE OUTPUT ${starter} CONTENT "#!/bin/sh\nexec ${by_wine} $<TARGET_FILE:nopy_tool> \"$@\"\n"
     FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.test)
foreach(test IN LISTS tests)
  get_filename_component(name ${test} NAME_WE)
  if(name IN_LIST left_out)
    continue()
  endif()
  add_test(NAME cli.${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/run.sh ${starter} ${test})
  set_tests_properties(cli.${name} PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 FIXTURES_REQUIRED wine ENVIRONMENT NOPY_TEST_SYSTEM=windows)
endforeach()
