import { Controller, Get } from '@nestjs/common';
import { FleetReadModel } from '#libs/agents';
import { QueueReadModel } from '#libs/jobs';
import { type Caller, holdsGlobally } from '#libs/permissions';
import { ErrorEnvelopeV2, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Operation, Tag } from '../openapi/operation.js';
import { FleetSummaryResponse } from './fleet.dto.js';

@Tag('agents')
@ErrorEnvelopeV2()
@Controller('fleet')
export class FleetController {
  constructor(
    private readonly fleet: FleetReadModel,
    private readonly queue: QueueReadModel,
  ) {}

  /** `jobs` is null for callers without integration.edit. */
  @Get('summary')
  @SignedIn()
  @Operation('Count the agents of each cluster, and the jobs that wait')
  async summary(@CurrentCaller() caller: Caller): Promise<FleetSummaryResponse> {
    const maySeeJobs = holdsGlobally(caller.grants, 'integration.edit');
    const waiting = maySeeJobs ? await this.queue.waiting() : null;
    return FleetSummaryResponse.of(await this.fleet.byCluster(), waiting);
  }
}
