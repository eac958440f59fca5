import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { reachableByOthers } from '../postgres-binaries.js';
import { PrivateFile } from './private-file.js';
import { createStackSecrets, type StackSecrets } from './stack-secrets.js';

/** The local stack's persistent data. */
export interface DataFolder {
  readonly path: string;
  readonly logs: string;
  readonly postgres: string;
  readonly agentState: string;
  readonly secrets: StackSecrets;
}

/**
 * Opens the folder, creating it and its secrets at the first start.
 *
 * @throws Error when the secrets of an existing database are missing
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  mkdirSync(join(path, 'logs'), { recursive: true });
  // Under root, Postgres runs as another account, which must be able to traverse it.
  chmodSync(path, 0o711);
  chmodSync(join(path, 'logs'), 0o700);
  const secrets = readOrCreateSecrets(path);
  return {
    path,
    logs: join(path, 'logs'),
    postgres: await postgresFolder(path, secrets.instance),
    agentState: join(path, 'agent-state.json'),
    secrets,
  };
}

function readOrCreateSecrets(path: string): StackSecrets {
  const file = new PrivateFile<StackSecrets>(join(path, 'secrets.json'));
  const existing = file.read();
  if (!existing && existsSync(join(path, 'postgres'))) {
    throw new Error(`${path} contains a database but no secrets.json: remove the folder to start over.`);
  }
  // A folder of an earlier version lacks newer secrets.
  const secrets = { ...createStackSecrets(), ...existing };
  file.write(secrets);
  return secrets;
}

/** Inside the data folder, or in /var/tmp if the project is below a folder that other accounts can't access. */
async function postgresFolder(path: string, instance: string): Promise<string> {
  const inside = join(path, 'postgres');
  if (process.getuid?.() !== 0 || (await reachableByOthers(inside))) return inside;
  const digest = createHash('sha256').update(`${path}\n${instance}`).digest('hex').slice(0, 16);
  return join('/var/tmp', `countersign-${digest}`);
}
