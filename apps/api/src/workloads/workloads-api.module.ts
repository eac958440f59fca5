import { Module } from '@nestjs/common';
import { WorkloadIdentitiesController } from './workload-identities.controller.js';
import { WorkloadSignInController } from './workload-sign-in.controller.js';

/** Sign-in and administration of workloads. */
@Module({ controllers: [WorkloadSignInController, WorkloadIdentitiesController] })
export class WorkloadsApiModule {}
