import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { AgentPrincipal } from '#libs/agents';
import { gitopsErrors, ObservationService } from '#libs/gitops';
import { AgentOnly } from '../access/access.js';
import { CurrentAgent } from '../access/principal.js';
import { ListsBody } from '../http/body-options.js';
import { BodyShape, Operation, Tag } from '../openapi/operation.js';
import { ObservationsBody, RecordedResponse } from './observations.dto.js';
import { type Observations, ObservationsPipe } from './observations.pipe.js';

const MAX_BYTES = 1024 * 1024;

/** Receives agents' reports of Argo CD applications (D56). */
@Tag('agents')
@AgentOnly()
@Controller('agents/:id/gitops')
export class ObservationsController {
  constructor(private readonly observations: ObservationService) {}

  @Post('observations')
  @HttpCode(200)
  @ListsBody(MAX_BYTES)
  @BodyShape(ObservationsBody)
  @Operation(
    "Report the applications of an Argo CD endpoint of the agent's cluster",
    gitopsErrors.endpointNotFound,
    gitopsErrors.endpointDisabled,
  )
  async record(
    @CurrentAgent() agent: AgentPrincipal,
    @Body(ObservationsPipe) report: Observations,
  ): Promise<RecordedResponse> {
    return this.observations.record(agent, report.endpointId, report.applications);
  }
}
