import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { FakeKubernetes } from '../../apps/agent/src/kubernetes/testing/fake-kubernetes.js';
import { type Instead, PEOPLE_AND_PLACES, Walk } from './walk.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** What kubectl would do, done at the stand-in for the API server. */
function insteadOfKubectl(cluster: FakeKubernetes): Instead {
  return {
    'make the namespace': (walk) => {
      const data = { username: base64('settlement'), password: base64(walk.read('stored-password')) };
      cluster.put('/api/v1', 'namespaces', null, 'checkout', {});
      cluster.put('/api/v1', 'secrets', 'checkout', 'database', { data });
    },
    'make the account': (walk) => {
      walk.write('kubernetes-token', cluster.token);
      const token = `SVC_KUBERNETES_TOKEN_FILE=${join(walk.folder, 'kubernetes-token')}`;
      walk.write('kubernetes.env', `SVC_KUBERNETES_URL=${cluster.url}\n${token}`);
    },
    look: (walk) =>
      walk.write('after.json', JSON.stringify(cluster.get('/api/v1', 'secrets', 'checkout', 'database'))),
    remove: () => undefined,
  };
}

describe('The walkthrough with Kubernetes', () => {
  it('leads from nothing to the first value', async () => {
    const cluster = await new FakeKubernetes().start();
    const walk = await Walk.begin({ instead: insteadOfKubectl(cluster) });
    try {
      await walk.through('docs/walkthroughs/openbao.md', PEOPLE_AND_PLACES);
      await walk.through('docs/walkthroughs/kubernetes.md');
    } finally {
      await walk.end();
      await cluster.stop();
    }
  }, 300_000);
});
