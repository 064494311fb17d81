#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the examples of every page of `nopy help`, each in a folder of its own with the files they
# speak of: examples.sh NOPY. An example whose other program is not installed is named, not run.
set -u
tool=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/bin" "$folder/files/uploads" "$folder/files/data/below"
ln -s "$tool" "$folder/bin/nopy"
export LC_ALL=C.UTF-8 PATH="$folder/bin:$PATH"
cd "$folder/files" || exit 1

files() {
  local name
  printf '1.5,2\n3,4\n5,6\n7,8\n9,10\n' > table.csv
  nopy convert table.csv x.npy
  for name in a b y table train today log better broken day-1 day-2 uploads/u data/below/d; do cp x.npy $name.npy; done
  head -c 180 x.npy > broken.npy
  nopy create weights.npy --dtype '<V2' --shape 4
  nopy create image.npy --dtype uint8 --shape 20,30,3
  head -c 307200 /dev/zero > pixels.raw
  echo words > notes.txt
  nopy pack --bytes run.npz train=x.npy x=x.npy y=x.npy scratch=x.npy draft=x.npy new=x.npy cut=x.npy notes.txt
  nopy pack other.npz x=x.npy log=x.npy
  cp run.npz old.npz
  cp run.npz next.npz
  head -c 400 run.npz > cut
}
files || exit 1
cp next.npz new.npz

run=0 failures=0
while IFS= read -r example; do
  command=${example%%   *}  # what stands behind three blanks explains it
  other=${command##*| }
  other=${other%% *}
  case $command in
    'nopy view '*) echo "not run here, it serves until Ctrl-C (tests/view does): $command"; continue ;;
    *https://*) echo "not run here, it reads over the network (tests/http does): $command"; continue ;;
    *'nopy add run.npz y.npy') prepare='nopy rm run.npz y' ;;
    *' | nopy pack run.npz '* | 'nopy pack run.npz '*) prepare='rm run.npz' ;;
    'nopy unpack run.npz') prepare='rm train.npy x.npy y.npy notes.txt' ;;
    'nopy salvage '*) prepare='mv cut cut.npz' ;;
    'nopy convert a.npy b.npy '*) prepare='rm b.npy' ;;
    'nopy convert table.csv table.npy') prepare='rm -f table.npy' ;;
    *) prepare=: ;;
  esac
  if ! command -v "$other" > "$folder/which"; then
    echo "not run, there is no $other here: $command"
    continue
  fi
  rm -rf "$folder/here"
  cp -r "$folder/files" "$folder/here"
  (cd "$folder/here" && $prepare) || exit 1
  run=$((run + 1))
  if ! (cd "$folder/here" && bash -o pipefail -c "$command" > "$folder/out" 2> "$folder/err" < /dev/null); then
    failures=$((failures + 1))
    echo "fails: $command"
    sed 's/^/  /' "$folder/err"
  fi
done < <(nopy help --all | awk '/^Examples:/ { inside = 1; next } /^$/ { inside = 0 } inside { print substr($0, 3) }')
echo "$run examples, $failures failures"
[ "$run" -gt 40 ] && [ "$failures" -eq 0 ]
