import { Module } from '@nestjs/common';
import { PoliciesModule } from '#libs/policies';
import { ConnectionsModule } from '#libs/providers';
import { RequestCoreModule } from '#libs/requests';
import { TenancyModule } from '#libs/tenancy';
import { WrapsModule } from '#libs/wraps';
import { RevealCoreModule } from './reveal-core.module.js';
import { RevealLifetime } from './reveal-lifetime.js';
import { RevealService } from './reveal.service.js';

/** Time-limited reveal of all wraps of a request. */
@Module({
  imports: [
    TenancyModule,
    PoliciesModule,
    ConnectionsModule,
    WrapsModule,
    RequestCoreModule,
    RevealCoreModule,
  ],
  providers: [RevealService, RevealLifetime],
  exports: [RevealService],
})
export class RevealModule {}
