#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs one declarative test of the tool: run.sh NOPY FILE.test
#
#   # a comment
#   $ command        runs in an empty folder, by bash, with nopy in the PATH
#   > line           the lines of stdout, exactly and in order; none: stdout is empty
#   ~ regex          some line of stdout matches (instead of >)
#   ! text           stderr holds the text; none: stderr is empty
#   = 2              the exit code; none: 0
#   % why            the step can not be done on Windows; where NOPY_TEST_SYSTEM=windows it is named, and not run
#   + feature        the step needs a nopy built with it, as `nopy --version` names it; without, it is named, and not run
#   ? command        what the steps below need; where it fails they are skipped, and the test says so
set -u
tool=$(realpath "$1")
file=$(realpath "$2")
TESTS=$(dirname "$(dirname "$file")")
export TESTS
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/here"
ln -s "$tool" "$folder/bin/nopy"
PATH="$folder/bin:$PATH"
export LC_ALL=C.UTF-8 PATH
unset NO_COLOR
cd "$folder/here" || exit 1
failures=0 steps=0
system=${NOPY_TEST_SYSTEM:-posix}
features=$(nopy --version | tr -d '\r')

fail() {
  failures=$((failures + 1))
  echo "$file: line $line: \$ $command"
  echo "  $1"
  sed 's/^/  stdout: /' "$folder/out"
  sed 's/^/  stderr: /' "$folder/err"
}

check() {
  [ -n "$command" ] || return
  if [ "$system" = windows ] && [ -n "$not_there" ]; then
    echo "left out, $not_there: $command"
    return
  fi
  if [ -n "$feature" ] && ! grep -qxF -- "  +$feature" <<<"$features"; then
    echo "left out, built without $feature: $command"
    return
  fi
  steps=$((steps + 1))
  bash -c "$command" >"$folder/out" 2>"$folder/err" </dev/null
  local code=$?
  [ "$code" = "$exit_code" ] || fail "exit code $code, expected $exit_code"
  if [ ${#patterns[@]} -gt 0 ]; then
    for pattern in "${patterns[@]}"; do
      grep -qE -- "$pattern" "$folder/out" || fail "no line of stdout matches: $pattern"
    done
  elif ! printf '%s' "$expected" | cmp -s - "$folder/out"; then
    fail "stdout differs from: $(printf '%s' "$expected")"
  fi
  if [ ${#messages[@]} -eq 0 ]; then
    [ ! -s "$folder/err" ] || fail "stderr is not empty"
  else
    for message in "${messages[@]}"; do
      grep -qF -- "$message" "$folder/err" || fail "stderr does not hold: $message"
    done
  fi
}

command='' line=0 number=0 not_there='' feature=''
while IFS= read -r text || [ -n "$text" ]; do
  number=$((number + 1))
  case $text in
    '$ '*)
      check
      command=${text#'$ '} line=$number expected='' exit_code=0
      patterns=() messages=() not_there='' feature=''
      ;;
    '> '*) expected+=${text#'> '}$'\n' ;;
    '>') expected+=$'\n' ;;
    '~ '*) patterns+=("${text#'~ '}") ;;
    '! '*) messages+=("${text#'! '}") ;;
    '= '*) exit_code=${text#'= '} ;;
    '% '*) not_there=${text#'% '} ;;
    '+ '*)
      feature=${text#'+ '}
      grep -qxF -e "  +$feature" -e "  -$feature" <<<"$features" || { echo "$file: line $number: nopy names no feature $feature"; exit 1; }
      ;;
    '? '*)
      check
      command=''
      bash -c "${text#'? '}" >/dev/null 2>&1 </dev/null && continue
      echo "skipped from line $number on: ${text#'? '}"
      [ "$failures" -eq 0 ] && exit 77
      exit 1
      ;;
    '' | '#'*) ;;
    *) echo "$file: line $number: what is this? $text"; exit 1 ;;
  esac
done <"$file"
check
[ "$steps" -gt 0 ] || { echo "$file: no step"; exit 1; }
[ "$failures" -eq 0 ]
