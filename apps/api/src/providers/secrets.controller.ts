import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { pageRequest } from '#libs/core';
import { providerErrors, SecretReadModel } from '#libs/providers';
import { SignedIn } from '../access/access.js';
import { sendPage } from '../http/send-page.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { SecretResponse, SecretsQuery } from './secrets.dto.js';

/** The catalogue of discovered secrets: names and labels, for any signed-in user (D12). */
@Tag('secrets')
@SignedIn()
@Controller('secrets')
export class SecretsController {
  constructor(private readonly secrets: SecretReadModel) {}

  @Get()
  @Operation('List discovered secrets')
  async list(
    @Query() query: SecretsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SecretResponse[]> {
    const page = await this.secrets.list(SecretsQuery.filter(query), pageRequest(query));
    return sendPage(request, response, page, SecretResponse.of);
  }

  @Get(':id')
  @Operation('Give one discovered secret', providerErrors.secretNotFound)
  async one(@Param('id', UuidPipe) id: string): Promise<SecretResponse> {
    return SecretResponse.of(await this.secrets.one(id));
  }
}
