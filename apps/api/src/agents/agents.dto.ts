import { IsObject, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import type { AgentRow, EnrolledAgent } from '#libs/agents';
import { IfPresent, IsName } from '../http/fields.js';

const HEARTBEAT_SECONDS = 20;
/** What an agent may call its version: printable ASCII. */
export const AGENT_VERSION = /^[\x20-\x7e]{1,100}$/;

export class EnrollBody {
  @IsString()
  @MaxLength(1000)
  enrollment_token: string;

  @IsName()
  name: string;

  @IsName()
  cluster_name: string;

  /** Base64 of 32 bytes. */
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

/** Where an agent belongs; it may be enrolled where nothing names a cluster. */
export class AgentPlace {
  cluster: string | null;
}

export class MintBody {
  @IsName()
  name: string;

  // Nested validation alone takes an empty array.
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
  secret_issued_at: string;
  last_seen_at: string | null;
  created_at: string;
  updated_at: string;

  static of(this: void, row: AgentRow): AgentResponse {
    const { id, name, status, provider_connection_id, version, has_public_key } = row;
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
      secret_issued_at,
      last_seen_at,
      ...times,
    };
  }
}
