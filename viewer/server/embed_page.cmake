# nopy_embed_page(TARGET FOLDER): a library with `nopy::view::built_in_page()`, the files below FOLDER as they are. The assembler
# reads them (.incbin), which takes no time however large they are. A folder without index.html gives an empty page.
function(nopy_embed_page target folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*)
  if(NOT EXISTS ${folder}/index.html)
    set(files "")
    message(STATUS "nopy: no built page in ${folder} (./dev web makes it): `nopy view` will ask for --page")
  endif()
  set(incbins "")
  set(declarations "")
  set(rows "")
  set(number 0)
  foreach(file IN LISTS files)
    set(name nopy_page_file_${number})
    math(EXPR number "${number} + 1")
    string(APPEND incbins "    \".balign 16\\n${name}: .incbin \\\"${folder}/${file}\\\"\\n${name}_end:\\n\"\n")
    string(APPEND declarations "extern const std::byte ${name}[], ${name}_end[];\n")
    string(APPEND rows "    {\"${file}\", {${name}, ${name}_end}},\n")
  endforeach()
  if(files)
    set(all "const nopy::view::asset all[] = {\n${rows}};\n")
    set(incbins "asm(\".pushsection .rodata\\n\"\n${incbins}    \".popsection\\n\");\n")
  else()
    set(all "constexpr std::span<const nopy::view::asset> all{};\n")
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp @ONLY CONTENT
"// Written by embed_page.cmake.
#include \"asset.hpp\"

@incbins@
extern \"C\" {
@declarations@}

namespace {
@all@}

std::span<const nopy::view::asset> nopy::view::built_in_page() noexcept { return all; }
")
  add_library(${target} STATIC ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} PRIVATE nopy_gate)  # for asset.hpp beside it
  list(TRANSFORM files PREPEND ${folder}/)
  set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp PROPERTIES OBJECT_DEPENDS "${files}")
endfunction()
