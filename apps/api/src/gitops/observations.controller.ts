import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { AgentPrincipal } from '#libs/agents';
import { gitopsErrors, ObservationService } from '#libs/gitops';
import { AgentOnly } from '../access/access.js';
import { CurrentAgent } from '../access/principal.js';
import { Operation } from '../openapi/operation.js';
import { ObservationsBody, RecordedResponse } from './observations.dto.js';
import { type Observations, ObservationsPipe } from './observations.pipe.js';

/** What agents near Argo CD see (D56). */
@ApiTags('agents')
@AgentOnly()
@Controller('agents/:id/gitops')
export class ObservationsController {
  constructor(private readonly observations: ObservationService) {}

  @Post('observations')
  @HttpCode(200)
  @ApiBody({ type: ObservationsBody })
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
