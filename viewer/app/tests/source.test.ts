// SPDX-License-Identifier: MIT
// Addresses read by ranges: what a right server sends is read as it is; whatever else one sends is an error of its kind, never bytes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { SourceError, urlSource, type ByteSource } from '../src/engine/source';

const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7) & 255);
let server: Server | null = null;
afterEach(() => void server?.close());

type Answerer = (request: IncomingMessage, response: ServerResponse, from: number, to: number) => void;
/** A server that answers ranges as `answer` does; gives the address of the file. */
async function serving(answer: Answerer): Promise<string> {
  server = createServer((request, response) => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    answer(request, response, Number(range?.[1]), Number(range?.[2]) + 1);
  });
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/array.npy`;
}

/** 206 as it should be, with changes. */
const partial = (response: ServerResponse, from: number, to: number, headers: Record<string, string> = {}, body = bytes.subarray(from, Math.min(to, bytes.length))) =>
  response.writeHead(206, { 'content-range': `bytes ${from}-${Math.min(to, bytes.length) - 1}/${bytes.length}`, etag: '"one"', ...headers }).end(body);

const right: Answerer = (_, response, from, to) => void partial(response, from, to);
/** Right for the probe, then as `answer` does. */
const laterOn = (answer: Answerer): Answerer => (request, response, from, to) => (from === 0 ? right : answer)(request, response, from, to);

async function kindOf(promise: Promise<unknown>): Promise<string> {
  const fault: unknown = await promise.then(() => 'no error', (error: unknown) => error);
  return fault instanceof SourceError ? fault.kind : String(fault);
}
const far = async (source: ByteSource) => source.read(50_000, 1000);

test('a server that sends ranges is read by ranges', async () => {
  const asked: string[] = [];
  const source = await urlSource(await serving((request, response, from, to) => {
    asked.push(`${request.headers.range} ${request.headers['if-range'] ?? '-'}`);
    right(request, response, from, to);
  }));
  expect([source.name, source.size, source.remote]).toEqual(['array.npy', bytes.length, true]);
  expect(await source.read(10, 20)).toEqual(bytes.subarray(10, 30));
  expect(await far(source)).toEqual(bytes.subarray(50_000, 51_000));
  expect(await source.read(99_990, 10)).toEqual(bytes.subarray(99_990));
  expect(asked).toEqual(['bytes=0-4095 -', 'bytes=50000-50999 "one"', 'bytes=99990-99999 "one"']);
});

test('an empty file is a file of no bytes', async () => {
  const source = await urlSource(await serving((_, response) => void response.writeHead(416, { 'content-range': 'bytes */0' }).end()));
  expect(source.size).toBe(0);
});

test('a file shorter than the probe is read whole by it', async () => {
  const source = await urlSource(await serving((_, response) => void response.writeHead(206, { 'content-range': 'bytes 0-99/100' }).end(bytes.subarray(0, 100))));
  expect(source.size).toBe(100);
  expect(await source.read(90, 10)).toEqual(bytes.subarray(90, 100));
});

test.each<[string, string, Answerer]>([
  ['sends all of it with 200', 'no ranges', (_, response) => void response.writeHead(200, { 'content-length': '100000' }).end(bytes)],
  ['does not say the total', 'no ranges', (_, response, from, to) => void partial(response, from, to, { 'content-range': `bytes ${from}-${to - 1}/*` })],
  ['says no Content-Range', 'no ranges', (_, response, from, to) => void response.writeHead(206).end(bytes.subarray(from, to))],
  ['sends another range', 'wrong range', (_, response, from, to) => void partial(response, from + 10, to + 10)],
  ['sends fewer bytes than it says', 'wrong range', (_, response, from, to) => void partial(response, from, to, {}, bytes.subarray(0, 100))],
  ['sends more than was asked for', 'wrong range', (_, response, from) => void partial(response, from, 9000)],
  ['compresses', 'encoded', (_, response, from, to) => void partial(response, from, to, { 'content-encoding': 'br' })],
  ['has no such file', 'status', (_, response) => void response.writeHead(404).end()],
  ['cuts the connection', 'unreachable', (request) => void request.socket.destroy()],
])('a server that %s is refused: %s', async (_, kind, answer) => {
  expect(await kindOf(urlSource(await serving(answer)))).toBe(kind);
});

test.each<[string, string, Answerer]>([
  ['sends all of it, since its tag changed', 'changed', (_, response) => void response.writeHead(200, { etag: '"two"' }).end(bytes)],
  ['sends the range of another version', 'changed', (_, response, from, to) => void partial(response, from, to, { etag: '"two"' })],
  ['says another total', 'changed', (_, response, from, to) => void partial(response, from, to, { 'content-range': `bytes ${from}-${to - 1}/200000` })],
  ['says that the range lies behind the end', 'changed', (_, response) => void response.writeHead(416, { 'content-range': 'bytes */10' }).end()],
  ['sends another range', 'wrong range', (_, response, from, to) => void partial(response, from - 1, to - 1)],
  ['sends a shorter range', 'wrong range', (_, response, from, to) => void partial(response, from, to - 1)],
  ['sends fewer bytes than it says', 'wrong range', (_, response, from, to) => void partial(response, from, to, {}, bytes.subarray(from, to - 1))],
  ['fails', 'status', (_, response) => void response.writeHead(503).end()],
  ['compresses', 'encoded', (_, response, from, to) => void partial(response, from, to, { 'content-encoding': 'br' })],
  ['goes away', 'unreachable', (request) => void request.socket.destroy()],
])('a server that later %s gives no bytes: %s', async (_, kind, answer) => {
  const source = await urlSource(await serving(laterOn(answer)));
  expect(await kindOf(far(source))).toBe(kind);
});
