import pg from 'pg';
import type {
  PersonAction,
  Relation,
  Snapshot,
  Stage,
} from '../../libs/cross-team/src/domain/cross-team-stage.js';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { startStack, type StackOptions, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const PERMISSIONS = ['secret.request', 'secret.value.provide', 'secret.approve', 'secret.security.approve'];
/** What a filler provides. */
export const VALUES = { user: canary('user/ü€'), password: canary('password&41') };

/** Two teams, and a person for each part, each of whom holds every permission: only duties can be in their way. */
export interface CrossTeamWorld extends World {
  readonly stack: TestStack;
  readonly target: { team: string; project: string; environment: string; prod: string };
  readonly people: Readonly<Record<Relation, TestClient>>;
  /** Another almighty person; the second api's when told so. */
  almighty(name: string): Promise<TestClient>;
  /** Returns the same person as seen by the other api process. */
  elsewhere(client: TestClient): TestClient;
  submit(snapshot: Snapshot, body?: object, who?: TestClient): Promise<any>;
  act(id: string, action: PersonAction, who: TestClient): Promise<Answer>;
  /** Returns a request in this stage, brought there by the people whose parts those are. */
  reach(stage: Stage, snapshot: Snapshot): Promise<string>;
  read(id: string, who?: TestClient): Promise<any>;
  sql(text: string, parameters?: unknown[]): Promise<any[]>;
  closeWindow(id: string): Promise<void>;
  close(): Promise<void>;
}

export function base64(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
  );
}

export function codeOf(answer: Answer): string {
  return `${answer.status} ${answer.body?.error_code ?? ''}`.trim();
}

const BODY_OF: Readonly<Record<PersonAction, readonly [path: string, body: object]>> = {
  fill: ['fill', { key_values: base64(VALUES), fill_comment: 'from the safe' }],
  refuse: ['refuse', { reason: 'this is not ours to give' }],
  cancel: ['cancel', {}],
  approve_source: ['verify', { decision: 'approve', voted_as: 'source' }],
  approve_security: ['verify', { decision: 'approve', voted_as: 'security' }],
  reject_source: ['verify', { decision: 'reject', voted_as: 'source', comment: 'not like this' }],
  reject_security: ['verify', { decision: 'reject', voted_as: 'security', comment: 'not like this' }],
};

export async function openCrossTeamWorld(
  options: StackOptions & { kv?: { url: string; mount: string } } = {},
): Promise<CrossTeamWorld> {
  const stack = await startStack(options);
  const world = await buildWorld(stack, options.kv);
  const database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  const { admin, connection } = world;
  const target = await buildTarget(admin);
  await buildRules(admin);
  created(await admin.post('/roles', { name: 'almighty', permissions: PERMISSIONS }));
  const almighty = (name: string) => world.person(name, 'almighty');
  const people = {
    requester: await almighty('requester'),
    filler: await almighty('filler'),
    source_voter: await almighty('source-voter'),
    security_voter: await almighty('security-voter'),
    other: await almighty('other'),
  };
  const act: CrossTeamWorld['act'] = (id, action, who) => {
    const [path, body] = BODY_OF[action];
    return who.post(`/requests/${id}/${path}`, body);
  };
  const must = async (id: string, action: PersonAction, who: TestClient): Promise<void> => {
    const answer = await act(id, action, who);
    if (answer.status !== 200) throw new Error(`${action} gave ${codeOf(answer)}`);
  };
  const submit: CrossTeamWorld['submit'] = async (snapshot, body = {}, who = people.requester) =>
    created(
      await who.post('/requests/cross-team', {
        target_team_id: target.team,
        target_project_id: target.project,
        target_environment_id: target.environment,
        destination_provider_connection_id: connection.id,
        destination_secret_ref: `${snapshot}/apps/shop`,
        destination_keys: Object.keys(VALUES),
        justification: 'the shop needs it',
        ...body,
      }),
    );
  const sql: CrossTeamWorld['sql'] = async (text, parameters = []) =>
    (await database.query(text, parameters)).rows;
  const closeWindow = async (id: string): Promise<void> => {
    await sql(`UPDATE access_requests SET expires_at = clock_timestamp() - interval '1 s' WHERE id = $1`, [
      id,
    ]);
  };
  const end = (id: string, status: string) =>
    sql('UPDATE access_requests SET status_before = status, status = $2 WHERE id = $1', [id, status]);

  async function reach(stage: Stage, snapshot: Snapshot): Promise<string> {
    const { id } = await submit(snapshot);
    const step = (action: PersonAction, relation: Relation) => must(id, action, people[relation]);
    const approve = async (): Promise<void> => {
      await step('fill', 'filler');
      if (snapshot !== 'no_vote') await step('approve_source', 'source_voter');
      if (snapshot === 'both_votes') await step('approve_security', 'security_voter');
    };
    const ways: Readonly<Record<Stage, () => Promise<unknown>>> = {
      awaiting_values: async () => undefined,
      overdue: () => closeWindow(id),
      awaiting_source: () => step('fill', 'filler'),
      awaiting_both: () => step('fill', 'filler'),
      awaiting_security: async () => {
        await step('fill', 'filler');
        await step('approve_source', 'source_voter');
      },
      awaiting_source_last: async () => {
        await step('fill', 'filler');
        await step('approve_security', 'security_voter');
      },
      approved: approve,
      executed: async () => {
        await approve();
        await end(id, 'executed');
      },
      failed: async () => {
        await approve();
        await end(id, 'failed');
      },
      refused: () => step('refuse', 'other'),
      rejected: async () => {
        await step('fill', 'filler');
        await step('reject_source', 'other');
      },
      cancelled: () => step('cancel', 'requester'),
      expired: async () => {
        await closeWindow(id);
        await act(id, 'fill', people.filler);
      },
    };
    await ways[stage]();
    return id;
  }

  return {
    ...world,
    stack,
    target,
    people,
    almighty,
    elsewhere: (client) =>
      Object.assign(new TestClient(stack.apis[1]!.url), { token: client.token, userId: client.userId }),
    submit,
    act,
    reach,
    read: async (id, who = people.requester) => (await who.get(`/requests/${id}`)).body,
    sql,
    closeWindow,
    close: async () => {
      await database.end();
      await stack.stop();
    },
  };
}

async function buildTarget(admin: TestClient): Promise<CrossTeamWorld['target']> {
  const team = created(await admin.post('/teams', { name: 'data' })).id;
  const project = created(await admin.post('/projects', { name: 'data-core', team_id: team })).id;
  const environment = async (name: string): Promise<string> =>
    created(await admin.post('/environments', { project_id: project, name, type: name, risk_level: 1 })).id;
  return { team, project, environment: await environment('staging'), prod: await environment('prod') };
}

/** Returns a workflow and a rule for each snapshot, chosen by the destination's reference. */
async function buildRules(admin: TestClient): Promise<void> {
  const workflows: Record<Snapshot, object> = {
    no_vote: { min_approvers: 0 },
    source_vote: { min_approvers: 1 },
    both_votes: { min_approvers: 1, requires_security_approval: true },
  };
  for (const [name, fields] of Object.entries(workflows)) {
    const workflow = created(await admin.post('/workflows', { name, ...fields }));
    const selector = { type: 'cross_team', secret_ref_prefix: `${name}/` };
    created(await admin.post('/policies', { name, selector, workflow_id: workflow.id, priority: 100 }));
  }
}
