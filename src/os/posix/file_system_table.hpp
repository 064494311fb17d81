// SPDX-License-Identifier: MIT
// The numbers that file systems have in Linux's struct statfs. Source: linux/magic.h, and for those
// outside of the kernel the manual page statfs(2) and their own documentation.
#pragma once

#include <nopy/file_system.hpp>

#include <cstdint>

namespace nopy::os {

struct file_system_row {
  std::uint32_t type;
  std::string_view name;
  storage where;
};

inline constexpr file_system_row file_system_table[] = {
    {0x0000EF53, "ext4", storage::local},
    {0x58465342, "XFS", storage::local},
    {0x9123683E, "Btrfs", storage::local},
    {0x2FC12FC1, "ZFS", storage::local},
    {0xCA451A4E, "bcachefs", storage::local},
    {0xF2F52010, "F2FS", storage::local},
    {0x01021994, "tmpfs", storage::local},
    {0x858458F6, "ramfs", storage::local},
    {0x958458F6, "hugetlbfs", storage::local},
    {0x794C7630, "overlayfs", storage::local},
    {0x0000F15F, "eCryptfs", storage::local},
    {0x00004D44, "FAT", storage::local},
    {0x2011BAB0, "exFAT", storage::local},
    {0x5346544E, "NTFS", storage::local},
    {0x7366746E, "NTFS", storage::local},
    {0x0000482B, "HFS+", storage::local},
    {0x52654973, "ReiserFS", storage::local},
    {0x3153464A, "JFS", storage::local},
    {0x00003434, "NILFS", storage::local},
    {0x00009660, "ISO 9660", storage::local},
    {0x15013346, "UDF", storage::local},
    {0x73717368, "SquashFS", storage::local},
    {0xE0F5E1E2, "EROFS", storage::local},
    {0x00006969, "NFS", storage::network},
    {0xFF534D42, "CIFS", storage::network},
    {0xFE534D42, "SMB", storage::network},
    {0x0000517B, "SMB", storage::network},
    {0x0000564C, "NCP", storage::network},
    {0x01021997, "9p", storage::network},
    {0x0BD00BD0, "Lustre", storage::network},
    {0x47504653, "GPFS", storage::network},
    {0x19830326, "BeeGFS", storage::network},
    {0x00C36400, "Ceph", storage::network},
    {0x20030528, "OrangeFS", storage::network},
    {0xAAD7AAEA, "PanFS", storage::network},
    {0x5346414F, "AFS", storage::network},
    {0x6B414653, "AFS", storage::network},
    {0x73757245, "Coda", storage::network},
    {0x7461636F, "OCFS2", storage::network},
    {0x01161970, "GFS2", storage::network},
    {0xBEEFDEAD, "StorNext", storage::network},
    {0x786F4256, "a folder shared by VirtualBox", storage::network},
    {0xBACBACBC, "a folder shared by VMware", storage::network},
    {0x7C7C6673, "a folder shared by Parallels", storage::network},
};

}  // namespace nopy::os
