# What a configure run could not build, said once at its end; an error with NOPY_COMPLETE.
function(nopy_left_out what why)
  if(NOPY_COMPLETE)
    message(FATAL_ERROR "nopy: ${what} can not be built: ${why}")
  endif()
  set_property(GLOBAL APPEND PROPERTY nopy_left_out "${what}: ${why}")
endfunction()

function(nopy_say_what_was_left_out)
  get_property(all GLOBAL PROPERTY nopy_left_out)
  foreach(one IN LISTS all)
    message(STATUS "nopy: left out: ${one}")
  endforeach()
endfunction()
