// SPDX-License-Identifier: MIT
// `nopy view`: the viewer in the browser, served from this machine.
#include "command/command_table.hpp"
#include "view/view_server.hpp"

namespace nopy::cli {
namespace {

constexpr operand_row operands[] = {{"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"-p,--port", "PORT", "listen at this port of 127.0.0.1 (default: any free one)"},
    {"--no-open", "", "open no browser, only print the address"},
    {"--page", "FOLDER", "a built page to serve instead of the built-in one"},
};

}  // namespace

const command view_command{
    "view",
    "Look at arrays and archives of any size in the browser",
    operands,
    options,
    "Prints an address and opens it; Ctrl-C ends. The browser reads the parts of the files that "
    "it\n"
    "shows, through a server that answers to this machine alone, and to nobody without the secret\n"
    "in the address. A folder stands for the .npy and .npz files directly in it. Over ssh, the\n"
    "line that forwards the port is printed.",
    "nopy view run.npz\n"
    "nopy view run.npz:weights/w1   begin with this member\n"
    "nopy view 'a.npy[0, :, ::2]'   begin with this slice\n"
    "nopy view --no-open --port 8000 results/",
    serve_view};

}  // namespace nopy::cli
