import { IsIn, IsObject, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import { type AgentFilter, type AgentRow, type EnrolledAgent, HEARTBEAT_SECONDS } from '#libs/agents';
import { IfPresent, IsDecimal, IsId, IsName } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

/** The form of an agent's version: printable ASCII. */
export const AGENT_VERSION = /^[\x20-\x7e]{1,100}$/;

const MAX_SILENCE_SECONDS = 10 * 365 * 86_400;

/** The filters of the list of agents; all that are given must hold. */
export class AgentsQuery extends PageQuery {
  @IfPresent()
  @IsId()
  provider_connection_id?: string;

  @IfPresent()
  @IsIn(['active', 'revoked'])
  status?: 'active' | 'revoked';

  /** Agents whose last heartbeat, or else enrollment, is at least so many seconds ago. */
  @IfPresent()
  @IsDecimal(0, MAX_SILENCE_SECONDS)
  silent_seconds?: number;

  @IfPresent()
  @Matches(AGENT_VERSION)
  version?: string;

  /** Part of the name, at least three characters, case-insensitive. */
  @IfPresent()
  @Matches(/^\P{Cc}{3,200}$/u, { message: 'must be 3 to 200 characters without control characters' })
  q?: string;

  static filter(this: void, query: AgentsQuery): AgentFilter {
    const { provider_connection_id: connectionId, status, silent_seconds: silentSeconds, version, q } = query;
    return { connectionId, status, silentSeconds, version, text: q };
  }
}

export class EnrollBody {
  @IsString()
  @MaxLength(1000)
  enrollment_token: string;

  @IsName()
  name: string;

  @IsName()
  cluster_name: string;

  /** 32 bytes in base64. */
  @IsString()
  @MaxLength(1000)
  public_key: string;

  @IfPresent()
  @Matches(AGENT_VERSION)
  version?: string;
}

export class EnrollResponse {
  agent_id: string;
  agent_token: string;
  provider_connection_id: string;
  next_heartbeat_seconds: number;

  static of(this: void, agent: EnrolledAgent): EnrollResponse {
    return {
      agent_id: agent.agentId,
      agent_token: agent.secret,
      provider_connection_id: agent.connectionId,
      next_heartbeat_seconds: HEARTBEAT_SECONDS,
    };
  }
}

export class AgentScope {
  @IsName()
  cluster: string;
}

/** The scope of an agent; `cluster` is null when neither its token nor its connection has one. */
export class AgentPlace {
  cluster: string | null;
}

export class MintBody {
  @IsName()
  name: string;

  // Nested validation alone accepts an empty array.
  @IsObject()
  @ValidateNested()
  scope: AgentScope;
}

export class MintResponse {
  agent_id: string;
  agent_secret: string;

  static of(this: void, agent: { agentId: string; secret: string }): MintResponse {
    return { agent_id: agent.agentId, agent_secret: agent.secret };
  }
}

export class AgentResponse {
  id: string;
  name: string;
  status: 'active' | 'revoked';
  provider_connection_id: string | null;
  scope: AgentPlace;
  version: string | null;
  has_public_key: boolean;
  /** SHA-256 of the public key as `sha256:<hex>`, as in the audit log. */
  public_key_fingerprint: string | null;
  secret_issued_at: string;
  last_seen_at: string | null;
  created_at: string;
  updated_at: string;

  static of(this: void, row: AgentRow): AgentResponse {
    const { id, name, status, provider_connection_id, version } = row;
    const { has_public_key, public_key_fingerprint } = row;
    const times = { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
    const secret_issued_at = row.secret_issued_at.toISOString();
    const last_seen_at = row.last_seen_at?.toISOString() ?? null;
    const scope = { cluster: row.cluster_name };
    return {
      id,
      name,
      status,
      provider_connection_id,
      scope,
      version,
      has_public_key,
      public_key_fingerprint,
      secret_issued_at,
      last_seen_at,
      ...times,
    };
  }
}
