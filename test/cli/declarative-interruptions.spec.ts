import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { Cli } from '../../apps/cli/src/cli.js';
import { executePlan } from '../../apps/cli/src/declarative/execute-plan.js';
import { exported } from '../../apps/cli/src/declarative/export.js';
import { readDocuments } from '../../apps/cli/src/declarative/files.js';
import { KIND_NAMES } from '../../apps/cli/src/declarative/kind.js';
import { nameFaults } from '../../apps/cli/src/declarative/names.js';
import { type Change, planOf } from '../../apps/cli/src/declarative/plan.js';
import { snapshotOf } from '../../apps/cli/src/declarative/snapshot.js';
import { scopeForPlan, scopeOfKinds } from '../../apps/cli/src/declarative/snapshot-scope.js';
import { dataOf } from '../../packages/client/src/index.js';
import { CountingProxy } from '../support/counting-proxy.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';

const PRESETS = { output: 'json', timeout: '60s' };
const WRITES = /^(POST|PUT|DELETE) /;
let stack: TestStack;
let world: World;
let proxy: CountingProxy;
let home: string;
let cli: Cli;

beforeAll(async () => {
  stack = await startStack({ env: { SVC_GITOPS_ENABLED: 'true' } });
  world = await buildWorld(stack);
  proxy = await CountingProxy.listen();
  proxy.passTo(stack.apis[0]!.url);
  const { api, userId } = world.admin;
  const permissions = ['policy.author'];
  const author = await dataOf(api.POST('/api/v1/roles', { body: { name: 'author', permissions } }));
  await dataOf(api.POST('/api/v1/user-roles', { body: { user_id: userId, role_id: author.id } }));
  const endpoint = { name: 'argo', cluster_name: 'main', base_url: 'https://argo.example' };
  await dataOf(api.POST('/api/v1/argocd-endpoints', { body: endpoint }));
  home = mkdtempSync(join(tmpdir(), 'countersign-cuts-'));
  writeFileSync(join(home, 'token'), world.admin.token!, { mode: 0o600 });
  cli = new Cli({ server: proxy.url, tokenFile: join(home, 'token'), quiet: true, input: false, ...PRESETS });
}, 120_000);
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await proxy?.stop();
  await stack?.stop();
});

const doc = (kind: string, metadata: object | null, spec: object): object => ({
  ...{ apiVersion: 'countersign/v1', kind },
  ...(metadata ? { metadata } : {}),
  spec,
});
const absent = { state: 'absent' };

/** One object of every kind, in names of its own; then everything that can happen to them. */
function stages(at: string): readonly [made: object[], changed: object[]] {
  const named = (name: string) => ({ name: `${name}-${at}` });
  const marked = (name: string) => ({ ...named(name), 'managed-by': `repo-${at}` });
  const [team, project, role, workflow] = [`team-${at}`, `project-${at}`, `role-${at}`, `workflow-${at}`];
  const connection = `vault-${at}`;
  const place = { project, environment: 'dev' };
  const vault = { type: 'vault', scope: { address: 'https://vault.example:8200', kvMount: at } };
  const rule = { priority: 5, workflow, selector: { environment_kind: 'non_prod' } };
  const grant = { user: 'approver@example.test', role, project };
  const mapping = { endpoint: 'argo', app: `app-${at}`, ...place };
  const environment = { name: 'dev', 'managed-by': `repo-${at}` };
  const risky = (risk_level: number) => doc('Environment', environment, { project, type: 'dev', risk_level });
  return [
    [
      doc('Team', named('team'), { parent: `above-${at}` }),
      doc('Team', named('above'), {}),
      doc('Team', named('former'), { status: 'archived' }),
      doc('Project', marked('project'), { team, description: 'One' }),
      risky(0),
      doc('Role', marked('role'), { permissions: ['audit.read'] }),
      doc('Workflow', named('workflow'), { min_approvers: 1, scoped_policy_authorable: true }),
      doc('Settings', null, { policy_priority_cap: 1000 + Number(at) }),
      doc('Connection', marked('vault'), { ...vault, self_service_bindable: true }),
      doc('Binding', null, { connection, ...place }),
      doc('Policy', named('rule'), { ...rule, selector: { project } }),
      doc('ScopedPolicy', named('ours'), { ...rule, project }),
      doc('Grant', null, grant),
      doc('GitopsMapping', null, mapping),
    ],
    [
      doc('Team', named('team'), { parent: null }),
      doc('Team', named('former'), { status: 'active', parent: `above-${at}` }),
      doc('Project', marked('project'), { description: 'Two', status: 'archived' }),
      risky(2),
      doc('Role', marked('role'), { permissions: ['audit.read', 'secret.request'] }),
      doc('Workflow', named('workflow'), { min_approvers: 2 }),
      doc('Settings', null, { policy_priority_cap: 2000 + Number(at) }),
      doc('Connection', marked('vault'), { cluster_name: 'main', ...vault }),
      doc('Binding', absent, { connection, ...place }),
      doc('Policy', { ...named('rule'), ...absent }, {}),
      doc('ScopedPolicy', named('ours'), { ...rule, project, priority: 6 }),
      doc('Grant', absent, grant),
      doc('GitopsMapping', absent, mapping),
    ],
  ];
}

