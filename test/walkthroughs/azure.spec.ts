import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { FakeKeyVault } from '../../apps/agent/src/testing/fake-key-vault.js';
import { FakeManagedIdentity } from '../../apps/agent/src/testing/fake-managed-identity.js';
import { type Instead, PEOPLE_AND_PLACES, Walk } from './walk.js';

const SECRET = 'checkout-database';
const nothing = (): void => undefined;

/** What the vendor's command line would do, done at the stand-in for the vault. */
function insteadOfAz(vault: FakeKeyVault, identity: FakeManagedIdentity): Instead {
  const client = randomUUID();
  identity.tokens.set(client, 'token-of-agent');
  return {
    'make the vault': nothing,
    'make the identity': async (walk) => {
      const { environment } = identity;
      walk.write(
        'azure.env',
        Object.entries(environment)
          .map((pair) => pair.join('='))
          .join('\n'),
      );
      await walk.run(`TENANT_ID=${randomUUID()} CLIENT_ID=${client}`);
    },
    'make the secret': (walk) => void vault.put(SECRET, walk.read('secret.json')),
    look: (walk) => walk.write('after.json', vault.newest(SECRET)?.value ?? ''),
    remove: nothing,
  };
}

describe('The walkthrough with Azure Key Vault', () => {
  it('leads from nothing to the first value', async () => {
    const [vault, identity] = [new FakeKeyVault(), new FakeManagedIdentity()];
    await Promise.all([vault.server.start(), identity.server.start()]);
    const walk = await Walk.begin({
      env: { SVC_AZURE_KEY_VAULT_URL: vault.server.url },
      instead: insteadOfAz(vault, identity),
    });
    try {
      await walk.through('docs/walkthroughs/openbao.md', PEOPLE_AND_PLACES);
      await walk.through('docs/walkthroughs/azure.md');
    } finally {
      await walk.end();
      await Promise.all([vault.server.stop(), identity.server.stop()]);
    }
  }, 300_000);
});
