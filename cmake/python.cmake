# NOPY_PYTHON: the Python 3 that has NumPy, the judge of the tests under tests/numpy and the one the Python module is for. Debian's own comes first, since
# another python3 may stand before it in PATH.
if(NOT NOPY_PYTHON)
  foreach(candidate /usr/bin/python3 python3)
    execute_process(COMMAND ${candidate} -c "import numpy" RESULT_VARIABLE without_numpy OUTPUT_QUIET ERROR_QUIET)
    if(without_numpy EQUAL 0)
      set(NOPY_PYTHON ${candidate} CACHE FILEPATH "Python 3 with NumPy")
      break()
    endif()
  endforeach()
endif()
if(NOT NOPY_PYTHON AND NOPY_TESTS)
  nopy_left_out("the tests against NumPy" "no python3 with NumPy was found (python3-numpy)")
endif()
