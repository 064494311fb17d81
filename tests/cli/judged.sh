#!/bin/bash
# SPDX-License-Identifier: MIT
# Other programs judge what the tool makes for them: judged.sh NOPY zsh|fish|groff. 77: it is not installed.
set -u
tool=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/here"
ln -s "$tool" "$folder/bin/nopy"
export LC_ALL=C.UTF-8 PATH="$folder/bin:$PATH" HOME="$folder/here"
command -v "$2" > "$folder/which" || { echo "skipped: there is no $2"; exit 77; }
cd "$folder/here" || exit 1

fail() {
  echo "$*"
  exit 1
}

case $2 in
  zsh)
    nopy completion zsh > _nopy
    zsh -n _nopy || fail "zsh does not parse it"
    printf '%s\n' 'autoload -Uz compinit; compinit -u -D' 'source ./_nopy' 'print $_comps[nopy]' > registers
    [ "$(zsh -f registers)" = _nopy ] || fail "it does not register itself"
    ;;
  fish)
    nopy completion fish > nopy.fish
    fish --no-execute nopy.fish || fail "fish does not parse it"
    asked() { fish --no-config -c "source nopy.fish; complete -C '$1'" | cut -f 1; }
    [ "$(asked 'nopy show --colormap vi')" = viridis ] || fail "the words of an option are missing"
    [ "$(asked 'nopy sal')" = salvage ] || fail "a command is missing"
    asked 'nopy show --' | grep -qx -- --plot || fail "an option is missing"
    ! asked 'nopy ls --' | grep -qx -- --plot || fail "ls has an option of show"
    ;;
  groff)
    mkdir man
    nopy man -d man
    for page in man/*.1; do
      said=$(groff -man -ww -z -Tutf8 "$page" 2>&1)
      [ -z "$said" ] || fail "$page: $said"
    done
    nopy man diff | groff -man -Tascii -P-cbou > diff.txt
    grep -q '^       nopy diff --rtol 1e-6 --equal-nan a.npy b.npy$' diff.txt || fail "an example is not as it was written"
    ;;
  *) fail "who is $2?" ;;
esac
