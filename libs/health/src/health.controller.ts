import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Readiness, type ReadinessReport } from './readiness.js';

/** Serves the liveness and the readiness probe of a process. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('healthz')
  health(): { status: string } {
    return { status: 'ok' };
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    response.status(report.status === 'ready' ? 200 : 503);
    return report;
  }
}
