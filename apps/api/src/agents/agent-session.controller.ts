import { Body, Controller, Get, Header, Headers, HttpCode, HttpStatus, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  agentErrors,
  type AgentPrincipal,
  HeartbeatService,
  PublicKeyService,
  SecretRotationService,
} from '#libs/agents';
import { AgentOnly, NoHead, Unaudited } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { CurrentAgent } from '../access/principal.js';
import { Poll } from '../load/shedding-marks.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import {
  AgentSelfResponse,
  HeartbeatBody,
  HeartbeatResponse,
  PublicKeyBody,
  RotatedSecretResponse,
} from './agent-session.dto.js';

/** Manages an agent's own key, secret and liveness. */
@Tag('agents')
@AgentOnly()
@Controller('agents/:id')
export class AgentSessionController {
  constructor(
    private readonly publicKeys: PublicKeyService,
    private readonly rotation: SecretRotationService,
    private readonly heartbeats: HeartbeatService,
  ) {}

  @Put('public-key')
  @Unaudited('silent when the key is registered already')
  @HttpCode(204)
  @Operation('Register the key that values are sealed to', agentErrors.publicKeyInvalid)
  async registerPublicKey(@CurrentAgent() agent: AgentPrincipal, @Body() body: PublicKeyBody): Promise<void> {
    await this.publicKeys.register(agent, body.public_key);
  }

  @Post('rotate-secret')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Limited({ bucket: 'agent.rotate_secret', per: 'agent', limit: 6, windowSeconds: 60 })
  @Operation("Rotate the agent's secret; the old one stays valid for 60 seconds, the new one is shown once")
  async rotateSecret(
    @CurrentAgent() agent: AgentPrincipal,
    @Headers('x-agent-secret') presented: string,
  ): Promise<RotatedSecretResponse> {
    return RotatedSecretResponse.of(await this.rotation.rotate(agent, presented));
  }

  /**
   * For diagnosis: unlike a heartbeat, it does not mark the agent as alive and does not count towards its rate limit. HEAD
   * is refused, because a wrong secret is audited.
   */
  @Get('self')
  @Unaudited('a read')
  @NoHead()
  @Limited({ bucket: 'agent.self', per: 'agent', limit: 12, windowSeconds: 60, openWithoutCache: true })
  @Operation("Get the agent's own record, without counting as a heartbeat")
  async self(@CurrentAgent() agent: AgentPrincipal): Promise<AgentSelfResponse> {
    return AgentSelfResponse.of(agent, await this.heartbeats.endpointsFor(agent));
  }

  @Post('heartbeat')
  @Unaudited('a sign of life')
  @Poll()
  @HttpCode(200)
  @Limited({ bucket: 'agent.heartbeat', per: 'agent', limit: 6, windowSeconds: 60, openWithoutCache: true })
  @Operation("Send a heartbeat and renew the leases of the agent's jobs")
  @Answers(204, 'Recorded, for a minted agent.')
  async heartbeat(
    @CurrentAgent() agent: AgentPrincipal,
    @Body() body: HeartbeatBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HeartbeatResponse | undefined> {
    const answer = await this.heartbeats.beat(agent, { version: body.version, jobIds: body.job_ids ?? [] });
    if (answer) return HeartbeatResponse.of(answer);
    response.status(HttpStatus.NO_CONTENT);
    return undefined;
  }
}
