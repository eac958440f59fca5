import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ConnectivityCheckService } from '#libs/agents';
import type { Page } from '#libs/core';
import { jobErrors, JobReadModel } from '#libs/jobs';
import { DiscoveryService } from '#libs/discovery';
import { providerErrors } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { GlobalAccess } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { Watchable } from '../waits/watchable.js';
import { JobResponse, JobsQuery, StartedJobResponse, StartJobBody } from './jobs.dto.js';

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

  @Get()
  @Paged()
  @Operation('List jobs, without values')
  async list(@Query() query: JobsQuery): Promise<Page<JobResponse>> {
    const page = await this.jobs.list(JobsQuery.filter(query), query.page(), query.order);
    return mapPage(page, JobResponse.of);
  }

  @Get(':id')
  @Watchable()
  @Operation('Get a job, without values', jobErrors.notFound)
  async one(@Param('id', UuidPipe) id: string): Promise<JobResponse> {
    return JobResponse.of(await this.jobs.get(id));
  }
}
