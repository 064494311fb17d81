# Writes OUT, the SOURCES one behind another: cmake -DOUT=FILE "-DSOURCES=A;B" -P join.cmake
#
# Four fifths of what a test costs the compiler are the headers it includes, so that a program of eight files is four times
# dearer than one file of the same text. CMake's own unity builds want every name of all files to differ; here the unnamed namespace
# of each file stands in a named one of its own, and two files may both have a `row`. Lines keep their numbers.
set(joined "")
set(number 0)
foreach(source IN LISTS SOURCES)
  math(EXPR number "${number} + 1")
  file(READ "${source}" text)
  string(REPLACE "\nnamespace {\n" "\nnamespace in_file_${number} { namespace {\n" text "${text}")
  string(REPLACE "\n}  // namespace\n" "\n}}  // namespace\n" text "${text}")
  string(APPEND joined "#line 1 \"${source}\"\n${text}\n")
endforeach()
file(WRITE "${OUT}" "${joined}")
