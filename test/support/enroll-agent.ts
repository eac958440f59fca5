import { type AgentKeyPair, generateAgentKeyPair } from '#libs/agent-protocol';
import { type Answer, TestClient } from './client.js';
import { created } from './world.js';

/** An agent without a process: a test makes its calls. */
export interface AgentIdentity {
  readonly id: string;
  readonly secret: string;
  readonly keys: AgentKeyPair;
  /** Calls an address below the agent's own. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

interface Connected {
  readonly admin: TestClient;
  readonly connection: { readonly id: string };
}

/** Enrolls an agent for a connection, by a token that an administrator issues. */
export async function enrollAgent(
  { admin, connection }: Connected,
  cluster_name = 'main',
): Promise<AgentIdentity> {
  const { enrollment_token } = created(
    await admin.post(`/provider-connections/${connection.id}/enrollment-tokens`),
  );
  const keys = generateAgentKeyPair();
  const body = { enrollment_token, name: 'one', cluster_name, public_key: keys.publicKeyBase64 };
  const client = new TestClient(admin.baseUrl);
  const { agent_id: id, agent_token: secret } = created(await client.post('/agents/enroll', body));
  const headers = { 'x-agent-secret': secret };
  return {
    ...{ id, secret, keys },
    call: (method, path, sent) => client.call(method, `/agents/${id}${path}`, sent, { headers }),
  };
}
