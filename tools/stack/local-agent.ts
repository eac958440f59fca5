import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentRow, ConnectionRow } from './api-rows.js';
import { ChildProgram } from './child-program.js';
import type { DataFolder } from './data-folder.js';
import type { Person } from './person.js';

export const AGENT_NAME = 'local-agent';
const SCRIPT = 'apps/agent/main.js';

/**
 * Enrolls the reference agent with a one-time token, unless the identity of an earlier start still
 * holds with the control plane.
 */
export async function ensureEnrolled(
  admin: Person,
  connection: ConnectionRow,
  folder: DataFolder,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  if (await stillEnrolled(admin, connection, folder.agentState)) return;
  rmSync(folder.agentState, { force: true });
  const path = `/provider-connections/${connection.id}/enrollment-tokens`;
  const issued = await admin.api.post<{ enrollment_token: string }>(path);
  const tokenFile = join(folder.path, 'enrollment-token');
  writeFileSync(tokenFile, issued.enrollment_token, { mode: 0o600 });
  try {
    await runEnroll(tokenFile, folder, env);
  } finally {
    rmSync(tokenFile, { force: true });
  }
}

/** Starts the enrolled agent; it is ready when it reaches the control plane. */
export function startAgent(folder: DataFolder, env: Readonly<Record<string, string>>): ChildProgram {
  return ChildProgram.start({ name: 'agent', script: SCRIPT, args: ['run'], env, logs: folder.logs });
}

async function stillEnrolled(admin: Person, connection: ConnectionRow, stateFile: string): Promise<boolean> {
  const id = agentIdIn(stateFile);
  if (id === null) return false;
  const agents = await admin.api.get<AgentRow[]>('/agents?limit=1000');
  return agents.some(
    (agent) => agent.id === id && agent.status === 'active' && agent.provider_connection_id === connection.id,
  );
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
