import { connect } from 'node:net';
import type { Collector } from './collector.js';

/** Longer than an agent may wait for a job. */
const STALL_TIMEOUT_MS = 45_000;
const TYPE = { 'content-type': 'application/json' };

export interface RawCall {
  readonly api: string;
  readonly verb: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly collector: Collector;
}

/**
 * Sends raw bytes to a process. @returns its first complete answer, or all bytes until the connection was closed or
 * idle. @param toTheEnd wait for the close: there may be a second answer
 */
export function sendRaw(api: string, bytes: Buffer, toTheEnd = false): Promise<Buffer> {
  return new Promise((resolve) => {
    let came = Buffer.alloc(0);
    const socket = connect(Number(new URL(api).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      came = Buffer.concat([came, chunk]);
      if (!toTheEnd && isWhole(came)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(came));
    socket.setTimeout(STALL_TIMEOUT_MS, () => socket.destroy());
  });
}

function isWhole(came: Buffer): boolean {
  const answer = readAnswer(came);
  return answer !== null && answer.body.length === Number(answer.headers['content-length'] ?? 0);
}

/** Announces a gigabyte of body and sends none of it; records the answer. */
export async function announce({ api, verb, path, headers, collector }: RawCall): Promise<void> {
  const all = { host: 'x', connection: 'close', 'content-length': '1073741824', ...TYPE, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = await sendRaw(api, Buffer.from(`${verb} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`));
  const exchange = {
    source: 'directed',
    method: verb,
    target: path,
    sent: { headers: all, body: Buffer.alloc(0) },
  };
  const read = readAnswer(answer);
  if (read) collector.record({ ...exchange, ...read });
  else
    collector.violate(`${verb} ${path} gave no answer to an announced gigabyte`, answer.toString('latin1'));
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Returns the first answer in what came; null when there is none. Bodies here have a length, never chunks. */
export function readAnswer(bytes: Buffer): RawAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (!status) return null;
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = Number(headers['content-length'] ?? 0);
  return { status, headers, body: bytes.subarray(end + 4, end + 4 + length) };
}
