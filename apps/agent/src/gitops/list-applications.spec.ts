import { describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { KubeApi } from '../kubernetes/kube-api.js';
import { FakeStoreServer } from '../testing/fake-store-server.js';
import { listApplications } from './list-applications.js';

describe('a list of applications', () => {
  it('fails if its pages repeat', async () => {
    const page = { kind: 'ApplicationList', items: [], metadata: { continue: 'again' } };
    const server = await new FakeStoreServer(() => ({ status: 200, body: page })).start();
    const readToken = () => SecretBytes.fromUtf8('token');
    const api = new KubeApi({ url: server.url, readToken, readCa: () => null });
    const look = async (): Promise<void> => {
      for await (const _ of listApplications(api, null, new AbortController().signal));
    };
    await expect(look()).rejects.toMatchObject({ code: 'kubernetes_answer_unexpected' });
    expect(server.seen).toHaveLength(2);
    await server.stop();
  });
});
