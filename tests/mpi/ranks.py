# SPDX-License-Identifier: MIT
"""Starting ranks on this machine, and what judges of their files share."""
import os
import subprocess


def run(mpiexec, ranks, *command):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_btl_vader_single_copy_mechanism="none")
    command = [mpiexec, "--oversubscribe", "--mca", "btl", "self,vader", "-np", str(ranks), *command]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1700)


def read_bytes(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def strictly_sound(tool, path):
    done = subprocess.run([tool, "check", "--strict", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
