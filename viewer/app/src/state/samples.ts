// SPDX-License-Identifier: MIT
// Built-in samples, made on the spot: a volume, a table of records, an archive. Real files, read as any other.

type Shape = readonly number[];

function header(descr: string, shape: Shape): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const dict = `{'descr': ${descr}, 'fortran_order': False, 'shape': ${tuple}, }`;
  const long = Math.ceil((10 + dict.length + 1) / 64) * 64;
  const text = `${dict.padEnd(long - 11)}\n`;
  const bytes = new Uint8Array(long);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (long - 10) & 255, (long - 10) >> 8]);
  bytes.set(new TextEncoder().encode(text), 10);
  return bytes;
}

function npy(descr: string, shape: Shape, data: ArrayBufferView): Uint8Array<ArrayBuffer> {
  const head = header(descr, shape);
  const bytes = new Uint8Array(head.length + data.byteLength);
  bytes.set(head);
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), head.length);
  return bytes;
}

const fill = (count: number, of: (i: number) => number) => Float32Array.from({ length: count }, (_, i) => of(i));

/** Two waves that meet, in 24 steps of time. */
function volume(): Uint8Array<ArrayBuffer> {
  const [steps, rows, columns] = [24, 96, 144];
  const wave = (x: number, y: number, t: number) => {
    const near = Math.hypot(x - 44, y - 60);
    const far = Math.hypot(x - 104, y - 30);
    return Math.cos(near / 3.4 - t / 3.8) / (1 + near / 14) + Math.cos(far / 4.6 - t / 3.8) / (1 + far / 14);
  };
  const data = fill(steps * rows * columns, (i) => wave(i % columns, Math.floor(i / columns) % rows, Math.floor(i / (rows * columns))));
  return npy("'<f4'", [steps, rows, columns], data);
}

function table(): Uint8Array<ArrayBuffer> {
  const rows = 500;
  const item = 40;
  const data = new DataView(new ArrayBuffer(rows * item));
  const names = ['Adria', 'Bora', 'Ciro', 'Dune', 'Egret', 'Fjord'];
  for (let i = 0; i < rows; i += 1) {
    const at = i * item;
    data.setBigInt64(at, 1_700_000_000n + BigInt(i) * 600n, true);
    data.setFloat64(at + 8, 51 + Math.sin(i / 40) * 2.5, true);
    data.setFloat32(at + 16, i % 61 === 17 ? NaN : 12 + 8 * Math.sin(i / 11) + (i % 7) / 10, true);
    data.setUint8(at + 20, i % 5 === 0 ? 1 : 0);
    Array.from(names[i % names.length]!).forEach((letter, n) => data.setUint8(at + 24 + n, letter.charCodeAt(0)));
    data.setInt16(at + 32, (i * 37) % 360, true);
  }
  const fields = "[('time', '<M8[s]'), ('latitude', '<f8'), ('temperature', '<f4'), ('calm', '|b1'), ('', '|V3'), ('buoy', '|S8'), ('heading', '<i2'), ('', '|V6')]";
  return npy(fields, [rows], data);
}

let crcTable: Uint32Array | null = null;
function crc32(bytes: Uint8Array): number {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function record(signature: number, fields: [bytes: 2 | 4, value: number][], name: Uint8Array, central: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer((central ? 46 : 30) + name.length));
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  const out = new Uint8Array(view.buffer);
  out.set(name, central ? 46 : 30);
  return out;
}

function archive(members: [string, Uint8Array][]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [key, bytes] of members) {
    const name = new TextEncoder().encode(`${key}.npy`);
    const crc = crc32(bytes);
    const shared: [2 | 4, number][] = [[2, 0], [2, 0], [2, 0], [2, 0x5821], [4, crc], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
    const local = record(0x04034b50, [[2, 20], ...shared], name, false);
    directory.push(record(0x02014b50, [[2, 20], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]], name, true));
    parts.push(local, bytes);
    at += local.length + bytes.length;
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, members.length, true);
  end.setUint16(10, members.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, at, true);
  return [...parts, ...directory, new Uint8Array(end.buffer)];
}

function trained(): Uint8Array[] {
  const noise = (seed: number) => {
    let state = seed;
    return () => ((state = (state * 1103515245 + 12345) & 0x7fffffff) / 0x40000000 - 1);
  };
  const next = noise(7);
  const members: [string, Uint8Array][] = [];
  for (const [layer, rows, columns] of [['encoder/0', 64, 48], ['encoder/1', 48, 48], ['decoder/0', 48, 64]] as const) {
    members.push([`${layer}/weight`, npy("'<f4'", [rows, columns], fill(rows * columns, (i) => next() * 0.2 + Math.sin(i / 37) * 0.1))]);
    members.push([`${layer}/bias`, npy("'<f4'", [columns], fill(columns, () => next() * 0.05))]);
  }
  members.push(['labels', npy("'|u1'", [400], Uint8Array.from({ length: 400 }, (_, i) => (i * 7 + (i >> 3)) % 10))]);
  members.push(['image', npy("'|u1'", [72, 108, 3], Uint8Array.from({ length: 72 * 108 * 3 }, (_, i) => {
    const x = Math.floor(i / 3) % 108;
    const y = Math.floor(i / 324);
    return [120 + 110 * Math.sin(x / 17), 110 + 90 * Math.sin((x + y) / 23), 140 + 100 * Math.cos(y / 13)][i % 3]!;
  }))]);
  members.push(['loss', npy("'<f8'", [300], Float64Array.from({ length: 300 }, (_, i) => 2.4 * Math.exp(-i / 70) + 0.12 + 0.05 * next() * Math.exp(-i / 200)))]);
  return members.length ? archive(members) : [];
}

const made: Record<string, () => Uint8Array[]> = { 'waves.npy': () => [volume()], 'buoys.npy': () => [table()], 'model.npz': trained };

export const sampleBlob = (name: string): Blob => new Blob(made[name]!() as Uint8Array<ArrayBuffer>[]);
