import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeKubernetes } from '../../apps/agent/src/kubernetes/testing/fake-kubernetes.js';
import { dataOf } from '../../packages/client/src/index.js';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { enrollAgentOf } from '../support/agent-of-connection.js';
import type { EnrolledAgent, RunningAgentProcess } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import type { TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';

const KV_TOKEN = canary('token-of-the-store');
const ARGO = '/apis/argoproj.io/v1alpha1';
const REPO_TOKEN = canary('repository-token');

describe('a value is written, and the application that uses it is observed', () => {
  let stack: TestStack;
  let kv: DevKv;
  let kubernetes: FakeKubernetes;
  let folder: string;
  let world: World;
  let integrator: TestClient;
  let enrolled: EnrolledAgent;
  let agent: RunningAgentProcess;
  let endpointId: string;

  beforeAll(async () => {
    [kv, kubernetes] = [await startDevKv({ token: KV_TOKEN }), await new FakeKubernetes().start()];
    kv.put('secret/apps/payments', { password: canary('value before') });
    deploy('Synced', 'Healthy', 'first');
    folder = await mkdtemp(join(tmpdir(), 'countersign-gitops-'));
    await writeFile(join(folder, 'token'), kubernetes.token);
    stack = await startStack({ env: { SVC_GITOPS_ENABLED: 'true' } });
    world = await buildWorld(stack, { url: kv.url, mount: 'secret' });
    integrator = await world.person('integrator', 'integrator');
    const body = { name: 'argo', cluster_name: 'main', base_url: 'https://argocd.example.test' };
    endpointId = (await dataOf(integrator.api.POST('/api/v1/argocd-endpoints', { body }))).id;
    [enrolled, agent] = await startReporter();
  }, 60_000);
  afterAll(async () => {
    await agent?.stop();
    await Promise.all([enrolled?.remove(), stack?.stop(), kv?.stop(), kubernetes?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  /** Argo CD's own record of the application, as it is in the cluster. */
  function deploy(sync: string, health: string, revision: string): void {
    kubernetes.put(ARGO, 'applications', 'argocd', 'payments', {
      spec: {
        project: 'shop',
        source: {
          repoURL: `https://ci:${REPO_TOKEN}@git.test/payments.git`,
          path: 'prod',
          targetRevision: 'main',
        },
      },
      status: { sync: { status: sync, revision }, health: { status: health } },
    });
  }

  async function startReporter(): Promise<[EnrolledAgent, RunningAgentProcess]> {
    const identity = await enrollAgentOf(world, {
      ...{ apiUrl: stack.apis[0]!.url, vaultToken: KV_TOKEN, vaultAddress: kv.url },
    });
    const running = identity.run({
      SVC_KUBERNETES_URL: kubernetes.url,
      SVC_KUBERNETES_TOKEN_FILE: join(folder, 'token'),
      SVC_AGENT_GITOPS_ENABLED: 'true',
      SVC_AGENT_GITOPS_INTERVAL: '10',
    });
    return [identity, running];
  }

  const discovered = async () =>
    dataOf(
      world.developer.api.GET('/api/v1/argocd-endpoints/{id}/discovered-apps', {
        params: { path: { id: endpointId } },
      }),
    );

  it('is found by the agent, without the credentials of its repository', async () => {
    const [application] = await eventually(async () => {
      const found = await discovered();
      return found.length > 0 && found;
    }, 'a report of the agent');
    expect(application).toMatchObject({
      name: 'payments',
      namespace: 'argocd',
      project: 'shop',
      repo_url: 'https://git.test/payments.git',
      path: 'prod',
      target_revision: 'main',
      sync_status: 'Synced',
      health_status: 'Healthy',
      revision: 'first',
    });
    expect(stack.apis[0]!.output() + agent.output()).not.toContain(REPO_TOKEN);
  });

  it('shows the requester each state since the value was written', async () => {
    const place = { project_id: world.project.id, environment_id: world.dev.id };
    const mapping = { argocd_endpoint_id: endpointId, app_name: 'payments', ...place };
    await dataOf(integrator.api.POST('/api/v1/gitops-app-mappings', { body: mapping }));
    const params = { path: { id: await written(place) } };
    const states = async () => {
      const seen = await dataOf(world.developer.api.GET('/api/v1/requests/{id}/gitops', { params }));
      return seen.map(({ application, sync_status, revision }) =>
        [application, sync_status, revision].join(' '),
      );
    };
    const comes = (...wanted: string[]) =>
      eventually(async () => (await states()).join() === wanted.join(), wanted.join());
    await comes('payments Synced first');
    deploy('OutOfSync', 'Progressing', 'second');
    await comes('payments Synced first', 'payments OutOfSync second');
  }, 60_000);

  it('ends with an agent that exits with 0', async () => {
    expect(await agent.stop()).toBe(0);
  });

  /** Has the agent carry out a patch. @returns its id */
  async function written(place: { project_id: string; environment_id: string }): Promise<string> {
    const { api } = world.developer;
    const key_values = { password: Buffer.from(canary('value after')).toString('base64') };
    const target = { provider_connection_id: world.connection.id, secret_ref: 'apps/payments', key_values };
    const { id } = await dataOf(api.POST('/api/v1/requests', { body: { ...place, ...target } }));
    const params = { path: { id } };
    await dataOf(world.approver.api.POST('/api/v1/requests/{id}/approve', { params, body: {} }));
    const status = async () => (await dataOf(api.GET('/api/v1/requests/{id}', { params }))).status;
    await eventually(async () => (await status()) === 'executed', 'executed');
    return id;
  }
});
