import { Body, Controller, Get, Header, Param, Post } from '@nestjs/common';
import {
  agentErrors,
  type AgentPrincipal,
  DataKeyService,
  PostedWrapService,
  AgentWrapRetrievalService,
} from '#libs/agents';
import { jobErrors } from '#libs/jobs';
import { wrapErrors } from '#libs/wraps';
import { AgentOnly, NoHead, SingleShot, Unaudited } from '../access/access.js';
import { CurrentAgent } from '../access/principal.js';
import { BodyLimit } from '../http/body-options.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { DekBody, DekResponse, TakenWrapResponse, WrapBody, WrapResponse } from './agent-values.dto.js';

/** A value of 64 KiB, encrypted, in base64, with room for its names. */
const MAX_WRAP_BYTES = 128 * 1024;

/** Exchanges encrypted values with agents, in either direction (D53). */
@Tag('agents')
@AgentOnly()
@Controller('agents/:id')
export class AgentValuesController {
  constructor(
    private readonly dataKeys: DataKeyService,
    private readonly posted: PostedWrapService,
    private readonly wraps: AgentWrapRetrievalService,
  ) {}

  @Post('dek')
  @Unaudited('a key for values that are audited when they are posted')
  @Header('Cache-Control', 'no-store')
  @Operation(
    'Issue a data key for the values of a job',
    jobErrors.notFound,
    jobErrors.notClaimed,
    agentErrors.publicKeyMissing,
  )
  async issueDek(@CurrentAgent() agent: AgentPrincipal, @Body() body: DekBody): Promise<DekResponse> {
    return DekResponse.of(await this.dataKeys.issue(agent, body.job_id, body.attempt));
  }

  @Post('wraps')
  @BodyLimit(MAX_WRAP_BYTES)
  @Operation(
    'Upload an encrypted value of a job',
    jobErrors.notFound,
    jobErrors.notClaimed,
    agentErrors.keyNotRequested,
    agentErrors.envelopeInvalid,
    agentErrors.dekMismatch,
    agentErrors.dekExpired,
    wrapErrors.exists,
  )
  async post(@CurrentAgent() agent: AgentPrincipal, @Body() body: WrapBody): Promise<WrapResponse> {
    const { job_id: jobId, dek_id: dekId, key_name: keyName, nonce, ciphertext, attempt } = body;
    return WrapResponse.of(
      await this.posted.post(agent, { jobId, dekId, keyName, nonce, ciphertext, attempt }),
    );
  }

  @Get('wraps/:wrap_id')
  @NoHead()
  @SingleShot()
  @Header('Cache-Control', 'no-store')
  @Operation(
    'Get an encrypted value that a job is to write, once',
    wrapErrors.notFound,
    wrapErrors.consumed,
    wrapErrors.expired,
    agentErrors.publicKeyMissing,
  )
  async take(
    @CurrentAgent() agent: AgentPrincipal,
    @Param('wrap_id', UuidPipe) wrapId: string,
  ): Promise<TakenWrapResponse> {
    return TakenWrapResponse.of(await this.wraps.retrieve(agent, wrapId));
  }
}
