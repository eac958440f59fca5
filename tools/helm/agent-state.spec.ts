import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import type { Helm, Release } from './helm.js';
import { loadHelm } from './load-helm.js';
import { Cluster } from './testing/cluster.js';

const DOWNLOAD_MS = 120_000;
const STATE = 'mine-state';
const STATE_PATH = `/api/v1/namespaces/security/secrets/${STATE}`;
const LEAST = { apiUrl: 'https://countersign.test', clusterName: 'main', agents: [{ name: 'main' }] };
const IDENTITY = SecretBytes.fromUtf8('CANARY-identity').reveal();
const DATA = { main: Buffer.from(IDENTITY).toString('base64') };

/** Follows the agents' Secret through the life of a release, with Helm's three-way merge. */
describe('The state of an agent’s release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-state-'));
  const cluster = new Cluster();
  let helm: Helm;
  let release: Release;
  beforeAll(async () => {
    helm = await loadHelm();
    await cluster.start();
    const kubeconfig = join(folder, 'kubeconfig');
    writeFileSync(kubeconfig, cluster.kubeconfig);
    release = { ...releaseWith(LEAST, 'first'), kubeconfig };
  }, DOWNLOAD_MS);
  afterAll(() => cluster.stop());

  function releaseWith(values: object, name: string): Omit<Release, 'kubeconfig'> {
    const valuesFile = join(folder, `${name}.yaml`);
    writeFileSync(valuesFile, JSON.stringify(values));
    return { name: 'mine', chart: 'deploy/helm/countersign-agent', valuesFile };
  }

  it('is created empty, filled in by the agent, and unchanged by upgrade, uninstall and reinstall', async () => {
    await helm.install(release);
    expect(cluster.get('secrets', STATE)!.data).toBeUndefined();
    await enrolled();

    const changed = { ...LEAST, podLabels: { a: 'b' }, agents: [{ name: 'main' }, { name: 'second' }] };
    await helm.upgrade({ ...release, ...releaseWith(changed, 'second') });
    expect(cluster.get('configmaps', 'mine-agents')!.data['agents.yaml']).toContain('second');
    await helm.upgrade(release);
    expect(cluster.get('secrets', STATE)!.data).toEqual(DATA);

    await helm.uninstall(release);
    expect(cluster.get('deployments', 'mine')).toBeUndefined();
    expect(cluster.get('secrets', STATE)!.data).toEqual(DATA);
    await helm.install(release);
    expect(cluster.get('deployments', 'mine')).toBeDefined();
    expect(cluster.get('secrets', STATE)!.data).toEqual(DATA);

    const byHelm = cluster.changes.filter(({ line }) => line.endsWith(STATE_PATH) && !line.startsWith('PUT'));
    expect(byHelm.filter(({ body, line }) => line.startsWith('DELETE') || 'data' in body)).toEqual([]);
    expect(cluster.get('roles', STATE)!.rules).toEqual([
      { apiGroups: [''], resources: ['secrets'], resourceNames: [STATE], verbs: ['get', 'update'] },
    ]);
  }, 60_000);

  /** Acts like the agent's StateSecret with the permissions of that Role: reads it, and writes it back whole. */
  async function enrolled(): Promise<void> {
    const found = cluster.get('secrets', STATE)!;
    const written = await fetch(`${cluster.url}${STATE_PATH}`, {
      method: 'PUT',
      body: JSON.stringify({ ...found, data: DATA }),
    });
    expect(written.status).toBe(200);
  }
});
