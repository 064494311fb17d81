#!/bin/sh
# wine.sh PREFIX PROGRAM ARGUMENT...: runs a Windows program in a world of its own, where the debugger asks nobody.
WINEPREFIX=$1 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winedbg.exe=' DISPLAY=
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES DISPLAY
shift
exec "$(command -v wine64 || echo /usr/lib/wine/wine64)" "$@"
