import { IsInt, Max, Min } from 'class-validator';
import type { EnrollmentTokenRow, IssuedToken } from '#libs/agents';
import { IfPresent, IsName } from '../http/fields.js';

export class IssueTokenBody {
  /** Defaults to 15 minutes. */
  @IfPresent()
  @IsInt()
  @Min(60)
  @Max(86_400)
  ttl_seconds?: number;

  /** Cluster of the agent; defaults to the connection's cluster, if any. */
  @IfPresent()
  @IsName()
  cluster_name?: string;
}

export class IssuedTokenResponse {
  id: string;
  enrollment_token: string;
  provider_connection_id: string;
  expires_at: string;

  static of(this: void, token: IssuedToken): IssuedTokenResponse {
    return {
      id: token.id,
      enrollment_token: token.token,
      provider_connection_id: token.connectionId,
      expires_at: token.expiresAt.toISOString(),
    };
  }
}

export class EnrollmentTokenResponse {
  id: string;
  status: EnrollmentTokenRow['status'];
  created_by: string;
  expires_at: string;
  consumed_at: string | null;
  agent_id: string | null;
  cluster_name: string | null;
  created_at: string;

  static of(this: void, row: EnrollmentTokenRow): EnrollmentTokenResponse {
    const { id, status, created_by, agent_id, cluster_name } = row;
    return {
      id,
      status,
      created_by,
      expires_at: row.expires_at.toISOString(),
      consumed_at: row.consumed_at?.toISOString() ?? null,
      agent_id,
      cluster_name,
      created_at: row.created_at.toISOString(),
    };
  }
}
