#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds an archive without nopy: make_npz.sh OUT.npz [-0|-8] NAME=FILE...   -0: stored (the default), -8: deflated.
# gzip gives checksum and deflate stream; the records are written by the numbers of APPNOTE 4.3.
set -eu

u16() { printf "\\x$(printf %02x $(($1 & 255)))\\x$(printf %02x $(($1 >> 8 & 255)))"; }
u32() { u16 $(($1 & 65535)); u16 $(($1 >> 16 & 65535)); }

out=$1 method=0 count=0
shift
directory=$(mktemp) data=$(mktemp)
trap 'rm -f "$directory" "$data"' EXIT
: >"$out"

# What local header and central record share, from "version needed" to "uncompressed bytes".
shared() {
  u16 20
  u16 0
  u16 $method
  u16 0
  u16 33
  tail -c 8 "$data.gz" | head -c 4
  u32 $bytes
  u32 "$(wc -c <"$file")"
  u16 ${#name}
  u16 0
}

for word; do
  case $word in
    -0) method=0 ;;
    -8) method=8 ;;
    *)
      name=${word%%=*} file=${word#*=}
      gzip -nc "$file" >"$data.gz"
      if [ $method = 8 ]; then
        tail -c +11 "$data.gz" | head -c -8 >"$data"
      else
        cat "$file" >"$data"
      fi
      bytes=$(wc -c <"$data") offset=$(wc -c <"$out")
      { printf 'PK\3\4'; shared; printf %s "$name"; cat "$data"; } >>"$out"
      { printf 'PK\1\2'; u16 788; shared; u16 0; u16 0; u16 0; u32 0; u32 "$offset"; printf %s "$name"; } >>"$directory"
      rm -f "$data.gz"
      count=$((count + 1))
      ;;
  esac
done
offset=$(wc -c <"$out")
cat "$directory" >>"$out"
{ printf 'PK\5\6\0\0\0\0'; u16 $count; u16 $count; u32 "$(wc -c <"$directory")"; u32 "$offset"; u16 0; } >>"$out"
