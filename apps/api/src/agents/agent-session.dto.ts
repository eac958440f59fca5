import { ArrayMaxSize, IsArray, IsString, Matches, MaxLength } from 'class-validator';
import type { AgentPrincipal, HeartbeatAnswer, RotatedSecret } from '#libs/agents';
import { IfPresent, IsId } from '../http/fields.js';
import { AGENT_VERSION } from './agents.dto.js';

/** More than an agent runs concurrently, and few enough for a body of 16 KiB. */
const MAX_JOBS = 400;

export class PublicKeyBody {
  /** 32 bytes in base64. */
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
  @ArrayMaxSize(MAX_JOBS)
  @IsId({ each: true })
  job_ids?: string[];
}

type Endpoints = HeartbeatAnswer['gitopsEndpoints'];

const endpointsOf = (endpoints: Endpoints): { id: string; base_url: string }[] =>
  endpoints.map(({ id, baseUrl }) => ({ id, base_url: baseUrl }));

export class AgentSelfResponse {
  agent_id: string;
  name: string;
  /** Null for a minted agent, which serves its whole cluster. */
  provider_connection_id: string | null;
  cluster_name: string | null;
  gitops_endpoints: { id: string; base_url: string }[];

  static of(this: void, agent: AgentPrincipal, endpoints: Endpoints): AgentSelfResponse {
    return {
      agent_id: agent.agentId,
      name: agent.name,
      provider_connection_id: agent.connectionId,
      cluster_name: agent.clusterName,
      gitops_endpoints: endpointsOf(endpoints),
    };
  }
}

export class HeartbeatResponse {
  next_heartbeat_seconds: number;
  gitops_endpoints: { id: string; base_url: string }[];

  static of(this: void, answer: HeartbeatAnswer): HeartbeatResponse {
    return {
      next_heartbeat_seconds: answer.nextHeartbeatSeconds,
      gitops_endpoints: endpointsOf(answer.gitopsEndpoints),
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
