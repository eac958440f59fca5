import { Module, type OnModuleInit } from '@nestjs/common';
import { DeviceSignIn } from '#libs/auth';
import { PlatformSettingsService, PoliciesModule } from '#libs/policies';
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
export class PoliciesApiModule implements OnModuleInit {
  constructor(
    private readonly deviceSignIn: DeviceSignIn,
    private readonly settings: PlatformSettingsService,
  ) {}

  onModuleInit(): void {
    this.deviceSignIn.register(async () => (await this.settings.read()).cli_device_sign_in);
  }
}
