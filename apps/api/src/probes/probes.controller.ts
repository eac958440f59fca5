import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Readiness, type ReadinessReport } from '#libs/probes';
import { Public } from '../access/access.js';
import { AlwaysServed } from '../load/shedding-marks.js';
import { Answers } from '../openapi/answers.js';
import { Operation } from '../openapi/operation.js';

/** Probes, at the root and without a credential. */
@ApiTags('probes')
@AlwaysServed()
@Controller()
export class ProbesController {
  constructor(private readonly readiness: Readiness) {}

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
}
