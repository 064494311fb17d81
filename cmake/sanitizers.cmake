# NOPY_SANITIZE instruments the library and everything that links to it.
if(NOPY_SANITIZE)
  add_compile_options(-fsanitize=${NOPY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${NOPY_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Instrumented code confuses GCC's flow analysis; the plain builds hold this warning.
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()
