import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SecretBytes } from '#libs/secret-bytes';

/** What an enrolled agent keeps between starts. */
export interface AgentState {
  agentId: string;
  secret: SecretBytes;
  /** PKCS #8 DER of the X25519 private key. */
  privateKey: SecretBytes;
  providerConnectionId: string;
  clusterName: string;
}

/** The state file can't be used; the message names the reason, never a content. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
}

const PRIVATE_MODE = 0o600;

/**
 * Writes the state file whole or not at all, readable by its owner alone: a new file beside it, synced,
 * then renamed over it.
 */
export async function saveAgentState(path: string, state: AgentState): Promise<void> {
  const text = JSON.stringify({
    version: 1,
    agent_id: state.agentId,
    agent_secret: state.secret.toBase64(),
    private_key: state.privateKey.toBase64(),
    provider_connection_id: state.providerConnectionId,
    cluster_name: state.clusterName,
  });
  const temporary = await writePrivateFile(path, `${text}\n`);
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Tries the folder before a one-time token is spent. @throws StateFileError when nothing can be written */
export async function assertStateWritable(path: string): Promise<void> {
  await rm(await writePrivateFile(path, ''));
}

/** Gives null when there is no file. @throws StateFileError when others can read it, or it is damaged */
export async function loadAgentState(path: string): Promise<AgentState | null> {
  const text = await readPrivateFile(path);
  if (text === null) return null;
  try {
    const state = JSON.parse(text) as Record<string, unknown>;
    if (state.version !== 1) throw new Error();
    return {
      agentId: textOf(state.agent_id),
      secret: SecretBytes.fromBase64(textOf(state.agent_secret)),
      privateKey: SecretBytes.fromBase64(textOf(state.private_key)),
      providerConnectionId: textOf(state.provider_connection_id),
      clusterName: textOf(state.cluster_name),
    };
  } catch {
    throw new StateFileError('the state file is damaged: enroll again');
  }
}

async function readPrivateFile(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StateFileError('the state file can not be read');
  });
  if (!file) return null;
  try {
    // As ssh does: a key that others may have read is not used.
    if (((await file.stat()).mode & 0o077) !== 0) {
      throw new StateFileError('the state file is open to others: its mode must be 0600');
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

async function writePrivateFile(path: string, text: string): Promise<string> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', PRIVATE_MODE);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    return temporary;
  } catch {
    await rm(temporary, { force: true });
    throw new StateFileError('the state file can not be written');
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError();
  return value;
}
