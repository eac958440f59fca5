import { IsIn, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import type { AgentJob } from '#libs/agents';
import type { JobKind, JobWrap } from '#libs/jobs';
import { IfPresent } from '../http/fields.js';

/** An error is a code; anything longer is refused. */
const MAX_ERROR_LENGTH = 4096;
const MAX_SKIPPED = 1_000_000_000;

const MAX_ATTEMPT = 1000;

/** The attempt that the agent reports on; any but the current one is refused (D54). */
export class Attempted {
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(MAX_ATTEMPT)
  attempt?: number;
}

export class ClaimBody {
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(30)
  wait_seconds?: number;
}

export class ClaimResponse {
  id: string;
  kind: JobKind;
  request_id: string | null;
  correlation_id: string;
  provider_connection: object | null;
  provider_error: 'connection_disabled' | 'connection_changed' | null;
  secret_ref: string | null;
  keys: readonly string[];
  wraps: readonly JobWrap[];
  attempt: number;
  lease_expires_at: string;

  static of(this: void, { job, store }: AgentJob): ClaimResponse {
    const { id, kind, keys, wraps, attempt } = job;
    const names = { request_id: job.requestId, correlation_id: job.correlationId, secret_ref: job.secretRef };
    const place = { provider_connection: store.connection, provider_error: store.error };
    const lease_expires_at = job.leaseExpiresAt!.toISOString();
    return { id, kind, ...names, ...place, keys, wraps, attempt, lease_expires_at };
  }
}

export class CompleteBody extends Attempted {
  @IsIn(['succeeded', 'failed'])
  status: 'succeeded' | 'failed';

  @IfPresent()
  @IsString()
  @MaxLength(MAX_ERROR_LENGTH)
  error?: string;

  /** For a discovery: number of secrets whose names it could not report. */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(MAX_SKIPPED)
  skipped_secrets?: number;

  /** For a discovery: number of keys whose names it could not report. */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(MAX_SKIPPED)
  skipped_keys?: number;
}
