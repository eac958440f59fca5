import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STEPS } from '../audit-tour/steps.js';
import { crossTeamBody, openTourWorld, type TourWorld } from '../audit-tour/tour-world.js';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { startProcess } from '../support/process.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';

const outcomeOf = ({ status, body }: Answer): string =>
  [status, body?.error_code, body?.condition].filter(Boolean).join(' ');

describe('a new strict service', () => {
  let stack: TestStack;
  let admin: TestClient;
  beforeAll(async () => {
    stack = await startStack({ profile: 'strict' });
    admin = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  }, 120_000);
  afterAll(() => stack?.stop());

  it('requires its first administrator to enroll a factor, without a step-up for the first one', async () => {
    const team = async (): Promise<string> => outcomeOf(await admin.post('/teams', { name: 'platform' }));
    expect(await team()).toBe('412 mfa_enrollment_required');
    await admin.enrollAndStepUp();
    expect(await team()).toBe('201');
    const again = await new TestClient(admin.baseUrl).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    expect(outcomeOf(await again.post('/teams', { name: 'another' }))).toBe('401 step_up_required');
    // A second factor would be a way around the first.
    expect(outcomeOf(await again.post('/users/me/mfa/totp/start'))).toBe('401 step_up_required');
  });

  it.each(['api', 'worker'] as const)(
    'does not boot its %s as the owner of the audit tables',
    async (app) => {
      const urls = { DATABASE_URL: stack.databaseUrl, REDIS_URL: stack.redisUrl };
      const boot = app === 'api' ? stack.addApi(urls) : startProcess(app, { ...urls, ...WORKER });
      await expect(boot).rejects.toThrow(/ended with 1 [^]*the role of DATABASE_URL[^]*Database roles/);
    },
    90_000,
  );

  it('does not boot with a direct address of the owner either, nor where factors are added without a step-up', async () => {
    await expect(stack.addApi({ SVC_DATABASE_DIRECT_URL: stack.databaseUrl })).rejects.toThrow(
      /ended with 1 [^]*the role of SVC_DATABASE_DIRECT_URL/,
    );
    await expect(stack.addApi({ SVC_MFA_CHANGE_STEP_UP: 'false' })).rejects.toThrow(
      /ended with 1 [^]*SVC_MFA_CHANGE_STEP_UP/,
    );
  }, 90_000);
});

const WORKER = {
  SVC_SECURITY_PROFILE: 'strict',
  SVC_ENV: 'development',
  WORKER_ADDR: '127.0.0.1:0',
};

describe('a standard service', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await startStack({ worker: true });
  }, 120_000);
  afterAll(() => stack?.stop());

  it('boots as the owner of the audit tables, and warns of it', () => {
    for (const running of [stack.apis[0]!, stack.worker!])
      expect(running.output()).toMatch(
        /"level":"?(warn|40)[^\n]*the role of DATABASE_URL owns the audit tables/,
      );
  });
});

