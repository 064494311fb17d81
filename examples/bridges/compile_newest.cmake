# Compiles SOURCE as C++23 with libc++ by itself, runs it, and compares its output with the .expected beside it.
set(sanitize "")
if(NOT SANITIZER STREQUAL "plain")
  set(sanitize -fsanitize=${SANITIZER} -fno-sanitize-recover=all)
endif()
execute_process(COMMAND ${COMPILER} -stdlib=libc++ -std=c++23 -Wall -Wextra -Wconversion -Wshadow -Werror ${sanitize} -I${INCLUDE}
                        ${SOURCE} -o ${PROGRAM} RESULT_VARIABLE code ERROR_VARIABLE said)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${said}")
endif()
string(REPLACE ".cpp" ".expected" EXPECTED ${SOURCE})
include(${CMAKE_CURRENT_LIST_DIR}/../run_and_compare.cmake)
