# What the tests of a build for Windows leave out, and why.

# They make the n-th system call fail, through a table that only the POSIX side has.
set(sources_of_posix append_faults_test.cpp atomic_file_faults_test.cpp crash_test.cpp faults_test.cpp npz_editor_faults_test.cpp
                     npz_writer_faults_test.cpp replacement_crash_test.cpp save_faults_test.cpp)
# In tests/unit/verbs, what counts system calls or makes allocations fail is left out beside them.

# They are about descriptors, permissions, links, pipes and devices of POSIX; windows_file_test.cpp and windows_replacement_test.cpp stand in their place.
list(APPEND sources_of_posix atomic_file_test.cpp file_test.cpp mapping_test.cpp writing_test.cpp)
# They fork.
list(APPEND sources_of_posix sharing_test.cpp region_writer_test.cpp)

# Files with holes, and a std::filesystem::path as a source: neither is there on Windows yet.
list(APPEND sources_of_posix create_space_test.cpp path_source_test.cpp)

# The harness of the hostile files forks; the engine is built for browsers.
set(rooms_of_posix cases unit/engine)
