import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, figuresOf } from './figures.js';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends every call once, through `clients` connections that each wait for their answer before they send the next.
 *
 * @param pauseMs how long each waits after an answer
 * @throws Error when an answer has another status than `expected`: a benchmark of refusals measures nothing
 */
export async function httpLoad(
  url: string,
  clients: number,
  calls: readonly Call[],
  expected: number,
  pauseMs = 0,
): Promise<Figures> {
  const started = process.hrtime.bigint();
  const took = await sendAll(url, clients, calls, expected, pauseMs);
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  return figuresOf(took, seconds);
}

/** The same. @returns the time that each call took, in milliseconds */
export async function sendAll(
  url: string,
  clients: number,
  calls: readonly Call[],
  expected: number,
  pauseMs: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const took: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let call = calls[next++]; call; call = calls[next++]) {
      const started = process.hrtime.bigint();
      const status = await send(url, agent, call);
      took.push(Number(process.hrtime.bigint() - started) / 1e6);
      if (status !== expected) throw new Error(`${call.method} ${call.path} gave ${status}`);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return took;
}

function send(url: string, agent: Agent, { method, path, headers, body }: Call): Promise<number> {
  const length =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      answer
        .on('error', reject)
        .on('end', () => resolve(answer.statusCode ?? 0))
        .resume();
    });
    sent.on('error', reject).end(body);
  });
}
