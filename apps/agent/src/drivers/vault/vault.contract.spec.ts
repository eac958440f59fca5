import { startDevKv } from '../../../../../tools/dev-kv/start-dev-kv.js';
import { FakeStoreServer, forwardTo } from '../../testing/fake-store-server.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { describeStoreDriver } from '../../testing/store-driver-contract.js';
import type { StoreSubject } from '../../testing/store-subject.js';
import { storeSettingsFor } from '../../testing/store-settings-for.js';
import { openByScope } from '../../testing/open-by-scope.js';

const TOKEN = 'hvs.test-token';
const TRAITS = {
  write: /POST \/v1\/secret\/data/,
  foreignRefs: [],
  keysWithoutValues: true,
  takesBytes: false,
  circle: () => ({ data: { keys: ['a/', 'a/'] } }),
  throttled: { status: 429, body: { errors: ['rate limit quota exceeded'] } },
};

describeStoreDriver('vault', TRAITS, createSubject);

async function createSubject(): Promise<StoreSubject> {
  const kv = await startDevKv({ token: TOKEN });
  const server = await new FakeStoreServer(forwardTo(kv.url)).start();
  const clock = new ManualClock();
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${kv.url}/v1/secret/${path}`, {
      method,
      headers: { 'X-Vault-Token': TOKEN },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    server,
    clock,
    ref: (name) => `team/${name}`,
    put: async (ref, members, labels) => {
      kv.put(`secret/${ref}`, members);
      if (labels) await ask('POST', `metadata/${ref}`, { custom_metadata: labels });
    },
    get: async (ref) => {
      const answer = (await (await ask('GET', `data/${ref}`)).json()) as { data?: { data: object } };
      return (answer.data?.data ?? null) as Record<string, string> | null;
    },
    open: ({ refused = false, signal = new AbortController().signal, scope = {} } = {}) =>
      openByScope('vault', {
        scope: { address: server.url, kvMount: 'secret', ...scope },
        stores: storeSettingsFor(refused ? 'hvs.other' : TOKEN, { address: server.url }),
        clock,
        signal,
      }),
    stop: async () => {
      await server.stop();
      await kv.stop();
    },
  };
}