/** Applies documents as `apply --allow-loosening` does. @returns the changes */
async function apply(documents: readonly object[]): Promise<readonly Change[]> {
  const folder = join(home, 'files');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'all.yaml'), documents.map((one) => JSON.stringify(one)).join('\n---\n'));
  const wanted = await readDocuments([folder]);
  const snapshot = await snapshotOf(cli, scopeForPlan(wanted, false));
  const plan = planOf(wanted, snapshot, false);
  expect([nameFaults(wanted, snapshot), plan.refusals]).toEqual([[], []]);
  await executePlan(cli, plan, snapshot, crypto.randomUUID(), () => undefined);
  return plan.changes;
}

/** Applies them, and is killed when the n-th write from here on is done: nobody hears its answer. @returns whether there was one */
async function killed(documents: readonly object[], write: number): Promise<boolean> {
  let left = write;
  proxy.loseAnswer = (call) => WRITES.test(call) && (left -= 1) === 0;
  const cut = await apply(documents).then(
    () => false,
    () => true,
  );
  proxy.loseAnswer = null;
  expect(cut).toBe(left <= 0);
  return cut;
}

/** What the service holds of each world, in the same names. */
async function held(worlds: readonly string[]): Promise<unknown[][]> {
  const snapshot = await snapshotOf(cli, scopeOfKinds(KIND_NAMES));
  const { yaml, notes } = exported({ kinds: KIND_NAMES, snapshot });
  expect(notes).toEqual([]);
  const documents = parseAllDocuments(yaml).map((document) => JSON.stringify(document.toJS()));
  return worlds.map((at) =>
    documents
      .filter((document) => new RegExp(`-${at}\\b`).test(document))
      .map((document): unknown =>
        JSON.parse(document.replaceAll(`-${at}"`, '"').replaceAll(`"${at}"`, '""')),
      ),
  );
}

it('an apply that is interrupted at any write reaches the same state when it is repeated, and then writes nothing', async () => {
  const [made, changed] = stages('100');
  const kinds = new Set((await apply(made)).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual([...KIND_NAMES].sort());
  await apply(changed);

  const worlds: string[] = [];
  const cuts = [0, 0];
  for (const stage of [0, 1] as const)
    for (let write = 1; ; write += 1) {
      const at = String(200 + 100 * stage + write);
      const documents = stages(at);
      if (stage === 1) await apply(documents[0]);
      if (!(await killed(documents[stage], write))) break;
      cuts[stage]! += 1;
      await apply(documents[stage]);
      if (stage === 0) await apply(documents[1]);
      proxy.passed.length = 0;
      expect(await apply(documents[1])).toEqual([]);
      expect(proxy.passed.filter((call) => WRITES.test(call))).toEqual([]);
      worlds.push(at);
    }
  // At each object at least: an archived team and a connection that others may bind take two writes.
  expect(cuts.map((count, stage) => count >= stages('0')[stage]!.length)).toEqual([true, true]);
  const [whole, ...gone] = await held(['100', ...worlds]);
  expect(whole!.length).toBeGreaterThan(6);
  for (const [index, world] of gone.entries()) expect([worlds[index], world]).toEqual([worlds[index], whole]);
}, 300_000);

it('every write has If-Match or an Idempotency-Key, but for removals of what never changes and has no version', () => {
  const removals = /^DELETE \/api\/v1\/(provider-connection-bindings|user-roles|gitops-app-mappings)\//;
  const unconditional = proxy.unconditional.filter((call) => WRITES.test(call));
  expect(unconditional.filter((call) => removals.test(call)).length).toBeGreaterThan(10);
  expect(unconditional.filter((call) => !removals.test(call))).toEqual([]);
});
