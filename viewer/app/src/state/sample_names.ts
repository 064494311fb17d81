// SPDX-License-Identifier: MIT
// The built-in samples by name; what they hold is made only when one is opened.
export const sampleNames = [
  { label: 'a volume', name: 'waves.npy' },
  { label: 'a table', name: 'buoys.npy' },
  { label: 'an archive', name: 'model.npz' },
];
