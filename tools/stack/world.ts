import type { AccountBook } from './account-book.js';
import type { ApiClient } from './api-client.js';
import type { ConnectionRow } from './api-rows.js';
import type { DataFolder } from './data-folder.js';
import { AGENT_NAME, ensureEnrolled } from './local-agent.js';
import type { Person } from './person.js';
import { type Accounts, ensureAdmin, ensureMember } from './people.js';
import { ensurePlaces, type Places } from './places.js';
import type { Stack } from './stack.js';
import { ensureConnection } from './store-connection.js';

/** Who and what the demonstration needs, made through the HTTP interface alone. */
export interface World {
  readonly admin: Person;
  readonly developer: Person;
  readonly approver: Person;
  readonly places: Places;
  readonly connection: ConnectionRow;
  readonly agentName: string;
}

/** Makes what is missing and keeps what an earlier start made. */
export async function ensureWorld(
  nobody: ApiClient,
  { accounts, book, kvUrl }: { accounts: Accounts; book: AccountBook; kvUrl: string },
): Promise<World> {
  const admin = await ensureAdmin(nobody, accounts.admin, book);
  const places = await ensurePlaces(admin);
  const teamId = places.team.id;
  const asker = { account: accounts.developer, role: 'developer', teamId };
  const developer = await ensureMember(admin, nobody, asker, book);
  const voter = { account: accounts.approver, role: 'approver', teamId };
  const approver = await ensureMember(admin, nobody, voter, book);
  const connection = await ensureConnection(admin, kvUrl, [places.dev, places.prod]);
  return { admin, developer, approver, places, connection, agentName: AGENT_NAME };
}

/** The agent of the world's connection, at work when this resolves. */
export async function enrollAndStartAgent(world: World, folder: DataFolder, stack: Stack): Promise<void> {
  const env = await stack.agentEnvironment();
  await ensureEnrolled(world.admin, world.connection, folder, env);
  await stack.startAgent(env);
}
