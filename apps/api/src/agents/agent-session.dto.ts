import { ArrayMaxSize, IsArray, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import type { HeartbeatAnswer, RotatedSecret } from '#libs/agents';
import { IfPresent } from '../http/if-present.js';
import { AGENT_VERSION } from './agents.dto.js';

/** More than an agent runs at a time, and few enough for a body of 16 KiB. */
const MOST_JOBS = 400;

export class PublicKeyBody {
  /** Base64 of 32 bytes. */
  @IsString()
  @MaxLength(1000)
  public_key: string;
}

export class HeartbeatBody {
  @IfPresent()
  @Matches(AGENT_VERSION)
  version?: string;

  @IfPresent()
  @IsArray()
  @ArrayMaxSize(MOST_JOBS)
  @IsUUID(undefined, { each: true })
  job_ids?: string[];
}

export class HeartbeatResponse {
  next_heartbeat_seconds: number;
  gitops_endpoints: { id: string; base_url: string }[];

  static of(this: void, answer: HeartbeatAnswer): HeartbeatResponse {
    return {
      next_heartbeat_seconds: answer.nextHeartbeatSeconds,
      gitops_endpoints: answer.gitopsEndpoints.map(({ id, baseUrl }) => ({ id, base_url: baseUrl })),
    };
  }
}

export class RotatedSecretResponse {
  agent_secret: string;
  previous_valid_until: string;

  static of(this: void, { previousValidUntil, secret }: RotatedSecret): RotatedSecretResponse {
    return { agent_secret: secret, previous_valid_until: previousValidUntil.toISOString() };
  }
}
