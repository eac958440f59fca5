import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { lastValueFrom, of, throwError } from 'rxjs';
import type { ExecutionContext } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { type CallerKind, CallsInProgress } from './calls-in-progress.js';
import { InProgressInterceptor } from './in-progress.interceptor.js';

const LIMIT = 8;

class FakeResponse extends EventEmitter {
  closed = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

describe('the calls in progress of a caller', () => {
  let calls: CallsInProgress;
  let refused: Counter<'caller'>;
  beforeEach(() => {
    const registers = [new Registry()];
    refused = new Counter({ name: 'refused', help: 'refused', labelNames: ['caller'], registers });
    calls = new CallsInProgress(LIMIT, refused);
  });

  function begin(kind: CallerKind = 'user', caller = 'ada') {
    const response = new FakeResponse();
    return { response, call: calls.begin(kind, caller, response as unknown as ServerResponse) };
  }
  const beginAll = (count: number, kind?: CallerKind, caller?: string) =>
    Array.from({ length: count }, () => begin(kind, caller));
  const tooMany = expect.objectContaining({ code: 'rate_limited', headers: { 'Retry-After': '1' } });
  const isFull = (kind?: CallerKind, caller?: string): boolean => {
    try {
      begin(kind, caller).response.close();
      return false;
    } catch (error) {
      expect(error).toEqual(tooMany);
      return true;
    }
  };

  it.each<[what: string, limit: number, kind: CallerKind, most: number]>([
    ['80 of a user', 80, 'user', 80],
    ['80 of an agent', 80, 'agent', 80],
    ['100 of a user, 20 of them reserved', 80, 'reserved', 100],
    ['one of a user', 1, 'user', 1],
    ['two of a user, one of them reserved', 1, 'reserved', 2],
  ])('are at most %s', async (_what, limit, kind, most) => {
    calls = new CallsInProgress(limit, refused);
    beginAll(most, kind);
    expect(isFull(kind)).toBe(true);
    expect((await refused.get()).values).toMatchObject([{ labels: { caller: kind }, value: 1 }]);
  });

  it('have no limit of 0', () => {
    calls = new CallsInProgress(0, refused);
    for (const kind of ['user', 'reserved', 'agent'] as const) beginAll(1000, kind);
    expect(isFull()).toBe(false);
  });

  it.each<[other: string, kind: CallerKind, caller: string]>([
    ["another user's", 'user', 'bob'],
    ["an agent's", 'agent', 'driver'],
    ['reserved ones', 'reserved', 'ada'],
  ])('do not keep %s from being served', (_other, kind, caller) => {
    beginAll(LIMIT);
    expect([isFull(), isFull(kind, caller)]).toEqual([true, false]);
  });

  it('are forgotten when all responses have closed', () => {
    const all = beginAll(LIMIT);
    for (const { response } of all) response.close();
    expect([calls.callers, isFull()]).toEqual([0, false]);
  });

  it('count while something works on them, whoever has disconnected', async () => {
    let end: () => void = () => undefined;
    const working = new Promise<void>((resolve) => (end = resolve));
    const works = beginAll(LIMIT).map(({ response, call }) => {
      const work = call.during(() => working);
      response.close();
      return work;
    });
    expect(isFull()).toBe(true);
    end();
    await Promise.all(works);
    expect([calls.callers, isFull()]).toEqual([0, false]);
  });

  it('count again when work begins after their response has closed', async () => {
    const all = beginAll(LIMIT);
    for (const { response } of all) response.close();
    for (const { call } of all) call.hold();
    expect(isFull()).toBe(true);
    for (const { call } of all) call.release();
    expect(calls.callers).toBe(0);
  });

  it('of closed responses count only while something works on them', async () => {
    const response = new FakeResponse();
    response.close();
    const call = calls.begin('user', 'ada', response as unknown as ServerResponse);
    expect(calls.callers).toBe(0);
    await call.during(async () => expect(calls.callers).toBe(1));
    expect(calls.callers).toBe(0);
  });

  it('do not count while they only wait', () => {
    const all = beginAll(LIMIT);
    for (const { call } of all) call.exempt();
    expect([calls.callers, isFull()]).toEqual([0, false]);
    for (const { call, response } of all) {
      call.exempt();
      call.hold();
      response.close();
      call.release();
    }
    expect([calls.callers, isFull()]).toEqual([0, false]);
  });

  describe('around a handler', () => {
    const interceptor = new InProgressInterceptor();
    const contextOf = (request: object) =>
      ({ switchToHttp: () => ({ getRequest: () => request }) }) as unknown as ExecutionContext;

    it.each<[outcome: string, handle: () => Promise<unknown>]>([
      ['answers', async () => of('answer')],
      ['throws', async () => throwError(() => new Error('from the handler'))],
      ['is not reached', () => Promise.reject(new Error('from the body'))],
    ])('count until it %s', async (_outcome, handle) => {
      const { call, response } = begin();
      response.close();
      const counted: number[] = [];
      const answer = Promise.resolve(
        interceptor.intercept(contextOf({ inProgress: call }), () => {
          counted.push(calls.callers);
          return handle() as never;
        }),
      );
      await answer.then(lastValueFrom).catch(() => undefined);
      expect([counted, calls.callers]).toEqual([[1], 0]);
    });

    it('are not needed by a call without a caller', async () => {
      const answer = await interceptor.intercept(contextOf({}), () => of('answer'));
      expect(await lastValueFrom(answer)).toBe('answer');
    });
  });
});
