# Runs PROGRAM in the current folder; its output must be the text of EXPECTED.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE output RESULT_VARIABLE code)
file(READ ${EXPECTED} expected)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${code}")
endif()
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "output differs\n--- expected\n${expected}--- found\n${output}")
endif()
