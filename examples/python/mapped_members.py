# SPDX-License-Identifier: MIT
"""A training loop that takes batches out of an archive without reading it: stored members are mapped where they lie."""
import os
import tempfile

import numpy as np

import nopy

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "train.npz")
    images = np.arange(1000 * 64, dtype=np.float32).reshape(1000, 8, 8)
    labels = np.arange(1000) % 10
    nopy.savez(path, images=images, labels=labels)  # aligned, so that members map as their type

    with nopy.load(path, mmap_mode="r", verify=True) as archive:  # checks the checksums, reads no array into memory
        images, labels = archive["images"], archive["labels"]
    for first in range(0, 1000, 400):  # the archive is closed; its pages stay
        batch = images[first:first + 400]
        print(batch.shape, batch.dtype, "mean %.1f" % batch.mean(), "labels", labels[first:first + 4])

    try:
        images[0] = 0
    except ValueError as error:
        print(error)
    try:
        nopy.load(path)["image"]
    except KeyError as error:
        print(error.kind, "-", error.found)