describe('a strict service at work', () => {
  let world: TourWorld;
  /** Makes a rule that asks nobody and reveals directly. */
  let askNobody: (prefix: string) => Promise<void>;
  const PREFIX = 'nobody-asked/';
  beforeAll(async () => {
    world = await openTourWorld({ profile: 'strict', worker: true });
    const { admin } = world;
    const workflow = created(await admin.post('/workflows', { name: 'nobody', min_approvers: 0 }));
    askNobody = async (secret_ref_prefix) => {
      const rule = {
        name: 'nobody',
        selector: { secret_ref_prefix },
        workflow_id: workflow.id,
        priority: 50,
      };
      created(await admin.post('/policies', { ...rule, direct_reveal_allowed: true }));
    };
    await askNobody(PREFIX);
  }, 120_000);
  afterAll(() => world?.oidc.close());

  it('returns a value to the requester after an approval and a step-up', async () => {
    const { id, wrapId } = await world.executedRead();
    const answer = await world.developer.get(`/requests/${id}/wraps/${wrapId}`);
    expect(Buffer.from(answer.body.value, 'base64').toString()).toBe(canary('value'));
  });

  describe('requires an approval for prod', () => {
    const ofRead = (environment: { id: string }) => ({
      ...{ project_id: world.project.id, environment_id: environment.id },
      ...{ provider_connection_id: world.connection.id, secret_ref: world.unique(PREFIX) },
    });
    const handOver = async (change: object): Promise<string> => {
      const ref = { destination_secret_ref: world.unique(PREFIX) };
      const body = { ...crossTeamBody(world, world.unique), ...ref, ...change };
      return outcomeOf(await world.developer.post('/requests/cross-team', body));
    };
    const REFUSED = '409 prod_needs_approval';

    it('to read and to patch', async () => {
      const { developer, dev, prod } = world;
      const key_values = { password: Buffer.from(canary('value')).toString('base64') };
      for (const [path, rest] of [
        ['/requests/read', { keys: ['password'] }],
        ['/requests', { key_values }],
      ] as const) {
        expect(outcomeOf(await developer.post(path, { ...ofRead(prod), ...rest }))).toBe(REFUSED);
        expect(outcomeOf(await developer.post(path, { ...ofRead(dev), ...rest }))).toBe('201');
      }
    });

    it('to hand over: to a prod environment, to a ref that is bound to one, to a connection that only prod sees', async () => {
      expect(await handOver({})).toBe('201');
      expect(await handOver({ target_environment_id: world.prod.id })).toBe(REFUSED);
      const destination_secret_ref = world.unique(PREFIX);
      await withClient(world.stack.databaseUrl, (client) =>
        client.query(
          `WITH s AS (INSERT INTO secrets (id, provider_connection_id, provider, ref)
             VALUES (gen_random_uuid(), $1, 'vault', $2) RETURNING id)
           INSERT INTO environment_secrets (environment_id, secret_id) SELECT $3, id FROM s`,
          [world.connection.id, destination_secret_ref, world.prod.id],
        ),
      );
      expect(await handOver({ destination_secret_ref })).toBe(REFUSED);
      const connection = { name: 'of prod', type: 'vault', cluster_name: 'main' };
      const scope = { address: 'http://127.0.0.1:1', kvMount: 'secret' };
      const { id } = created(await world.admin.post('/provider-connections', { ...connection, scope }));
      const binding = { project_id: world.project.id, environment_id: world.prod.id };
      created(await world.admin.post(`/provider-connections/${id}/bindings`, binding));
      expect(await handOver({ destination_provider_connection_id: id })).toBe(REFUSED);
    });
  });

  it('reveals directly what an integrator bound there, not what a binder did', async () => {
    const shot = await STEPS['POST /api/v1/projects/{project_id}/secrets']!.prepare(world);
    const { environment_id, secret_ids } = shot.body as { environment_id: string; secret_ids: string[] };
    const secret = (await world.admin.get(`/secrets/${secret_ids[0]}`)).body;
    await askNobody(secret.ref);
    const named = { provider_connection_id: secret.provider_connection_id, secret_ref: secret.ref };
    const reveal = async (): Promise<string> => {
      const path = `/projects/${world.project.id}/environments/${environment_id}/direct-reveal`;
      return outcomeOf(await world.developer.post(path, { ...named, keys: ['password'] }));
    };
    const bind = (by: TestClient): Promise<Answer> =>
      by.post(`/projects/${world.project.id}/secrets`, shot.body);
    const scope = { team_id: world.team.id };
    const binder = await world.somebody('provider_connection_binder', { scope, fresh: true });
    expect(await reveal()).toBe('403 direct_reveal_not_allowed environment_kind');
    expect((await bind(binder)).body).toEqual({ bound: 1 });
    expect(await reveal()).toBe('403 direct_reveal_not_allowed environment_kind');
    expect((await bind(shot.by)).body).toEqual({ bound: 0 });
    expect(await reveal()).toBe('201');
  });

  it('creates a project in a team only for users whose grants cover the team', async () => {
    const [within, nobody] = [
      await world.somebody('developer', { scope: { team_id: world.team.id } }),
      await world.somebody(null),
    ];
    const make = async (by: TestClient, team_id?: string): Promise<string> =>
      outcomeOf(await by.post('/projects', { name: world.unique('project'), team_id }));
    expect(await make(nobody, world.team.id)).toBe('403 out_of_scope_team');
    expect([await make(nobody), await make(within, world.team.id)]).toEqual(['201', '201']);
  });
});
