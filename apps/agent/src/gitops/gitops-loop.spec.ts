import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeKubernetes } from '../kubernetes/testing/fake-kubernetes.js';
import { FakeControlPlane, refusal } from '../testing/fake-control-plane.js';
import { RunningAgent } from '../testing/running-agent.js';

const ARGO = ['/apis/argoproj.io/v1alpha1', 'applications'] as const;
const ENDPOINT = { id: '01890000-0000-7000-8000-00000000a590', base_url: 'https://argocd.east.example/' };
const OTHER = { id: '01890000-0000-7000-8000-00000000a591', base_url: 'https://argocd.west.example' };
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
  status: {
    sync: { status: 'Synced', revision: 'a'.repeat(40) },
    health: { status: 'Healthy' },
    reconciledAt: '2026-11-20T00:00:00Z',
  },
};

let api: FakeControlPlane;
let cluster: FakeKubernetes;
let folder: string;
let agent: RunningAgent | null;

beforeEach(async () => {
  api = await new FakeControlPlane().start();
  cluster = await new FakeKubernetes().start();
  folder = mkdtempSync(join(tmpdir(), 'agent-gitops-'));
  writeFileSync(join(folder, 'token'), cluster.token);
  api.gitopsEndpoints = [ENDPOINT];
  agent = null;
});

afterEach(async () => {
  await agent?.stop();
  await Promise.all([api.stop(), cluster.stop()]);
  rmSync(folder, { recursive: true });
});

function start(env: Record<string, string> = {}): RunningAgent {
  agent = new RunningAgent(api, {
    SVC_AGENT_GITOPS_ENABLED: 'true',
    SVC_KUBERNETES_URL: cluster.url,
    SVC_KUBERNETES_TOKEN_FILE: join(folder, 'token'),
    ...env,
  });
  return agent;
}

const names = (report: (typeof api.observations)[number]): unknown[] =>
  report.applications.map(({ name }) => name);

/** A report is complete when the wait of about a minute before the next one has begun. */
const looked = (running: RunningAgent): Promise<void> => running.clock.begun(60_000);

