# NOPY_STATIC: one program that runs on any Linux of this processor, in an empty folder. Libraries are taken as archives (.a); the viewer's
# server and URLs are left out, for libmicrohttpd and libcurl lean on GnuTLS, of which Debian has no complete static set.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
foreach(shared_only NOPY_VIEW NOPY_HTTP)
  if("${${shared_only}}" STREQUAL "ON")
    message(FATAL_ERROR "nopy: ${shared_only}=ON does not go with NOPY_STATIC")
  endif()
  set(${shared_only} OFF)  # over what an earlier configuration kept
endforeach()
