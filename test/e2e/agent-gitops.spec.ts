import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeKubernetes } from '../../apps/agent/src/kubernetes/testing/fake-kubernetes.js';
import { EnrolledAgent, type RunningAgentProcess } from '../support/agent-process.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const ARGO = ['/apis/argoproj.io/v1alpha1', 'applications', 'argocd'] as const;
const SHOP = {
  metadata: {},
  spec: {
    project: 'payments',
    source: {
      repoURL: 'https://bot:CANARY-token@git.example/shop.git',
      path: 'deploy',
      targetRevision: 'main',
    },
  },
  status: { sync: { status: 'Synced', revision: 'a'.repeat(40) }, health: { status: 'Healthy' } },
};

/** The real agent and the real control plane; only the cluster is a fake, over HTTP. */
describe('an agent near Argo CD', () => {
  let stack: TestStack;
  let world: World;
  let cluster: FakeKubernetes;
  let folder: string;
  let identity: EnrolledAgent;
  let agent: RunningAgentProcess;

  beforeAll(async () => {
    cluster = await new FakeKubernetes().start();
    folder = await mkdtemp(join(tmpdir(), 'countersign-gitops-'));
    await writeFile(join(folder, 'token'), cluster.token);
    stack = await startStack({ env: { SVC_GITOPS_ENABLED: 'true' } });
    world = await buildWorld(stack);
    const tokens = `/provider-connections/${world.connection.id}/enrollment-tokens`;
    const { enrollment_token: enrollmentToken } = created(await world.admin.post(tokens));
    const apiUrl = stack.apis[0]!.url;
    identity = await EnrolledAgent.enroll({
      apiUrl,
      enrollmentToken,
      clusterName: 'main',
      vaultToken: 'none',
    });
  }, 60_000);

  afterAll(async () => {
    await agent?.kill();
    await identity?.remove();
    await stack?.stop();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('reports what it sees, so that it stands beside the endpoint, and then what has changed', async () => {
    const endpoint = created(
      await world.admin.post('/argocd-endpoints', {
        ...{ name: 'argo', cluster_name: 'main', base_url: 'https://argocd.example' },
      }),
    );
    cluster.put(...ARGO, 'shop', SHOP);
    cluster.put(...ARGO, 'helm', { metadata: {}, spec: { sources: [{ chart: 'mail' }, {}] } });
    agent = identity.run({
      SVC_AGENT_GITOPS_ENABLED: 'true',
      SVC_AGENT_GITOPS_INTERVAL: '10',
      SVC_KUBERNETES_URL: cluster.url,
      SVC_KUBERNETES_TOKEN_FILE: join(folder, 'token'),
    });
    const apps = async (): Promise<any[]> =>
      (await world.admin.get(`/argocd-endpoints/${endpoint.id}/discovered-apps`)).body;
    const found = await eventually(
      async () => ((await apps()).length === 2 ? apps() : null),
      'two applications',
    );
    expect(found.find(({ name }) => name === 'shop')).toMatchObject({
      ...{
        namespace: 'argocd',
        project: 'payments',
        repo_url: 'https://git.example/shop.git',
        path: 'deploy',
      },
      ...{
        target_revision: 'main',
        sync_status: 'Synced',
        health_status: 'Healthy',
        revision: 'a'.repeat(40),
      },
    });
    expect(found.find(({ name }) => name === 'helm')).toMatchObject({ path: 'mail', sync_status: 'Unknown' });

    cluster.put(...ARGO, 'shop', { ...SHOP, status: { sync: { status: 'OutOfSync' } } });
    const changed = await eventually(
      async () => (await apps()).find(({ sync_status }) => sync_status === 'OutOfSync'),
      'the change',
    );
    expect(changed).toMatchObject({ name: 'shop', health_status: 'Unknown', revision: null });
    expect(agent.output()).not.toContain('CANARY');
    expect(await agent.stop()).toBe(0);
  }, 60_000);
});
