import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** Gives every module of the process the same Metrics. */
@Global()
@Module({
  providers: [{ provide: Metrics, useFactory: () => new Metrics() }],
  exports: [Metrics],
})
export class MetricsModule {}
