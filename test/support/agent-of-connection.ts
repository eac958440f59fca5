import { type AgentProcess, type AgentSettings, startAgent } from './agent-process.js';
import type { TestClient } from './client.js';
import { created } from './world.js';

/** Enrolls an agent for a connection of the cluster `main`, and runs it. */
export async function startAgentOf(
  { admin, connection }: { admin: TestClient; connection: { id: string } },
  settings: Omit<AgentSettings, 'enrollmentToken' | 'clusterName'>,
): Promise<AgentProcess> {
  const token = created(await admin.post(`/provider-connections/${connection.id}/enrollment-tokens`));
  return startAgent({ ...settings, enrollmentToken: token.enrollment_token, clusterName: 'main' });
}
