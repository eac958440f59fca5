import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountBook } from '../stack/account-book.js';
import { KvClient } from '../stack/kv-client.js';
import { activeAgents, issueEnrollmentToken } from '../stack/local-agent.js';
import { accountsOf } from '../stack/people.js';
import type { Person } from '../stack/person.js';
import { ensureWorld } from '../stack/world.js';
import { prepareStore } from './prepare-store.js';

export interface SetupPlaces {
  readonly apiUrl: string;
  readonly storeUrl: string;
  readonly storeToken: string;
  /** Files of the agent: its AppRole and, until it has enrolled, its enrollment token. */
  readonly agentFolder: string;
  /** Stores second factors between runs. */
  readonly bookFolder: string;
  readonly passwords: { readonly admin: string; readonly developer: string; readonly approver: string };
}

/**
 * Creates what a first request in a docker-compose stack needs: people, a project, a connection to the store and the agent's credentials at both ends.
 *
 * @returns lines for the operator: how each person signs in
 */
export async function setUp(places: SetupPlaces): Promise<string[]> {
  const { apiUrl, storeUrl, storeToken, agentFolder, passwords } = places;
  await prepareStore(storeUrl, storeToken, agentFolder);
  await new KvClient(storeUrl, storeToken).put('secret', 'apps/demo', { password: 'a value to ask for' });
  const accounts = accountsOf({
    adminPassword: passwords.admin,
    developerPassword: passwords.developer,
    approverPassword: passwords.approver,
  });
  const book = new AccountBook(places.bookFolder);
  const { admin, connection } = await ensureWorld(apiUrl, { accounts, book, kvUrl: storeUrl });
  await letAgentEnroll(admin, connection.id, agentFolder);
  return Object.values(accounts).map(({ email, password }) => {
    const factor = book.of(email).totpSecret;
    return `${email}  password ${password}${factor === null ? '' : `  authenticator ${factor}`}`;
  });
}

/** Writes a new enrollment token on each run until an agent is active. */
async function letAgentEnroll(admin: Person, connectionId: string, folder: string): Promise<void> {
  if ((await activeAgents(admin, connectionId)).length > 0) return;
  const file = join(folder, 'enrollment-token');
  rmSync(file, { force: true });
  writeFileSync(file, await issueEnrollmentToken(admin, connectionId), { mode: 0o444 });
}
