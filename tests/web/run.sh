#!/usr/bin/env bash
# run.sh units|page SCRATCH HOSTILE: the page's tests. Exit code 77 and a sentence where something they need is missing.
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
mkdir -p "$scratch/files"
/usr/bin/python3 tests/browser/make_files.py "$scratch/files"
[ ! -d "$hostile" ] || export NOPY_HOSTILE=$hostile
NOPY_CHROMIUM=$chromium NOPY_PAGE_FILES=$scratch/files exec node --test --test-reporter=spec tests/browser/page.test.mjs
