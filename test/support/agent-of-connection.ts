import { type AgentProcess, type AgentSettings, EnrolledAgent } from './agent-process.js';
import type { TestClient } from './client.js';
import { created } from './world.js';

interface Connected {
  readonly admin: TestClient;
  readonly connection: { readonly id: string };
}
type Settings = Omit<AgentSettings, 'enrollmentToken' | 'clusterName'>;

/** Enrolls an agent for a connection of the cluster `main`. */
export async function enrollAgentOf(
  { admin, connection }: Connected,
  settings: Settings,
): Promise<EnrolledAgent> {
  const token = created(await admin.post(`/provider-connections/${connection.id}/enrollment-tokens`));
  return EnrolledAgent.enroll({
    ...settings,
    enrollmentToken: token.enrollment_token,
    clusterName: 'main',
  });
}

/** Enrolls an agent for a connection of the cluster `main`, and runs it. */
export async function startAgentOf(of: Connected, settings: Settings): Promise<AgentProcess> {
  return (await enrollAgentOf(of, settings)).start();
}
