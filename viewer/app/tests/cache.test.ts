// SPDX-License-Identifier: MIT
// Which reads the page's cache makes of the ranges the engine wants.
import { describe, expect, test } from 'vitest';
import { CachedSource, Counters, type Range } from '../src/engine/cache';
import type { ByteSource } from '../src/engine/source';

const window = 64 << 10;
const byteAt = (offset: number) => (offset * 31 + (offset >> 8)) & 255;

function sparse(size: number, remote = false) {
  const asked: Range[] = [];
  const source: ByteSource = {
    name: 'x', size, remote,
    read: async (offset, count) => {
      asked.push({ offset, count });
      return Uint8Array.from({ length: count }, (_, i) => byteAt(offset + i));
    },
  };
  return { cached: new CachedSource(source, new Counters()), asked };
}
const bytesOf = (reads: Range[]) => reads.reduce((sum, read) => sum + read.count, 0);
const rows = (count: number, apart: number, bytes: number) => Array.from({ length: count }, (_, i) => ({ offset: 128 + i * apart, count: bytes }));

describe('reads', () => {
  test('rows 4 MB apart are as many reads of at most 4 KiB', async () => {
    const { cached, asked } = sparse(100e9);
    const got = await cached.fetch(rows(40, 4_000_000, 80), window, 'table');
    expect(asked.length).toBe(40);
    expect(Math.max(...asked.map((read) => read.count))).toBeLessThanOrEqual(8 << 10);
    expect(bytesOf(asked)).toBeLessThanOrEqual(256 << 10);
    got.forEach((bytes, i) => expect([...bytes]).toEqual(Array.from({ length: 80 }, (_, k) => byteAt(128 + i * 4_000_000 + k))));
  });
  test('few rows far apart bring whole blocks, since the next window is near', async () => {
    const { cached, asked } = sparse(100e9);
    await cached.fetch(rows(4, 4_000_000, 80), window, 'table');
    expect(asked.map((read) => read.count)).toEqual([window, window, window, window]);
  });
  test('rows side by side are one read', async () => {
    const { cached, asked } = sparse(100e6);
    await cached.fetch(rows(40, 400, 80), window, 'table');
    expect(asked).toEqual([{ offset: 0, count: window }]);
  });
  test('gaps of a local file are closed up to 256 KiB, those of a remote one up to 32 KiB', async () => {
    const near = sparse(100e6);
    await near.cached.fetch(rows(8, 200 << 10, 80), window, 'table');
    expect(near.asked.length).toBe(1);
    const far = sparse(100e6, true);
    await far.cached.fetch(rows(8, 200 << 10, 80), window, 'table');
    expect(far.asked.length).toBe(8);
  });
  test('what was read is not read again', async () => {
    const { cached, asked } = sparse(100e9);
    await cached.fetch(rows(40, 4_000_000, 80), window, 'table');
    await cached.fetch(rows(40, 4_000_000, 80), window, 'table');
    expect(asked.length).toBe(40);
  });
});

describe('two fetches at once', () => {
  test('one whose end drops old bytes takes none from the other, which waits for more beside them', async () => {
    const { cached } = sparse(100e6);
    await cached.fetch([{ offset: 0, count: window }], window, 'table');
    const asked = cached.source.read;
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    cached.source.read = async (offset, count, signal) => {
      if (offset === window) await arrived;
      return asked(offset, count, signal);
    };
    const waiting = cached.fetch([{ offset: 0, count: 2 * window }], window, 'table');
    for (let at = 40e6; at < 80e6; at += 500_000) await cached.fetch([{ offset: at, count: 500_000 }], 1, 'verify');
    arrive();
    const [bytes] = await waiting;
    expect(bytes!.byteLength).toBe(2 * window);
    for (const i of [0, 1, window - 1, window, 2 * window - 1]) expect(bytes![i]).toBe(byteAt(i));
  });
});

describe('a pass', () => {
  const block = 256 << 10;
  const end = 5_000_000;
  /** Asks for one block after the other, as inflating does. */
  const walk = async (cached: CachedSource, from: number, until: number) => {
    for (let at = from; at < end; at += block) {
      const [bytes] = await cached.fetch([{ offset: at, count: Math.min(block, end - at) }], 1, 'verify', undefined, until);
      expect(bytes!.byteLength).toBe(Math.min(block, end - at));
      for (const i of [0, 1, bytes!.byteLength - 1]) expect(bytes![i]).toBe(byteAt(at + i));
    }
  };
  test('is read ahead by megabytes, each byte once, and not beyond its end', async () => {
    const { cached, asked } = sparse(100e6);
    await walk(cached, 1000, end);
    expect(asked.length).toBe(1 + Math.ceil((end - 1000 - block) / (1 << 20)));
    expect(bytesOf(asked)).toBe(end - 1000);
    expect(Math.max(...asked.map((read) => read.offset + read.count))).toBe(end);
  });
  test('reads nothing twice where a part of it is known', async () => {
    const { cached, asked } = sparse(100e6);
    await cached.fetch([{ offset: 2_000_000, count: block }], 1, 'table');
    await walk(cached, 0, end);
    expect(bytesOf(asked)).toBe(end);
  });
  test('may begin somewhere else', async () => {
    const { cached, asked } = sparse(100e6);
    await cached.fetch([{ offset: 50e6, count: block }], 1, 'verify', undefined, 60e6);
    await walk(cached, 0, end);
    expect(asked.filter((read) => read.offset < 50e6).reduce((sum, read) => sum + read.count, 0)).toBe(end);
  });
  test('fails where its bytes are wanted, not before', async () => {
    const bad = 1_500_000;
    const source: ByteSource = {
      name: 'x', size: 100e6, remote: false,
      read: async (offset, count) => {
        if (offset <= bad && bad < offset + count) throw new Error('no more');
        return new Uint8Array(count);
      },
    };
    const cached = new CachedSource(source, new Counters());
    const ask = (at: number) => cached.fetch([{ offset: at, count: block }], 1, 'verify', undefined, end);
    for (let at = 0; at + block <= bad; at += block) await ask(at);
    await expect(ask(bad)).rejects.toThrow('no more');
  });
  test('nothing is read ahead of what is no pass', async () => {
    const { cached, asked } = sparse(100e6);
    await walk(cached, 0, 0);
    expect(asked.length).toBe(Math.ceil(end / block));
  });
});