describe('the agent’s GitOps reports', () => {
  it('are disabled by default', async () => {
    cluster.put(...ARGO, 'argocd', 'shop', SHOP);
    start({ SVC_AGENT_GITOPS_ENABLED: 'false' });
    await api.arrived(/heartbeat$/);
    await api.arrived(/claim$/);
    await agent!.stop();
    expect(cluster.seen).toEqual([]);
  });

  it('contain each application in the control plane’s form, without credentials', async () => {
    cluster.put(...ARGO, 'argocd', 'shop', SHOP);
    const helm = { repoURL: 'https://charts.example', chart: 'mail', targetRevision: '1.2.3' };
    cluster.put(...ARGO, 'argocd', 'mail', { metadata: {}, spec: { sources: [helm, {}] } });
    cluster.put(...ARGO, 'elsewhere', 'unseen', SHOP);
    await looked(start());
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const [report] = api.observations;
    expect(report).toEqual({
      endpoint_id: ENDPOINT.id,
      applications: [
        {
          ...{ name: 'mail', namespace: 'argocd', project: 'default', repo_url: 'https://charts.example' },
          ...{ path: 'mail', target_revision: '1.2.3', revision: null, observed_at: at },
          ...{ sync_status: 'Unknown', health_status: 'Unknown' },
        },
        {
          ...{ name: 'shop', namespace: 'argocd', project: 'payments' },
          ...{ repo_url: 'https://git.example/shop.git', path: 'deploy', target_revision: 'main' },
          ...{ sync_status: 'Synced', health_status: 'Healthy', revision: 'a'.repeat(40), observed_at: at },
        },
      ],
    });
    expect(Date.now() - Date.parse(String(report!.applications[0]!.observed_at))).toBeLessThan(60_000);
    expect(JSON.stringify(api.seen) + agent!.logLines.join('')).not.toContain('CANARY');
    const { text } = await agent!.probe('/metrics');
    expect(text).toContain('svc_agent_gitops_applications 2');
    expect(text).toContain('svc_agent_gitops_reports_total{result="succeeded"} 1');
  });

  it('are sent after each interval, with changed and unchanged applications', async () => {
    cluster.put(...ARGO, 'argocd', 'shop', SHOP);
    const running = start();
    await looked(running);
    cluster.put(...ARGO, 'argocd', 'shop', { ...SHOP, status: { sync: { status: 'OutOfSync' } } });
    running.clock.pass(60_000);
    await api.arrived(/observations$/, 2);
    expect(api.observations[1]!.applications).toMatchObject([{ name: 'shop', sync_status: 'OutOfSync' }]);
  });

  it('read a large cluster page by page, and are sent in pages', async () => {
    for (let n = 0; n < 600; n += 1) cluster.put(...ARGO, 'argocd', `app-${1000 + n}`, SHOP);
    await looked(start());
    expect(cluster.seen).toHaveLength(3);
    expect(cluster.seen[0]).toContain('/namespaces/argocd/applications?limit=250');
    expect(api.observations.map(({ applications }) => applications.length)).toEqual(Array(6).fill(100));
    expect(new Set(api.observations.flatMap(names)).size).toBe(600);
  });

  it('restart the list if the continue token has expired', async () => {
    for (let n = 0; n < 300; n += 1) cluster.put(...ARGO, 'argocd', `app-${1000 + n}`, SHOP);
    cluster.onRequest = (line) =>
      line.includes('continue=') && cluster.seen.length === 2 && cluster.compact();
    await looked(start());
    expect(cluster.seen).toHaveLength(4);
    expect(new Set(api.observations.flatMap(names)).size).toBe(300);
    expect(api.observations.flatMap(names)).toHaveLength(300);
  });

  it('cover the configured namespaces, or all', async () => {
    for (const place of ['one', 'two', 'three']) cluster.put(...ARGO, place, `in-${place}`, SHOP);
    await looked(start({ SVC_AGENT_GITOPS_NAMESPACES: 'one, two' }));
    expect(names(api.observations[0]!)).toEqual(['in-one', 'in-two']);
    await agent!.stop();
    await looked(start({ SVC_AGENT_GITOPS_NAMESPACES: '*' }));
    expect(names(api.observations[1]!).sort()).toEqual(['in-one', 'in-three', 'in-two']);
    expect(cluster.seen.at(-1)).toMatch(/^GET \/apis\/argoproj.io\/v1alpha1\/applications\?/);
  });

  it('are sent even if there are no applications', async () => {
    await looked(start());
    expect(api.observations).toEqual([{ endpoint_id: ENDPOINT.id, applications: [] }]);
  });

  it('go to the matching endpoint, and to none if that is ambiguous', async () => {
    api.gitopsEndpoints = [OTHER, ENDPOINT];
    await looked(start());
    expect(cluster.seen).toEqual([]);
    expect(agent!.logLines.join('')).toContain('no Argo CD endpoint to report to, or more than one');
    await agent!.stop();
    await looked(start({ SVC_AGENT_GITOPS_BASE_URL: 'https://argocd.east.example' }));
    expect(api.observations).toMatchObject([{ endpoint_id: ENDPOINT.id }]);
  });

  it('don’t stop the jobs if reading is denied, and are retried later', async () => {
    cluster.denied.add('list applications');
    const running = start();
    await looked(running);
    expect(running.logLines.join('')).toContain('"code":"kubernetes_forbidden"');
    await api.enqueue({ kind: 'read' });
    cluster.denied.clear();
    running.clock.pass(60_000);
    await api.arrived(/observations$/);
    expect((await running.probe('/metrics')).text).toContain('reports_total{result="failed"} 1');
  });

  it('are sent again after the control plane was unavailable', async () => {
    api.replace(/observations$/, refusal(503, 'dependency_unavailable', { 'Retry-After': '3' }));
    const running = start();
    await looked(running);
    expect(api.requests(/observations$/)).toHaveLength(2);
    expect(running.clock.waits).toContain(3000);
  });
});
