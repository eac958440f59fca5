import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { newId } from '#libs/core';
import { insertPeople, type StoredPerson } from '../../libs/requests/src/testing/executed-reads.js';
import { httpLoad } from '../support/http-load.js';
import { type FoundSecret, pageCalls } from './found-secrets.js';

/** As the agent sends them (apps/agent/src/jobs/discover-job.ts). */
const PAGES_UNDER_WAY = 2;

/** A connection with an agent of its own, and somebody who may start its discovery. */
export interface Store {
  readonly connectionId: string;
  readonly agent: { readonly id: string; readonly secret: string };
  readonly starter: StoredPerson;
}

export async function insertStore(pool: pg.Pool): Promise<Store> {
  const [connectionId, agentId, role] = [newId(), newId(), newId()];
  const secret = randomBytes(32).toString('base64url');
  await pool.query(
    `INSERT INTO provider_connections (id, name, type, cluster_name, scope) VALUES ($1, $2, 'vault', 'main', '{}')`,
    [connectionId, connectionId],
  );
  await pool.query(
    `INSERT INTO agents (id, name, provider_connection_id, cluster_name, secret_hash) VALUES ($1, 'bench', $2, 'main', $3)`,
    [agentId, connectionId, createHash('sha256').update(secret).digest()],
  );
  await pool.query(`INSERT INTO roles (id, name, permissions) VALUES ($1, $2, '{integration.edit}')`, [
    newId(),
    role,
  ]);
  const [starter] = (await insertPeople(pool, 1, role)) as [StoredPerson];
  return { connectionId, agent: { id: agentId, secret }, starter };
}

/** One run as an agent does it, page after page; gives the secrets that it reported in a second, its end included. */
export async function discover(url: string, store: Store, secrets: readonly FoundSecret[]): Promise<number> {
  const jobId = await claimedRun(url, store);
  const calls = pageCalls(store.agent, jobId, secrets);
  const started = process.hrtime.bigint();
  await httpLoad(url, PAGES_UNDER_WAY, calls, 200);
  await agentCall(url, store, `/jobs/${jobId}/complete`, { status: 'succeeded' }, 204);
  return secrets.length / (Number(process.hrtime.bigint() - started) / 1e9);
}

/** Starts a run and gives the agent its job. */
async function claimedRun(url: string, store: Store): Promise<string> {
  const answer = await fetch(`${url}/api/v1/provider-connections/${store.connectionId}/discover-now`, {
    method: 'POST',
    headers: { cookie: `svc_session=${store.starter.cookie}` },
  });
  if (answer.status !== 202) throw new Error(`discover-now gave ${answer.status}`);
  const job = await agentCall(url, store, '/jobs/claim', {}, 200);
  return (job as { id: string }).id;
}

async function agentCall(
  url: string,
  { agent }: Store,
  path: string,
  body: object,
  expected: number,
): Promise<unknown> {
  const answer = await fetch(`${url}/api/v1/agents/${agent.id}${path}`, {
    method: 'POST',
    headers: { 'x-agent-secret': agent.secret, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== expected) throw new Error(`${path} gave ${answer.status}`);
  return answer.status === 204 ? null : answer.json();
}
