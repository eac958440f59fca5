import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DomainError } from '#libs/core';
import { type ClaimedJob, JobClaims, JobCompletion } from '#libs/jobs';
import type { Caller } from '#libs/permissions';
import { canary } from '../../../../test/support/canary.js';
import { RequestExpiry } from './request-expiry.js';
import { RequestReadModel } from '../requests.read-model.js';
import { RequestService } from '../decide/requests.service.js';
import { RequestModel } from '../testing/request-model.js';
import { grant, openWorld, type World } from '../testing/request-world.js';

/** Sequences in an ordinary run, and in a nightly one (NIGHTLY=1). */
const RUNS = process.env.NIGHTLY === '1' ? 10_000 : 300;
const TERMINAL = ['executed', 'failed', 'rejected', 'cancelled', 'expired'];
const value = Buffer.from(canary('value'));

interface Real {
  readonly id: string;
  readonly keys: string[];
  job: ClaimedJob | null;
}

type Command = fc.AsyncCommand<RequestModel, Real>;

describe('a request under random events', () => {
  let world: World;
  let people: Caller[];
  beforeAll(async () => {
    world = await openWorld();
    const approve = grant('secret.approve');
    const others = await Promise.all([1, 2, 3].map(() => world.person(approve)));
    people = [await world.give(world.requester, approve), ...others];
  });
  afterAll(() => world.close());

  const service = () => world.app.get(RequestService);
  const sql = (text: string, id: string) => world.database.query<{ status: string }>(text, [id]);

  const command = (name: string, check: (model: RequestModel) => boolean, run: Command['run']): Command => ({
    check,
    toString: () => name,
    run: async (model, real) => {
      await run(model, real);
      await compare(model, real);
    },
  });

  async function compare(model: RequestModel, real: Real): Promise<void> {
    const { request } = await world.app.get(RequestReadModel).getVisible(world.requester, real.id);
    expect([request.stored_status, request.status]).toEqual([model.stored, model.status]);
    const jobs = await sql('SELECT status FROM jobs WHERE request_id = $1', real.id);
    const expected = { none: [], queued: ['queued'], held: ['claimed'], lapsed: ['claimed'] };
    if (model.job === 'over') expect(['succeeded', 'failed']).toContain(jobs[0]?.status);
    else expect(jobs.map((job) => job.status)).toEqual(expected[model.job]);
    if (!TERMINAL.includes(model.stored)) return;
    const waiting = `SELECT 'left' AS status FROM wraps WHERE request_id = $1 AND ciphertext IS NOT NULL AND audience = 'agent'`;
    expect(await sql(waiting, real.id)).toEqual([]);
  }

  const voting = (approve: boolean) => (person: number) =>
    command(
      `${approve ? 'approve' : 'reject'} by ${person}`,
      () => true,
      async (model, { id }) => {
        const caller = people[person]!;
        const vote = approve
          ? service().approve(caller, id, { comment: null })
          : service().reject(caller, id, { reason: 'no' });
        expect(await codeOf(vote)).toBe(model.vote(person, approve));
      },
    );

  const cancelling = (person: number) =>
    command(
      `cancel by ${person}`,
      () => true,
      async (model, { id }) => {
        expect(await codeOf(service().cancel(people[person]!, id, {}))).toBe(model.cancel(person));
      },
    );

  const claiming = () =>
    command(
      'claim',
      () => true,
      async (model, real) => {
        const job = await world.app.get(JobClaims).claim(world.agent);
        expect(job?.requestId === real.id).toBe(model.claim());
        if (job) real.job = job;
      },
    );

  const completing = (succeeded: boolean) =>
    command(
      succeeded ? 'succeed' : 'fail',
      (model) => model.job === 'held',
      async (model, real) => {
        const job = real.job!;
        const values = Object.fromEntries(real.keys.map((key) => [key, value]));
        if (succeeded) await world.fulfil(job, job.kind === 'read' ? values : {});
        else
          await world.app
            .get(JobCompletion)
            .complete(world.agent.agentId, job.id, { status: 'failed', error: 'no' });
        model.complete(succeeded);
      },
    );

  const losingLease = () =>
    command(
      'lose the lease',
      (model) => model.job === 'held',
      async (model, { id }) => {
        await sql(
          `UPDATE jobs SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE request_id = $1`,
          id,
        );
        model.job = 'lapsed';
      },
    );

  const runningOut = () =>
    command(
      'run out of time',
      (model) => !model.late,
      async (model, { id }) => {
        await world.outOfTime('access_requests', id);
        model.late = true;
      },
    );

  const sweeping = () =>
    command(
      'sweep',
      () => true,
      async (model) => {
        await world.app.get(RequestExpiry).sweep();
        model.settle();
      },
    );

  const person = fc.integer({ min: 0, max: 3 });
  const commands = fc.commands(
    [
      person.map(voting(true)),
      person.map(voting(true)),
      person.map(voting(false)),
      fc.integer({ min: 0, max: 1 }).map(cancelling),
      fc.constant(null).map(claiming),
      fc.boolean().map(completing),
      fc.constant(null).map(losingLease),
      fc.constant(null).map(runningOut),
      fc.constant(null).map(sweeping),
    ],
    { maxCommands: 12, size: 'max' },
  );

  it('matches the model in status and results, and never leaves a terminal status', async () => {
    const starts = fc.record({
      type: fc.constantFrom('patch', 'read'),
      needed: fc.integer({ min: 0, max: 3 }),
      self: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(starts, commands, async ({ type, needed, self }, sequence) => {
        await world.database.query('UPDATE workflows SET min_approvers = $1, allow_self_approval = $2', [
          needed,
          self,
        ]);
        const id = await (type === 'read'
          ? world.submitRead(['a', 'b'])
          : world.submitPatch({ a: value, b: value }));
        const setup = () => ({
          model: new RequestModel(needed, self),
          real: { id, keys: ['a', 'b'], job: null } as Real,
        });
        await fc.asyncModelRun(setup, sequence);
        await sql(
          `UPDATE jobs SET status = 'failed', error = 'over' WHERE request_id = $1 AND status IN ('queued', 'claimed')`,
          id,
        );
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 3_600_000);
});

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
}
