// SPDX-License-Identifier: MIT
// The tests of the pure parts; those in the browser are run by node --test.
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['tests/*.test.ts'] } });
