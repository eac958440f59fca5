import { Test, type TestingModule } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { HealthController } from './health.controller.js';
import { HealthModule } from './health.module.js';
import { Readiness } from './readiness.js';

let module: TestingModule;
let readiness: Readiness;
let runs: number;
let fault: Error | null;
beforeEach(async () => {
  [runs, fault] = [0, null];
  const store = {
    name: 'store',
    run: async () => {
      runs += 1;
      if (fault) throw fault;
      return { rows: ['what a driver answers'] };
    },
    failure: () => 'the database does not answer',
  };
  const cache = { name: 'cache', run: () => Promise.resolve(), failure: () => 'the cache does not answer' };
  const checks = { useFactory: () => [store, cache] };
  module = await Test.createTestingModule({
    imports: [HealthModule.forChecks(checks, HealthController)],
  }).compile();
  readiness = module.get(Readiness);
});
afterEach(() => module.close());

describe('readiness', () => {
  it('lists every check when all pass, without their results', async () => {
    expect(await readiness.report()).toEqual({ status: 'ready', checks: { store: 'ok', cache: 'ok' } });
  });

  it("reports failed checks by fixed texts, never by the driver's message", async () => {
    fault = new Error('connect ECONNREFUSED 10.0.0.7:5432');
    expect(await readiness.report()).toEqual({
      status: 'unready',
      checks: { store: 'the database does not answer' },
    });
  });

  it('runs a check once for concurrent calls, and caches the result briefly', async () => {
    await Promise.all(Array.from({ length: 50 }, () => readiness.report()));
    expect(runs).toBe(1);
    for (let n = 0; n < 50; n += 1) await readiness.report();
    expect(runs).toBeLessThan(50);
  });

  it('recovers as soon as the dependency does', async () => {
    fault = new Error('away');
    await readiness.report();
    fault = null;
    await eventually(async () => (await readiness.report()).status === 'ready', 'ready again');
  });

  it('fails permanently once shutdown begins, before any dependency fails', async () => {
    readiness.beginStop();
    expect(await readiness.report()).toEqual({ status: 'unready', checks: { process: 'is stopping' } });
  });
});
