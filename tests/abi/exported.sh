#!/bin/bash
# SPDX-License-Identifier: MIT
# Holds what a shared library exports against a list: exported.sh NM LIBRARY LIST. A line that is missing breaks programs that are
# linked already; one that is new is a promise. What the standard library leaves in every program is not counted.
set -eu
found=$("$1" -DC --defined-only "$2" | sed -E 's/^[0-9a-f]+ . //' | grep -v '^std::' | LC_ALL=C sort -u)
[ "$(wc -l <<<"$found")" -gt 100 ] || { echo "$2 exports next to nothing"; exit 1; }
if ! diff <(LC_ALL=C sort -u "$3") <(echo "$found"); then
  echo "'<' is promised in $3 and not there; '>' is exported and not promised there"
  exit 1
fi
