# NOPY_SANITIZE instruments the library and everything that links to it.
if(NOPY_SANITIZE)
  add_compile_options(-fsanitize=${NOPY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${NOPY_SANITIZE})
endif()
