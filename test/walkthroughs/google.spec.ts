import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { FakeGoogleSecrets } from '../../apps/agent/src/testing/fake-google-secrets.js';
import { type Instead, PEOPLE_AND_PLACES, Walk } from './walk.js';

const SECRET = 'checkout_database';

/** What the vendor's command line would do, done at the stand-in for the store. */
function insteadOfGcloud(store: FakeGoogleSecrets): Instead {
  return {
    'make the secret': (walk) => store.put(SECRET, walk.read('secret.json')),
    'make the identity': (walk) => {
      walk.write('subject', 'subject-of-agent');
      walk.write('google-credentials.json', store.federation(join(walk.folder, 'subject')));
    },
    look: (walk) => walk.write('after.json', String(store.secrets.get(SECRET)?.versions.at(-1)?.data)),
    remove: () => undefined,
  };
}

describe('The walkthrough with Google Secret Manager', () => {
  it('leads from nothing to the first value', async () => {
    const store = new FakeGoogleSecrets();
    await store.server.start();
    const walk = await Walk.begin({
      // The project that the stand-in has.
      env: { PROJECT_ID: 'demo-project', SVC_GOOGLE_SECRET_MANAGER_URL: store.server.url },
      instead: insteadOfGcloud(store),
    });
    try {
      await walk.through('docs/walkthroughs/openbao.md', PEOPLE_AND_PLACES);
      await walk.through('docs/walkthroughs/google.md');
    } finally {
      await walk.end();
      await store.server.stop();
    }
  }, 300_000);
});
