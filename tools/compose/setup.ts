import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountBook } from '../stack/account-book.js';
import { ApiClient } from '../stack/api-client.js';
import type { AgentRow } from '../stack/api-rows.js';
import { KvClient } from '../stack/kv-client.js';
import { type Accounts, ensureAdmin } from '../stack/people.js';
import { ensureWorld } from '../stack/world.js';
import { prepareStore } from './prepare-store.js';

export interface SetupPlaces {
  readonly apiUrl: string;
  readonly storeUrl: string;
  readonly storeToken: string;
  /** The agent's: its AppRole and, until it has enrolled, its enrollment token. */
  readonly agentFolder: string;
  /** Keeps second factors between runs. */
  readonly bookFolder: string;
  readonly passwords: { readonly admin: string; readonly developer: string; readonly approver: string };
}

/**
 * Makes what is missing for a first request in a docker-compose stack: people, a project, a connection to the store
 * and the agent's way in at both ends. Gives what to tell the operator.
 */
export async function setUp(places: SetupPlaces): Promise<string[]> {
  const { apiUrl, storeUrl, storeToken, agentFolder, passwords } = places;
  await prepareStore(storeUrl, storeToken, agentFolder);
  await new KvClient(storeUrl, storeToken).put('secret', 'apps/demo', { password: 'a value to ask for' });
  const accounts: Accounts = {
    admin: { email: 'ada@example.com', displayName: 'Ada, administrator', password: passwords.admin },
    developer: { email: 'dana@example.com', displayName: 'Dana, developer', password: passwords.developer },
    approver: { email: 'omar@example.com', displayName: 'Omar, approver', password: passwords.approver },
  };
  const book = new AccountBook(places.bookFolder);
  const nobody = new ApiClient(apiUrl);
  const world = await ensureWorld(nobody, { accounts, book, kvUrl: storeUrl });
  await letAgentEnroll(await ensureAdmin(nobody, accounts.admin, book), world.connection.id, agentFolder);
  return Object.values(accounts).map(({ email, password }) => {
    const factor = book.of(email).totpSecret;
    return `${email}  password ${password}${factor === null ? '' : `  authenticator ${factor}`}`;
  });
}

/** One agent is enough; while there is none, each run leaves a new token for it. */
async function letAgentEnroll(
  admin: { api: ApiClient },
  connectionId: string,
  folder: string,
): Promise<void> {
  const agents = await admin.api.get<AgentRow[]>('/agents?limit=1000');
  const isOurs = (agent: AgentRow): boolean =>
    agent.provider_connection_id === connectionId && agent.status === 'active';
  if (agents.some(isOurs)) return;
  const path = `/provider-connections/${connectionId}/enrollment-tokens`;
  const issued = await admin.api.post<{ enrollment_token: string }>(path);
  const file = join(folder, 'enrollment-token');
  rmSync(file, { force: true });
  writeFileSync(file, issued.enrollment_token, { mode: 0o444 });
}
