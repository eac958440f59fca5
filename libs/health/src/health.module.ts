import { type DynamicModule, type FactoryProvider, Module, type Type } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import type { HealthController } from './health.controller.js';
import { READINESS_CHECKS, type ReadinessCheck } from './readiness-check.js';
import { Readiness } from './readiness.js';

type Checks = Pick<FactoryProvider<readonly ReadinessCheck[]>, 'inject' | 'useFactory'>;

/** The probes of a process. Terminus logs nothing: a failed check is in the answer, and a probe comes every few seconds. */
@Module({})
export class HealthModule {
  /** @param controller the one of this lib, or the api's that declares its access */
  static forChecks(checks: Checks, controller: Type<HealthController>): DynamicModule {
    return {
      module: HealthModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [controller],
      providers: [{ provide: READINESS_CHECKS, ...checks }, Readiness],
      exports: [Readiness],
    };
  }
}
