import { type DynamicModule, Module } from '@nestjs/common';
import { AgentsModule } from '#libs/agents';
import type { ApiConfig } from '#libs/config';
import { QueueReadModel } from '#libs/jobs';
import { AgentJobsController } from './agent-jobs.controller.js';
import { AgentSessionController } from './agent-session.controller.js';
import { AgentValuesController } from './agent-values.controller.js';
import { AgentsController } from './agents.controller.js';
import { FleetController } from './fleet.controller.js';
import { EnrollmentTokensController } from './enrollment-tokens.controller.js';

@Module({})
export class AgentsApiModule {
  static forConfig(config: ApiConfig): DynamicModule {
    return {
      module: AgentsApiModule,
      imports: [AgentsModule.forRoot({ directMintEnabled: config.agentDirectMintEnabled })],
      controllers: [
        AgentsController,
        EnrollmentTokensController,
        AgentSessionController,
        AgentJobsController,
        AgentValuesController,
        FleetController,
      ],
      providers: [QueueReadModel],
    };
  }
}
