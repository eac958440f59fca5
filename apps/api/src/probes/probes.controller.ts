import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { HealthController, type ReadinessReport } from '#libs/health';
import { Public } from '../access/access.js';
import { AlwaysServed } from '../load/shedding-marks.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';

/** Declares the probe routes for the interface: at the root, without a credential. */
@Tag('probes')
@Public()
@AlwaysServed()
@Controller()
export class ProbesController extends HealthController {
  @Get('healthz')
  @Operation('Liveness probe')
  override health(): { status: string } {
    return super.health();
  }

  @Get('readyz')
  @Operation('Readiness probe')
  @Answers(503, 'Not ready; each failed check has its reason.')
  override ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessReport> {
    return super.ready(response);
  }
}
