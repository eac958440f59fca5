import { describe, expect, it, jest } from '@jest/globals';
import { LongPoll } from './long-poll.js';

type Headers = Readonly<Record<string, string>>;

/** Returns the responses in turn, and records the requests. */
function service(...answers: readonly { body?: object; tag?: string; waited?: boolean }[]) {
  const asked: Headers[] = [];
  const ask = async (headers: Headers) => {
    const { body, tag, waited } = answers[asked.length]!;
    asked.push(headers);
    const said = { ...(tag ? { etag: tag } : {}), ...(waited ? { 'preference-applied': 'wait=25' } : {}) };
    return { data: body, response: new Response(null, { status: body ? 200 : 304, headers: said }) };
  };
  return { asked, ask };
}

const later = (): number => Date.now() + 600_000;
const fail = (line: string): never => {
  throw new Error(line);
};

describe('a watched response', () => {
  it('is returned at once, then whenever the service reports a change', async () => {
    const { asked, ask } = service(
      { body: { n: 1 }, tag: 'a' },
      { waited: true },
      { body: { n: 2 }, tag: 'b' },
    );
    const watched = new LongPoll(ask, 60_000, fail);
    expect([await watched.next(later()), await watched.next(later())]).toEqual([{ n: 1 }, { n: 2 }]);
    const known = { 'If-None-Match': 'a', Prefer: 'wait=25' };
    expect(asked).toEqual([{}, known, known]);
  });

  it.each([
    ['what is left', 60_000, 7_500, 'wait=7'],
    ['what one call may take', 10_000, 600_000, 'wait=8'],
    ['nothing, where neither leaves a second', 2_500, 600_000, undefined],
  ])('is awaited for at most %s', async (_, timeoutMs, leftMs, prefer) => {
    const { asked, ask } = service({ body: {}, tag: 'a' }, { body: {}, tag: 'b' });
    const watched = new LongPoll(ask, timeoutMs, fail);
    jest.spyOn(Date, 'now').mockReturnValue(0);
    await watched.next(leftMs);
    await watched.next(leftMs);
    jest.restoreAllMocks();
    expect(asked[1]!.Prefer).toBe(prefer);
  });

  it('fails like any other call', async () => {
    const response = new Response(null, { status: 404 });
    const error = { error_code: 'request_not_found', message: 'Request not found.' };
    const watched = new LongPoll(() => Promise.resolve({ error, response }), 60_000, fail);
    await expect(watched.next(later())).rejects.toMatchObject({ code: 'request_not_found', status: 404 });
  });

  describe('of a service that is away for a moment', () => {
    const lost = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    const status = (code: number) => ({ response: new Response(null, { status: code }) });
    /** Returns a poll that was answered once, and what it says when the next calls end so. */
    const after = async (...ends: readonly (object | Error)[]) => {
      const said: string[] = [];
      const all = [{ data: { n: 1 }, response: new Response(null, { headers: { etag: 'a' } }) }, ...ends];
      const ask = async (): Promise<any> => {
        const end = all.shift()!;
        if (end instanceof Error) throw end;
        return end;
      };
      const watched = new LongPoll<object>(ask, 60_000, (line) => said.push(line));
      await watched.next(later());
      return { watched, said };
    };

    it('goes on, and says so once', async () => {
      const back = { data: { n: 2 }, response: new Response(null) };
      const { watched, said } = await after(lost, lost, status(503), back);
      expect(await watched.next(later())).toEqual({ n: 2 });
      expect(said).toEqual([expect.stringMatching(/ECONNREFUSED/), expect.stringMatching(/^Retrying: /)]);
    }, 20_000);

    it('fails if it never answered', async () => {
      const watched = new LongPoll(() => Promise.reject(lost), 60_000, fail);
      await expect(watched.next(later())).rejects.toBe(lost);
    });

    it.each([401, 403, 404])('fails by what does not pass: %d', async (code) => {
      const { watched, said } = await after(status(code));
      await expect(watched.next(later())).rejects.toMatchObject({ status: code });
      expect(said).toEqual([]);
    });
  });

  it('stops at the deadline', async () => {
    const watched = new LongPoll(service({ body: {}, tag: 'a' }).ask, 60_000, fail);
    await watched.next(0);
    expect(await watched.next(Date.now() - 1)).toBeNull();
  });

  it.each([
    ['did not wait', { tag: 'a' }, {}],
    ['has no tags', {}, { body: {} }],
  ])('is requested with pauses if the service %s', async (_, first, second) => {
    const watched = new LongPoll(service({ body: {}, ...first }, second).ask, 60_000, fail);
    await watched.next(0);
    const began = performance.now();
    const end = Date.now() + 300;
    await watched.next(end);
    expect(performance.now() - began).toBeGreaterThan(200);
  });
});
