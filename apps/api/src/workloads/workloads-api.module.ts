import { Module } from '@nestjs/common';
import { WorkloadIdentitiesController } from './workload-identities.controller.js';
import { WorkloadSignInController } from './workload-sign-in.controller.js';

/** Workloads: how they sign in, and who registers them. */
@Module({ controllers: [WorkloadSignInController, WorkloadIdentitiesController] })
export class WorkloadsApiModule {}
