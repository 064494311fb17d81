// SPDX-License-Identifier: MIT
// The page as one file: the engine is inside it, deflated, as letters, in a data block that nothing runs (single_starter.js unpacks it).
// From file:// there are no workers, so it runs on the main thread.
import { startPage } from './start';
import { nearEngine } from './state/near_engine';
import { noteRead } from './state/page';

declare function nopyUnpacked(part: 'engine'): Response;

startPage(async () => nearEngine(await nopyUnpacked('engine').arrayBuffer(), noteRead));
