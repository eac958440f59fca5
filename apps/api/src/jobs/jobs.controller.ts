import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ConnectivityCheckService } from '#libs/agents';
import { jobErrors, JobReadModel } from '#libs/jobs';
import { DiscoveryService, providerErrors } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { GlobalAccess } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { JobResponse, StartedJobResponse, StartJobBody } from './jobs.dto.js';

@Tag('jobs')
@GlobalAccess('integration.edit')
@Controller('jobs')
export class JobsController {
  constructor(
    private readonly checks: ConnectivityCheckService,
    private readonly discovery: DiscoveryService,
    private readonly jobs: JobReadModel,
  ) {}

  @Post()
  @Idempotent()
  @HttpCode(202)
  @Operation(
    'Start a discovery or connectivity check',
    jobErrors.kindNotAllowed,
    providerErrors.connectionNotFound,
    providerErrors.connectionDisabled,
    providerErrors.discoverRequiresCluster,
    providerErrors.discoveryAlreadyRunning,
  )
  async start(@CurrentCaller() caller: Caller, @Body() body: StartJobBody): Promise<StartedJobResponse> {
    const { kind, provider_connection_id: connectionId } = body;
    if (kind === 'discover')
      return StartedJobResponse.of(await this.discovery.startNow(caller, connectionId));
    if (kind !== 'connectivity_check') throw jobErrors.kindNotAllowed();
    return StartedJobResponse.of(await this.checks.start(caller, connectionId));
  }

  @Get(':id')
  @Operation('Get a job, without values', jobErrors.notFound)
  async one(@Param('id', UuidPipe) id: string): Promise<JobResponse> {
    return JobResponse.of(await this.jobs.get(id));
  }
}
