// SPDX-License-Identifier: MIT
// The tests of the pure parts; those in the browser are run by node --test.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  server: { host: '127.0.0.1' }, // asked for by number: a bare machine may know no localhost
  test: { include: ['tests/*.test.ts'] },
});
