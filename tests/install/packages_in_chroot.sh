#!/bin/bash
# SPDX-License-Identifier: MIT
# The Debian packages as their users install them, as root: packages_in_chroot.sh FOLDER_OF_PACKAGES [MIRROR]. A bare Debian 12 is made in a folder, apt
# installs the packages with what they depend on, and nothing else; then the tool, the module and a program against the library run in it.
set -eu
packages=$(realpath "$1") mirror=${2:-http://deb.debian.org/debian}
here=$(dirname "$(realpath "$0")")
root=$(mktemp -d -p /var/tmp)
trap 'rm -rf --one-file-system "$root"' EXIT
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
install_in() { inside sh -c "apt-get install -y -q --no-install-recommends $*"; }  # patterns are the chroot's

debootstrap --variant=minbase bookworm "$root" "$mirror"
[ ! -f /etc/resolv.conf ] || cp -L /etc/resolv.conf "$root/etc/"
for file in /etc/apt/apt.conf.d/*[Pp]roxy*; do [ ! -f "$file" ] || cp "$file" "$root/etc/apt/apt.conf.d/"; done
mkdir "$root/packages"
cp "$packages"/*.deb "$root/packages"
inside apt-get update -q

install_in '/packages/nopy_*.deb'
inside sh -ec 'cd /tmp; printf "1,2,3\n4,5,6\n" | nopy convert --from csv --dtype int64 - grid.npy; nopy pack run.npz grid.npy; nopy ls run.npz'
install_in '/packages/python3-nopy_*.deb'
inside python3 -c 'import nopy; assert nopy.load("/tmp/run.npz", mmap_mode="r")["grid"].tolist() == [[1, 2, 3], [4, 5, 6]]'
inside sh -c 'ls /usr/lib/python3/dist-packages/nopy/__pycache__/__init__.*.pyc'

install_in '/packages/libnopy*.deb' g++ pkg-config
cp "$here/find_package/main.cpp" "$root/tmp/"
inside sh -ec 'cd /tmp; g++ -std=c++20 main.cpp $(pkg-config --cflags --libs nopy) -o shared; ldd shared | grep libnopy.so; ./shared'
inside sh -ec 'cd /tmp; g++ -std=c++20 main.cpp -Wl,-Bstatic -lnopy -Wl,-Bdynamic $(pkg-config --static --libs nopy) -o static; ! ldd static | grep libnopy; ./static'
inside apt-get purge -y -q nopy python3-nopy libnopy-dev 'libnopy[0-9]*'
if inside sh -c 'find / -xdev -path /packages -prune -o -path /proc -prune -o -path /tmp -prune -o -path /var -prune -o -name "*nopy*" -print | grep .'; then
  echo "the packages left files behind"
  exit 1
fi
