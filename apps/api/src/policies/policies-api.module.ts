import { Module } from '@nestjs/common';
import { PoliciesModule } from '#libs/policies';
import { PlatformSettingsController } from './platform-settings.controller.js';
import { PoliciesController } from './policies.controller.js';
import { ProjectRulesController, TeamRulesController } from './scoped-rules.controller.js';
import { SimulationController } from './simulation.controller.js';

@Module({
  imports: [PoliciesModule],
  controllers: [
    SimulationController,
    PoliciesController,
    ProjectRulesController,
    TeamRulesController,
    PlatformSettingsController,
  ],
})
export class PoliciesApiModule {}
