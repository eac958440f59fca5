import { Module } from '@nestjs/common';
import { AgentFreshnessReadModel } from '#libs/agents';
import { QueueReadModel } from '#libs/jobs';
import { SystemGauges } from './system-gauges.js';

/** Shows in the worker's metrics what the database says of the whole system. */
@Module({ providers: [SystemGauges, QueueReadModel, AgentFreshnessReadModel], exports: [SystemGauges] })
export class SystemGaugesModule {}
