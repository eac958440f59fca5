import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ndjson } from './ndjson.js';

const LINE = { text: 'x'.repeat(1000) };
/** As much as may be under way to a client that reads nothing, in lines: pieces and the buffers of two streams. */
const UNDER_WAY = 200;

/** So many lines, and how far they were asked for. */
function source(count: number, fails = false) {
  const state = { given: 0, closed: false };
  async function* lines(): AsyncGenerator<object> {
    try {
      for (; state.given < count; state.given += 1) yield LINE;
      if (fails) throw new Error('the database went away');
    } finally {
      state.closed = true;
    }
  }
  return { state, lines: lines() };
}

async function settled(state: { given: number }): Promise<number> {
  for (let turn = 0; turn < 1000; turn += 1) await setImmediate();
  return state.given;
}

describe('an NDJSON response', () => {
  it('is one JSON text per line, including the last', async () => {
    const { lines, state } = source(5000);
    const file = await ndjson(lines, (line) => line);
    expect(await text(file.getStream())).toBe(`${JSON.stringify(LINE)}\n`.repeat(5000));
    expect(file.getHeaders().type).toBe('application/x-ndjson');
    expect(state.closed).toBe(true);
  });

  it('may be empty', async () => {
    expect(await text((await ndjson(source(0).lines, (line) => line)).getStream())).toBe('');
  });

  it('reads no faster than the client, and ends when it disconnects', async () => {
    const { lines, state } = source(100_000);
    const stream = (await ndjson(lines, (line) => line)).getStream();
    // What Node 20 buffers unless told otherwise; later ones buffer four times as much.
    const slow = new PassThrough({ highWaterMark: 16_384 });
    stream.pipe(slow);
    expect(await settled(state)).toBeLessThan(UNDER_WAY);
    for (let taken = 0; taken < 1_000_000;) taken += ((await next(slow)) as Buffer).length;
    expect(await settled(state)).toBeLessThan(1000 + UNDER_WAY);
    expect(state.closed).toBe(false);
    stream.destroy();
    await settled(state);
    expect(state).toEqual({ given: expect.any(Number), closed: true });
    expect(state.given).toBeLessThan(1000 + UNDER_WAY);
  });

  it('is aborted by a failure, and is an error response if nothing was sent yet', async () => {
    const stream = (await ndjson(source(50, true).lines, (line) => line)).getStream();
    await expect(text(stream)).rejects.toThrow('the database went away');
    await expect(ndjson(source(0, true).lines, (line) => line)).rejects.toThrow('the database went away');
  });
});

async function next(stream: PassThrough): Promise<unknown> {
  for (let chunk: unknown = stream.read(); ; chunk = stream.read()) {
    if (chunk !== null) return chunk;
    await once(stream, 'readable');
  }
}
