# 32-bit x86 on 64-bit Debian: g++-12-multilib. Its libraries are the compiler's own; no other is installed in 32 bits.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER gcc-12)
set(CMAKE_CXX_COMPILER g++-12)
set(CMAKE_C_FLAGS_INIT -m32)
set(CMAKE_CXX_FLAGS_INIT "-m32 -isystem /usr/include/x86_64-linux-gnu")
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/bin/env)  # the kernel runs both
