import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { httpErrors } from '#libs/core';
import { MetricsController } from '#libs/metrics';
import { Public } from '../access/access.js';
import { AlwaysServed } from '../load/shedding-marks.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import { ProbeSettings } from './probe-settings.js';

/** Declares the metrics route for the interface; 404 where metrics have an address of their own. */
@Tag('probes')
@Public()
@AlwaysServed()
@Controller()
export class ProbeMetricsController extends MetricsController {
  constructor(private readonly settings: ProbeSettings) {
    super();
  }

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation('Metrics in the Prometheus text format, unless they have an address of their own')
  @Answers(200, 'The metrics.', 'text/plain')
  override async prometheus(@Res() response: Response): Promise<void> {
    if (!this.settings.metricsHere) throw httpErrors.routeNotFound();
    await super.prometheus(response);
  }
}
