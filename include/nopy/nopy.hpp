// SPDX-License-Identifier: MIT
// Everything of nopy but the opt-in bridges. `<nopy/load.hpp>` alone is lighter.
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
