# `cmake --build BUILD --target bundle`: nopy as two files, BUILD/bundle/nopy.hpp and nopy.cpp.
find_program(NOPY_BUNDLE_PYTHON NAMES python3)
mark_as_advanced(NOPY_BUNDLE_PYTHON)
if(NOPY_BUNDLE_PYTHON)
  add_custom_target(bundle
    COMMAND ${NOPY_BUNDLE_PYTHON} ${PROJECT_SOURCE_DIR}/cmake/bundle.py ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/bundle
    COMMENT "Writing nopy.hpp and nopy.cpp to ${PROJECT_BINARY_DIR}/bundle" VERBATIM)
else()
  nopy_left_out("the two-file bundle" "python3 was not found")
endif()
