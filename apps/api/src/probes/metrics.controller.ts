import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Metrics } from '#libs/metrics';
import { Public } from '../access/access.js';
import { AlwaysServed } from '../load/shedding-marks.js';
import { Answers } from '../openapi/answers.js';
import { Operation } from '../openapi/operation.js';

/** The metrics, beside the probes. */
@ApiTags('probes')
@AlwaysServed()
@Controller()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Public()
  @Get('metrics')
  @Header('Cache-Control', 'no-store')
  @Operation(
    'Give the metrics in the Prometheus text format; not here where they have an address of their own',
  )
  @Answers(200, 'The metrics.', 'text/plain')
  async prometheus(@Res() response: Response): Promise<void> {
    response.type(this.metrics.contentType).send(await this.metrics.render());
  }
}
