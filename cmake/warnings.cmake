# The warnings that hold for every target of this project.
function(nopy_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor)
  if(NOPY_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
