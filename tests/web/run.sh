#!/usr/bin/env bash
# run.sh units|files|NAME SCRATCH HOSTILE: the page's unit tests, the files of its tests in the browser, or those of
# viewer/app/tests/browser/NAME.test.mjs. Exit code 77 and a sentence where something they need is missing.
set -euo pipefail
part=$1 scratch=$2 hostile=$3
cd "$(dirname "${BASH_SOURCE[0]}")/../../viewer/app"

skip() {
  echo "skipped: $*"
  exit 77
}

command -v node >/dev/null || skip "node is not installed (./dev setup web)"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ] || skip "node is older than 18"
[ -d node_modules/vitest ] || skip "viewer/app/node_modules is not there (./dev web)"
if [ "$part" = units ]; then
  npx --no-install tsc --noEmit
  exec npx --no-install vitest run
fi
chromium=${NOPY_CHROMIUM:-$(command -v chromium || true)}
[ -n "$chromium" ] || skip "chromium is not installed (./dev setup web)"
[ -f dist/nopy-view.html ] || skip "the page is not built (./dev web)"
/usr/bin/python3 -c 'import numpy' 2>/dev/null || skip "the judge, python3-numpy, is not installed (./dev setup test)"
if [ "$part" = files ]; then
  mkdir -p "$scratch/files"
  /usr/bin/python3 tests/browser/make_files.py "$scratch/files"
  exec /usr/bin/python3 tests/browser/make_archives.py "$scratch/files"
fi
[ "$part" != served ] || [ -n "${NOPY_TOOL:-}" ] || skip "this build has no \`nopy view\`"
[ ! -d "$hostile" ] || export NOPY_HOSTILE=$hostile
NOPY_CHROMIUM=$chromium NOPY_PAGE_FILES=$scratch/files exec node --test --test-reporter=spec "tests/browser/$part.test.mjs"
