// SPDX-License-Identifier: MIT
// What most programs need; opt-in: file_system, npz_edit, npz_layout, region, stats, threads,
// bridges. Lighter: load.hpp.
#pragma once

#include <nopy/append.hpp>
#include <nopy/compare.hpp>
#include <nopy/create.hpp>
#include <nopy/file.hpp>
#include <nopy/load.hpp>
#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>
#include <nopy/object.hpp>
#include <nopy/print.hpp>
#include <nopy/save.hpp>
