import { openByScope } from './open-by-scope.js';
import { StoreSessions } from '../drivers/store-sessions.js';
import type { FakeStoreServer } from './fake-store-server.js';
import { ManualClock } from './manual-clock.js';
import type { OpenOptions, StoreSubject } from './store-subject.js';
import { storeSettingsFor } from './store-settings-for.js';
import { useEnvironment } from './use-environment.js';

/** Returns the agent's driver for a server of Secrets Manager, with credentials from the SDK's default chain. */
export function secretsManagerSubject(
  server: FakeStoreServer,
  others: Pick<StoreSubject, 'put' | 'get'>,
  keyId: string,
): StoreSubject {
  const clock = new ManualClock();
  const ended: StoreSessions[] = [];
  const restore = useEnvironment({
    AWS_ACCESS_KEY_ID: keyId,
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_SESSION_TOKEN: null,
    AWS_ENDPOINT_URL_STS: server.url,
    AWS_EC2_METADATA_DISABLED: 'true',
  });
  return {
    ...others,
    server,
    clock,
    ref: (name) => `team/${name}`,
    open: ({ refused = false, signal = new AbortController().signal, scope = {} }: OpenOptions = {}) => {
      if (refused) process.env['AWS_ACCESS_KEY_ID'] = 'AKIDSTRANGER';
      const sessions = new StoreSessions();
      ended.push(sessions);
      return openByScope('cloud1-sm', {
        scope: { region: 'eu-central-1', ...scope },
        stores: storeSettingsFor('', {}, { 'cloud1-sm': { endpoint: server.url } }),
        clock,
        signal,
        sessions,
      });
    },
    stop: async () => {
      restore();
      await Promise.all(ended.map((sessions) => sessions.end()));
      await server.stop();
    },
  };
}
