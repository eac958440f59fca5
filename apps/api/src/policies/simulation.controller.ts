import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { policyErrors, SimulationService } from '#libs/policies';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { Access, Unaudited } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Operation, Tag } from '../openapi/operation.js';
import { AUTHORING_REFUSALS } from './scoped-rules.controller.js';
import { SimulateBody, SimulationResponse } from './simulation.dto.js';

@Tag('policies')
@Controller('policies/simulate')
export class SimulationController {
  constructor(private readonly simulations: SimulationService) {}

  @Post()
  @Unaudited('a question (D43)')
  @HttpCode(200)
  @Access('policy.edit', 'policy.author')
  @Operation(
    'Simulate which rule applies to a scope, and why',
    ...AUTHORING_REFUSALS,
    policyErrors.policyNotFound,
    policyErrors.workflowNotFound,
    tenancyErrors.projectNotFound,
    tenancyErrors.environmentNotFound,
    tenancyErrors.teamNotFound,
    tenancyErrors.teamArchived,
  )
  async simulate(@CurrentCaller() caller: Caller, @Body() body: SimulateBody): Promise<SimulationResponse> {
    return SimulationResponse.of(await this.simulations.simulate(caller, body.scope(), body.draft?.rule()));
  }
}
