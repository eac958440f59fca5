import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { METRICS_TYPE, renderMetrics } from './render-metrics.js';

/** Serves the metrics of the process; PrometheusModule mounts it at /metrics. */
@Controller()
export class MetricsController {
  @Get()
  @Header('Cache-Control', 'no-store')
  async prometheus(@Res() response: Response): Promise<void> {
    response.type(METRICS_TYPE).send(await renderMetrics());
  }
}
