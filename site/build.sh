#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the site of the documentation in OUT/html: build.sh OUT. The pages by mkdocs, strict; the reference of the headers by Doxygen, in
# OUT/html/api. A warning of either is an error, and so is a type or a function of nopy's namespaces, or of nopy.h, that has no
# comment; members may speak for themselves, and specialisations of a template are what it is.
set -eu
for each in mkdocs doxygen; do
  command -v $each >/dev/null || { echo "skipped: $each is not installed"; exit 77; }
done
theme=/usr/share/mkdocs/themes/material
[ -d $theme ] || python3 -c 'import material' 2>/dev/null || { echo "skipped: mkdocs-material is not installed"; exit 77; }
root=$(realpath "$(dirname "$0")/..")
mkdir -p "$1"
out=$(realpath "$1")
rm -rf "$out/pages" "$out/html"
# Laid out as in the repository, so that links lead where they lead on a code host.
mkdir -p "$out/pages/attacks" "$out/pages/viewer/engine" "$out/pages/api"
for each in README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE docs examples include attacks/README.md viewer/engine/protocol.md; do
  ln -s "$root/$each" "$out/pages/$each"
done
NOPY_ROOT=$root NOPY_SITE_API=$out/pages/api doxygen "$root/site/Doxyfile" >"$out/doxygen.log" 2>&1 || true
if grep -v -e '^$' -e 'Compound [^ ]*<.* is not documented' -e ') of \(class\|struct\|union\) .* is not documented' \
  -e '(\(variable\|enumvalue\|macro definition\)) of file nopy.h is not documented' "$out/doxygen.log"; then
  exit 1
fi
[ -s "$out/pages/api/namespacenopy.html" ]
NOPY_SITE_PAGES=$out/pages NOPY_SITE_HTML=$out/html mkdocs build --strict -f "$root/site/mkdocs.yml"
