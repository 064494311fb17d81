#!/bin/bash
# SPDX-License-Identifier: MIT
# Holds the examples of a page against what they do: run_page.sh NOPY ROOT PAGE PROGRAMS [PYTHON]. PAGE is named from ROOT on, PROGRAMS
# is what page_programs made of the pages, PYTHON has NumPy; without it a page that uses python3 is skipped.
#
# In a block that begins with "    $ command" the lines below a command are what it prints, stdout and stderr, until the next
# command or the end of the block. A ```cpp block is run where it stands; the ```text block behind it is what it prints. So it is
# with the second and third column of a table that is marked for it, but what a command of a table prints is not looked at. All examples of a
# page run in one folder, in their order; those inside of <!-- --> too, which readers do not see.
set -u
tool=$(realpath "$1")
root=$(realpath "$2")
page=$3
programs=$(realpath "$4")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/here"
ln -s "$tool" "$folder/bin/nopy"
if [ -n "${5:-}" ]; then
  ln -s "$(realpath "$5")" "$folder/bin/python3"
elif grep -q '^    \$ python3' "$root/$page"; then
  echo "skipped: $page needs a python3 with NumPy"
  exit 77
fi
export LC_ALL=C.UTF-8 PATH="$folder/bin:$PATH"
cd "$folder/here" || exit 1
examples=0 not_run=0 failures=0 command="" expected="" fence="" left_out="" table=""

is_program() { [[ $command == "$programs "* ]]; }

check() {
  [ -n "$command" ] || return 0
  examples=$((examples + 1))
  local printed status
  printed=$(bash -c "$command" 2>&1)
  status=$?
  if is_program && [ $status = 77 ]; then
    echo "${command#"$programs "}: left out, since a library is missing"
  elif [ "$printed" != "${expected%$'\n'}" ] || { is_program && [ $status != 0 ]; }; then
    failures=$((failures + 1))
    printf '%s: $ %s (exit code %s)\n' "$page" "${command#"$programs "}" $status
    diff <(echo "${expected%$'\n'}") <(echo "$printed")
  fi
  command="" expected=""
}

# The command at the end of a table's row, in backticks: it has to do what it says, whatever it prints.
run_cell() {
  local cell=${1##*'| `'} printed
  examples=$((examples + 1))
  printed=$(bash -c "${cell%'` |'}" 2>&1) && return
  failures=$((failures + 1))
  printf '%s: %s\n%s\n' "$page" "${cell%'` |'}" "$printed"
}

number=0
while IFS= read -r line || [ -n "$line" ]; do
  number=$((number + 1))
  if [ -n "$fence" ]; then
    case $line in
      '```') fence="" ;;
      *) [ "$fence" != text ] || expected+="$line"$'\n' ;;
    esac
    continue
  fi
  case $line in
    '```cpp' | '```c')
      check
      fence=cpp
      if [ -n "$left_out" ]; then not_run=$((not_run + 1)); else command="$programs $page:$number"; fi
      left_out=""
      ;;
    '```text') fence=text ;;
    '```'*) fence=other ;;
    "<!-- cpp compiled only: "* | "<!-- cpp not compiled: "*) left_out=1 ;;
    "<!-- table: C++ in column 2, commands in column 3 -->") check; table=1 command="$programs $page:$number" ;;
    "|"*'`nopy '*'` |') [ -z "$table" ] || { check; run_cell "$line"; } ;;
    "    $ "*) check; command=${line#"    $ "} ;;
    "    "*) [ -z "$command" ] || is_program || expected+="${line#    }"$'\n' ;;
    *)
      [[ -n $table && $line == "|"* ]] || table=""
      is_program || check
      ;;
  esac
done < "$root/$page"
check
[ $((examples + not_run)) -gt 0 ] || { echo "$page holds no example"; exit 1; }
echo "$examples examples run, $not_run not, $failures failures"
[ "$failures" -eq 0 ]
