#!/bin/bash
# SPDX-License-Identifier: MIT
# The name that programs are linked with: soname.sh OBJDUMP LIBRARY NAME.
set -eu
found=$("$1" -p "$2" | awk '$1 == "SONAME" { print $2 }')
[ "$found" = "$3" ] || { echo "the soname is '$found', not '$3'"; exit 1; }
