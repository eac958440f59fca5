import type { ConnectionResponse } from '../../packages/client/src/index.js';
import type { AccountBook } from './account-book.js';
import type { DataFolder } from './data-folder.js';
import { AGENT_NAME, ensureEnrolled } from './local-agent.js';
import type { Person } from './person.js';
import { type Accounts, ensureAdmin, ensureMember } from './people.js';
import { ensurePlaces, type Places } from './places.js';
import type { Stack } from './stack.js';
import { ensureConnection } from './store-connection.js';

/** The people, places and connection of the demonstration. */
export interface World {
  readonly admin: Person;
  readonly developer: Person;
  readonly approver: Person;
  readonly places: Places;
  readonly connection: ConnectionResponse;
  readonly agentName: string;
}

/** Creates what is missing over HTTP, and keeps what an earlier start has created. */
export async function ensureWorld(
  apiUrl: string,
  { accounts, book, kvUrl }: { accounts: Accounts; book: AccountBook; kvUrl: string },
): Promise<World> {
  const admin = await ensureAdmin(apiUrl, accounts.admin, book);
  const places = await ensurePlaces(admin);
  const teamId = places.team.id;
  const asker = { account: accounts.developer, role: 'developer', teamId };
  const developer = await ensureMember(admin, apiUrl, asker, book);
  const voter = { account: accounts.approver, role: 'approver', teamId };
  const approver = await ensureMember(admin, apiUrl, voter, book);
  const connection = await ensureConnection(admin, kvUrl, [places.dev, places.prod]);
  return { admin, developer, approver, places, connection, agentName: AGENT_NAME };
}

/** Enrolls and starts the agent of the world's connection; resolves when it is ready. */
export async function enrollAndStartAgent(world: World, folder: DataFolder, stack: Stack): Promise<void> {
  const env = await stack.agentEnvironment();
  await ensureEnrolled(world.admin, world.connection, folder, env);
  await stack.startAgent(env);
}
