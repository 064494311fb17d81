#!/bin/bash
# SPDX-License-Identifier: MIT
# Holds the examples of a page against the tool: run_page.sh NOPY PAGE [PYTHON], a Python with NumPy,
# without which a page that uses python3 is skipped. In a block that begins with
# "    $ command" the lines below a command are what it prints, stdout and stderr, until the next
# command or the end of the block. All commands of a page run in one folder, in their order.
set -u
tool=$(realpath "$1")
page=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/here"
ln -s "$tool" "$folder/bin/nopy"
if [ -n "${3:-}" ]; then
  ln -s "$(realpath "$3")" "$folder/bin/python3"
elif grep -q '^    \$ python3' "$page"; then
  echo "skipped: $page needs a python3 with NumPy"
  exit 77
fi
export LC_ALL=C.UTF-8 PATH="$folder/bin:$PATH"
cd "$folder/here" || exit 1
commands=0 failures=0 command="" expected=""

check() {
  [ -n "$command" ] || return 0
  commands=$((commands + 1))
  local printed
  printed=$(bash -c "$command" 2>&1)
  if [ "$printed" != "${expected%$'\n'}" ]; then
    failures=$((failures + 1))
    printf '%s: $ %s\n' "$page" "$command"
    diff <(echo "${expected%$'\n'}") <(echo "$printed")
  fi
  command="" expected=""
}

while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    "    $ "*) check; command=${line#"    $ "} ;;
    "    "*) [ -n "$command" ] && expected+="${line#    }"$'\n' ;;
    *) check ;;
  esac
done < "$page"
check
[ "$commands" -gt 0 ] || { echo "$page holds no command"; exit 1; }
echo "$commands commands, $failures failures"
[ "$failures" -eq 0 ]
