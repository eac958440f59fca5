import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConnectionResponse, dataOf } from '../../packages/client/src/index.js';
import { ChildProgram } from './child-program.js';
import type { DataFolder } from './data-folder.js';
import { WHOLE_LIST } from './ensure.js';
import type { Person } from './person.js';

export const AGENT_NAME = 'local-agent';
const SCRIPT = 'apps/agent/main.js';

/** Enrolls the reference agent with a one-time token, unless the identity of an earlier start is still valid. */
export async function ensureEnrolled(
  admin: Person,
  connection: ConnectionResponse,
  folder: DataFolder,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  if (await stillEnrolled(admin, connection, folder.agentState)) return;
  rmSync(folder.agentState, { force: true });
  const tokenFile = join(folder.path, 'enrollment-token');
  writeFileSync(tokenFile, await issueEnrollmentToken(admin, connection.id), { mode: 0o600 });
  try {
    await runEnroll(tokenFile, folder, env);
  } finally {
    rmSync(tokenFile, { force: true });
  }
}

/** Starts the enrolled agent; it is ready once it has reached the control plane. */
export function startAgent(folder: DataFolder, env: Readonly<Record<string, string>>): ChildProgram {
  return ChildProgram.start({ name: 'agent', script: SCRIPT, args: ['run'], env, logs: folder.logs });
}

/** Returns a one-time token with which an agent may enroll for that connection. */
export async function issueEnrollmentToken({ api }: Person, connectionId: string): Promise<string> {
  const params = { path: { id: connectionId } };
  const path = '/api/v1/provider-connections/{id}/enrollment-tokens';
  return (await dataOf(api.POST(path, { params, body: {} }))).enrollment_token;
}

/** Returns the ids of the active agents of that connection. */
export async function activeAgents({ api }: Person, connectionId: string): Promise<string[]> {
  const agents = await dataOf(api.GET('/api/v1/agents', WHOLE_LIST));
  return agents
    .filter((agent) => agent.status === 'active' && agent.provider_connection_id === connectionId)
    .map(({ id }) => id);
}

async function stillEnrolled(
  admin: Person,
  connection: ConnectionResponse,
  stateFile: string,
): Promise<boolean> {
  const id = agentIdIn(stateFile);
  return id !== null && (await activeAgents(admin, connection.id)).includes(id);
}

function agentIdIn(stateFile: string): string | null {
  try {
    return (JSON.parse(readFileSync(stateFile, 'utf8')) as { agent_id: string }).agent_id;
  } catch {
    return null;
  }
}

async function runEnroll(
  tokenFile: string,
  folder: DataFolder,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const args = ['enroll', '--name', AGENT_NAME, '--token-file', tokenFile];
  const enroll = ChildProgram.start({ name: 'agent-enroll', script: SCRIPT, args, env, logs: folder.logs });
  if ((await enroll.ended()) !== 0) throw new Error(`The agent could not enroll.\n${enroll.lastWords()}`);
}
