import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Snapshot, type Stage, STAGE_NAMES } from '../../libs/cross-team/src/domain/cross-team-stage.js';
import { snapshotsOf } from '../../libs/cross-team/src/testing/staged-facts.js';
import type { Answer, TestClient } from '../support/client.js';
import { created } from '../support/world.js';
import { type CrossTeamWorld, openCrossTeamWorld } from './cross-team-world.js';

type Call = (id: string, who: TestClient) => Promise<Answer>;
type Grant = readonly [permission: string, scope?: object];

const VISIBLE = 'audit.read';
const HELD = [VISIBLE, 'secret.value.provide', 'secret.approve', 'secret.security.approve'];

/** What moves a request on, as far as people do it. */
const WAITED_FOR = new Set(['approve', 'verify', 'fill', 'reveal']);

/** The listed actions of a request agree with what the calls answer (D63, D93). */
describe('the allowed actions of a cross-team request', () => {
  let world: CrossTeamWorld;
  const people = new Map<string, TestClient>();

  /** The calls behind each listed action; verify has one for each part. */
  const calls: Readonly<Record<string, readonly Call[]>> = {
    fill: [(id, who) => world.act(id, 'fill', who)],
    refuse: [(id, who) => world.act(id, 'refuse', who)],
    verify: [
      (id, who) => world.act(id, 'approve_source', who),
      (id, who) => world.act(id, 'approve_security', who),
    ],
    cancel: [(id, who) => world.act(id, 'cancel', who)],
    approve: [(id, who) => who.post(`/requests/${id}/approve`)],
    reject: [(id, who) => who.post(`/requests/${id}/reject`, { reason: 'no' })],
    reveal: [(id, who) => who.post('/reveal-sessions', { access_request_id: id })],
  };

  /** Somebody who sees every request, and holds these permissions over these places beside. */
  async function onlooker(roles: ReadonlyMap<string, string>, name: string, grants: Grant[]): Promise<void> {
    const person = await world.person(name, null, { fresh: true });
    for (const [permission, scope] of [[VISIBLE] as Grant, ...grants]) {
      const role_id = roles.get(permission);
      created(await world.admin.post('/user-roles', { user_id: person.userId, role_id, scope }));
    }
    people.set(name, person);
  }

  beforeAll(async () => {
    world = await openCrossTeamWorld();
    const { admin, project, target } = world;
    const roles = new Map<string, string>();
    for (const permission of HELD) {
      const role = { name: `only ${permission}`, permissions: [permission] };
      roles.set(permission, created(await admin.post('/roles', role)).id);
    }
    const team_id = created(await admin.post('/teams', { name: 'strangers' })).id;
    const project_id = created(await admin.post('/projects', { name: 'strange' })).id;
    const sourceElsewhere: Grant = ['secret.approve', { project_id }];
    await onlooker(roles, 'onlooker', []);
    await onlooker(roles, 'elsewhere', [['secret.value.provide', { team_id }], sourceElsewhere]);
    await onlooker(roles, 'provider', [['secret.value.provide', { team_id: target.team }]]);
    await onlooker(roles, 'source-approver', [['secret.approve', { project_id: project.id }]]);
    await onlooker(roles, 'security-approver', [['secret.security.approve']]);
    await onlooker(roles, 'security-and-elsewhere', [['secret.security.approve'], sourceElsewhere]);
    for (const [relation, person] of Object.entries(world.people)) {
      await person.enrollAndStepUp();
      people.set(relation, person);
    }
  }, 180_000);
  afterAll(() => world?.close());

  /** Null, or the code that a call is answered; a call that changes something has had its request. */
  async function answersTo(action: string, who: TestClient, on: Requests): Promise<(string | null)[]> {
    const answers: (string | null)[] = [];
    for (const call of calls[action]!) {
      const { status, body } = await call(await on.current(), who);
      answers.push(status < 300 ? null : body.error_code);
      if (status < 300 || on.stage === 'overdue') on.spend();
    }
    return answers;
  }

  async function isWaiting(id: string, who: TestClient): Promise<boolean> {
    const rows = (await who.get('/requests/waiting?limit=1000')).body as { id: string }[];
    return rows.some((row) => row.id === id);
  }

  const stages = STAGE_NAMES.map((stage) => [stage, snapshotsOf(stage).at(-1)!] as const);
  it.each(stages)(
    'agree with the answers while it is %s with %s',
    async (stage, snapshot) => {
      const on = new Requests(world, stage, snapshot);
      for (const [name, who] of people) {
        const { allowed_actions: told, status } = await world.read(await on.current(), who);
        expect([name, told.map((one: any) => one.action).sort()]).toEqual([name, Object.keys(calls).sort()]);
        const waits = told.some((one: any) => one.allowed && WAITED_FOR.has(one.action));
        expect([name, await isWaiting(await on.current(), who)]).toEqual([name, waits]);
        const awaited = told.find(
          (one: any) => one.action === (status === 'pending_values' ? 'fill' : 'verify'),
        );
        const { people: holders } = (await who.get(`/requests/${await on.current()}/approvers`)).body;
        const self = holders.find((one: any) => one.user_id === who.userId) ?? { can: false };
        expect([name, self.can]).toEqual([name, awaited.allowed]);
        for (const { action, allowed, reason } of told) {
          const answers = await answersTo(action, who, on);
          // Allowed is what one of the calls does; else all are refused, one of them for the reason given.
          const isTrue = allowed ? reason === null : !answers.includes(null);
          const about = { name, action, allowed, reason, answers };
          expect([about, isTrue && answers.includes(reason)]).toEqual([about, true]);
        }
      }
    },
    120_000,
  );
});

/** Requests in one stage: one for all calls that leave it there, and the next after one that does not. */
class Requests {
  private id: string | null = null;

  constructor(
    private readonly world: CrossTeamWorld,
    readonly stage: Stage,
    private readonly snapshot: Snapshot,
  ) {}

  async current(): Promise<string> {
    this.id ??= await this.world.reach(this.stage, this.snapshot);
    return this.id;
  }

  spend(): void {
    this.id = null;
  }
}
