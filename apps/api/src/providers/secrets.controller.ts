import { Controller, Get, Param, Query } from '@nestjs/common';
import type { Page } from '#libs/core';
import { providerErrors, SecretReadModel } from '#libs/providers';
import { SignedIn } from '../access/access.js';
import { mapPage, Paged } from '../http/paged.js';
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
  @Paged()
  @Operation('List discovered secrets')
  async list(@Query() query: SecretsQuery): Promise<Page<SecretResponse>> {
    const page = await this.secrets.list(SecretsQuery.filter(query), query.page());
    return mapPage(page, SecretResponse.of);
  }

  @Get(':id')
  @Operation('Get a discovered secret', providerErrors.secretNotFound)
  async one(@Param('id', UuidPipe) id: string): Promise<SecretResponse> {
    return SecretResponse.of(await this.secrets.get(id));
  }
}
