import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { httpErrors } from '#libs/core';
import { Metrics } from '#libs/metrics';
import { Readiness, type ReadinessReport } from '#libs/health';
import { Public } from '../access/access.js';
import { AlwaysServed } from '../load/shedding-marks.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import { ProbeSettings } from './probe-settings.js';

/** Probes and metrics, at the root and without a credential. */
@Tag('probes')
@AlwaysServed()
@Controller()
export class ProbesController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly settings: ProbeSettings,
  ) {}

  @Public()
  @Get('healthz')
  @Operation('Tell that the process runs')
  health(): { status: string } {
    return { status: 'ok' };
  }

  @Public()
  @Get('readyz')
  @Operation('Tell whether the process can be sent calls')
  @Answers(503, 'Not now; each failed check says why.')
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    response.status(report.status === 'ready' ? 200 : 503);
    return report;
  }

  @Public()
  @Get('metrics')
  @Header('Cache-Control', 'no-store')
  @Operation('Give the metrics in the Prometheus text format, unless they have an address of their own')
  @Answers(200, 'The metrics.', 'text/plain')
  async prometheus(@Res() response: Response): Promise<void> {
    if (!this.settings.metricsHere) throw httpErrors.routeNotFound();
    response.type(this.metrics.contentType).send(await this.metrics.render());
  }
}
