import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { providerErrors, SecretBindingService } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { Access, FreshMfaWhenStrict } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { BindSecretsBody, BoundSecretsResponse } from './project-secrets.dto.js';

/** Binds secrets to environments of a project. */
@Tag('secrets')
@Controller('projects/:project_id/secrets')
export class ProjectSecretsController {
  constructor(private readonly bindings: SecretBindingService) {}

  @Post()
  @HttpCode(200)
  @Access('integration.edit', 'integration.bind')
  @FreshMfaWhenStrict()
  @Operation(
    'Bind secrets to an environment',
    tenancyErrors.projectNotFound,
    providerErrors.outOfScopeBinding,
    tenancyErrors.environmentNotInProject,
    providerErrors.prodBindingNotAllowed,
    providerErrors.secretNotFound,
  )
  async bind(
    @CurrentCaller() caller: Caller,
    @Param('project_id', UuidPipe) projectId: string,
    @Body() body: BindSecretsBody,
  ): Promise<BoundSecretsResponse> {
    const { environment_id: environmentId, secret_ids: secretIds } = body;
    return { bound: await this.bindings.bind(caller, { projectId, environmentId, secretIds }) };
  }
}
