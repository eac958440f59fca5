import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { newId } from '#libs/core';
import type { AgentIdentity } from './simulated-agent.js';

/** Agents, `perConnection` of them for each connection; the first are those of `connectionId`. */
export async function seedAgents(
  pool: pg.Pool,
  count: number,
  connectionId: string,
  perConnection = 10,
): Promise<AgentIdentity[]> {
  const connections = [
    connectionId,
    ...Array.from({ length: Math.ceil(count / perConnection) - 1 }, () => newId()),
  ];
  await pool.query(
    `INSERT INTO provider_connections (id, name, type, cluster_name, scope)
      SELECT id, 'bench ' || id, 'vault', 'main', '{}' FROM unnest($1::uuid[]) id`,
    [connections.slice(1)],
  );
  const agents = Array.from({ length: count }, () => ({
    id: newId(),
    secret: randomBytes(32).toString('base64url'),
  }));
  await pool.query(
    `INSERT INTO agents (id, name, provider_connection_id, cluster_name, secret_hash)
      SELECT id, 'simulated', connection, 'main', hash FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) a (id, connection, hash)`,
    [
      agents.map((agent) => agent.id),
      agents.map((_, index) => connections[Math.floor(index / perConnection)]),
      agents.map((agent) => createHash('sha256').update(agent.secret).digest()),
    ],
  );
  return agents;
}
