import { Module } from '@nestjs/common';
import { ConnectionsModule } from '#libs/providers';
import { TenancyModule } from '#libs/tenancy';
import { WrapsModule } from '#libs/wraps';
import { RequestExpiry } from './request-expiry.js';
import { RequestJobs } from './request-jobs.js';
import { RequestKinds } from './request-kinds.js';
import { RequestMoves } from './request-moves.js';
import { RequestDeletionHooks } from './deletion-hooks.js';
import { RequestReadModel } from './requests.read-model.js';
import { RequestStore } from './requests.store.js';

/** Rows, moves and expiry of requests: all that the worker needs. */
@Module({
  imports: [TenancyModule, ConnectionsModule, WrapsModule],
  providers: [
    RequestStore,
    RequestMoves,
    RequestExpiry,
    RequestReadModel,
    RequestKinds,
    RequestJobs,
    RequestDeletionHooks,
  ],
  exports: [RequestStore, RequestMoves, RequestExpiry, RequestReadModel, RequestKinds, WrapsModule],
})
export class RequestCoreModule {}
