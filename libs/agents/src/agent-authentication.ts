import { Injectable } from '@nestjs/common';
import { SampledDenials } from '#libs/audit';
import { Batcher, Database } from '#libs/database';
import type { AgentPrincipal } from './agent.js';
import { agentErrors } from './agents.errors.js';
import { agentEvents } from './agents.events.js';
import { matchesAny } from './credential.js';
import { FailedAttempts } from './failed-attempts.js';
import { RecentCredentials } from './recent-credentials.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Compared for an unknown agent, so that the response takes as long. */
const NO_HASH = Buffer.alloc(32);

const SELECT_AGENT = `SELECT id AS "agentId", name, status, provider_connection_id AS "connectionId",
    cluster_name AS "clusterName", minted, public_key AS "publicKey", secret_hash AS "secretHash",
    CASE WHEN previous_secret_expires_at > clock_timestamp() THEN previous_secret_hash END AS "previousHash"
  FROM agents`;
/** A statement of its own, because Postgres keeps no plan for FIND_ALL: its cost depends on the array's length. */
const FIND_ONE = `${SELECT_AGENT} WHERE id = $1::uuid`;
const FIND_ALL = `${SELECT_AGENT} WHERE id = ANY ($1::uuid[])`;

type FoundAgent = AgentPrincipal & {
  readonly status: string;
  readonly secretHash: Buffer;
  readonly previousHash: Buffer | null;
};

/** Authenticates agents' calls (D51). */
@Injectable()
export class AgentAuthentication {
  private readonly batcher = new Batcher<string, FoundAgent | null>((ids) => this.find(ids));
  private readonly recent = new RecentCredentials();

  constructor(
    private readonly database: Database,
    private readonly failures: FailedAttempts,
    private readonly denials: SampledDenials,
  ) {}

  /**
   * Returns the agent in the path if the secret is its own and it is not revoked. Concurrent calls share a statement.
   *
   * @param secret the X-Agent-Secret header
   * @param source the source address, as rate limits count it
   * @throws DomainError unauthorized, whatever the cause, with a denial; rate_limited when too many calls from the
   *   address failed, unless this process has seen the credential to be valid (D98)
   */
  async authenticate(
    pathAgentId: string,
    secret: string | undefined,
    source: string,
  ): Promise<AgentPrincipal> {
    const agentId = UUID.test(pathAgentId) ? pathAgentId.toLowerCase() : null;
    const credential = secret ?? '';
    const isKnown = agentId !== null && this.recent.has(agentId, credential);
    if (!isKnown) await this.failures.assertBelowLimit('agent.authenticate', source);
    const found = await this.holder(agentId, credential);
    if (found?.status !== 'active') {
      if (isKnown) this.recent.forget(agentId);
      return this.refuse(agentId, found !== null, source);
    }
    if (!isKnown) this.recent.add(found.agentId, credential);
    const { status: _, secretHash: __, previousHash: ___, ...principal } = found;
    return principal;
  }

  /** Returns the agent if the credential is its own. */
  private async holder(agentId: string | null, credential: string): Promise<FoundAgent | null> {
    const found = agentId === null ? null : await this.lookUp(agentId);
    const hashes = [found?.secretHash ?? NO_HASH, found?.previousHash ?? NO_HASH];
    return matchesAny(hashes, credential) ? found : null;
  }

  /** Samples the denials of a revoked agent by its id, since it has proven its credential, and all others by address. */
  private async refuse(agentId: string | null, isRevoked: boolean, source: string): Promise<never> {
    await this.failures.count('agent.authenticate', source);
    const code = isRevoked ? 'agent_revoked' : 'unauthorized';
    await this.denials.record(agentEvents.denied(agentId, code, source), {
      source: isRevoked ? `agent:${agentId}` : source,
      code,
    });
    throw agentErrors.unauthorized();
  }

  /** Looks up the agent in a batch with others, unless this call holds a connection that the batch may be waiting for. */
  private async lookUp(agentId: string): Promise<FoundAgent | null> {
    if (!this.database.holdsConnection) return this.batcher.load(agentId);
    return (await this.find([agentId]))[0] ?? null;
  }

  private async find(ids: readonly string[]): Promise<(FoundAgent | null)[]> {
    const [sql, parameters] = ids.length === 1 ? [FIND_ONE, ids] : [FIND_ALL, [ids]];
    const found = await this.database.query<FoundAgent>(sql, parameters);
    const byId = new Map(found.map((agent) => [agent.agentId, agent]));
    return ids.map((id) => byId.get(id) ?? null);
  }
}
