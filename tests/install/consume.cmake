# One consumer: installs nopy (static: this build; shared: a build of its own) into an empty prefix, builds
# PROJECT against it as a stranger would, runs it, and looks at what it prints.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# The options of ./dev test's first build: with ccache, a consumer that builds nopy itself takes its objects from there.
set(setup -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release -DNOPY_WERROR=ON -DCMAKE_CXX_COMPILER=${COMPILER}
          -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
set(prefix ${WORK}/prefix)
file(REMOVE_RECURSE ${WORK})

if(NOT PROJECT STREQUAL add_subdirectory)
  if(SHARED)
    run(${CMAKE_COMMAND} -S ${ROOT} -B ${WORK}/nopy ${setup} -DBUILD_SHARED_LIBS=ON -DNOPY_TOOL=OFF -DNOPY_TESTS=OFF
        -DNOPY_BENCH=OFF -DNOPY_EXAMPLES=OFF -DNOPY_PYTHON_MODULE=OFF)
    run(${CMAKE_COMMAND} --build ${WORK}/nopy)
    run(${CMAKE_COMMAND} --install ${WORK}/nopy --prefix ${prefix})
  else()
    run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
  endif()
endif()

set(source ${CMAKE_CURRENT_LIST_DIR}/${PROJECT})
if(PROJECT STREQUAL pkg_config)
  file(GLOB_RECURSE pc ${prefix}/*/nopy.pc)
  get_filename_component(pc_directory "${pc}" DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} ${pc_directory})
  file(GLOB_RECURSE shared ${prefix}/*/libnopy.so)  # where both are installed, the linker would take it
  if(shared)
    file(REMOVE ${shared})
  endif()
  run(${PKG_CONFIG} --static --cflags --libs nopy)
  string(STRIP "${output}" flags)
  separate_arguments(flags)
  file(MAKE_DIRECTORY ${WORK}/build)
  run(${COMPILER} -std=c++20 ${source}/main.cpp ${flags} -o ${WORK}/build/consumer)
else()
  run(${CMAKE_COMMAND} -S ${source} -B ${WORK}/build ${setup} -DBUILD_SHARED_LIBS=${SHARED} -DCMAKE_PREFIX_PATH=${prefix} -DNOPY_ROOT=${ROOT})
  run(${CMAKE_COMMAND} --build ${WORK}/build)
endif()

run(${CMAKE_COMMAND} -E chdir ${WORK}/build ./consumer)
if(NOT output MATCHES "0 1 2 3 4 5")
  message(FATAL_ERROR "the consumer printed: ${output}")
endif()

# What the shared library shows is its API alone.
if(SHARED)
  file(GLOB_RECURSE library ${prefix}/*/libnopy.so)
  if(NOT library)
    message(FATAL_ERROR "no libnopy.so was installed")
  endif()
endif()
