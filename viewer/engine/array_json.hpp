// SPDX-License-Identifier: MIT
// Arrays and members as the page reads them: the structures of protocol.md.
#pragma once

#include "engine/opened_file.hpp"

namespace nopy::engine {

void put_findings(json_writer& to, const finding_list& findings) noexcept;
/// `ArrayInfo` of an array whose header was read.
void put_array(json_writer& to, const array_state& of) noexcept;
/// `PeekedMember` of a member that was peeked.
void put_peeked(json_writer& to, opened_file& file, std::uint32_t member) noexcept;
/// `Member`, as the directory lists it.
void put_member(json_writer& to, const opened_file& file, std::uint32_t member) noexcept;

}  // namespace nopy::engine
