// SPDX-License-Identifier: MIT
// A file that is open: what the engine said of it, and its members.
import type { Member, Opened, Salvaged } from '../engine';

export interface OpenFile {
  name: string;
  bytes: number;
  opened: Opened;
  /** Of an archive, in the order of its directory. */
  members: Member[];
  salvaged: Salvaged[];
}
