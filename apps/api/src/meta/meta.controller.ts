import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { httpErrors } from '#libs/core';
import { ErrorEnvelopeV2, Public } from '../access/access.js';
import { Credentials } from '../access/credentials.js';
import type { AuthenticatedRequest } from '../access/principal.js';
import { Operation, Tag } from '../openapi/operation.js';
import { MetaOptions } from './meta-options.js';
import { MetaResponse } from './meta.dto.js';
import { ServedConsole } from './served-console.js';
import { SoftwareVersion } from './software-version.js';
import { StoredFacts } from './stored-facts.js';

const MAX_AGE_SECONDS = 60;

/** Describes this installation to clients, before and after sign-in. */
@Tag('meta')
@ErrorEnvelopeV2()
@Controller('meta')
export class MetaController {
  constructor(
    private readonly options: MetaOptions,
    private readonly facts: StoredFacts,
    private readonly software: SoftwareVersion,
    private readonly console: ServedConsole,
    private readonly credentials: Credentials,
  ) {}

  /** The response has more members for a signed-in caller; only the anonymous one is publicly cacheable. */
  @Get()
  @Public()
  @Header('Vary', 'Authorization, Cookie')
  @Operation(
    'Get the features and limits of the service',
    httpErrors.dependencyUnavailable,
    httpErrors.rateLimited(1),
    httpErrors.unauthenticated,
  )
  async read(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MetaResponse> {
    const caller = await this.credentials.callerIfAny(request);
    const facts = { ...(await this.facts.read()), consoleDigest: this.console.digest };
    response.setHeader('Cache-Control', `${caller ? 'private' : 'public'}, max-age=${MAX_AGE_SECONDS}`);
    return MetaResponse.of(this.options, facts, caller && this.software.version);
  }
}
