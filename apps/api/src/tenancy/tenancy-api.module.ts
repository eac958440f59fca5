import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { EnvironmentsController } from './environments.controller.js';
import { ProjectsController } from './projects.controller.js';
import { TeamsController } from './teams.controller.js';

@Module({
  imports: [TenancyModule],
  controllers: [TeamsController, ProjectsController, EnvironmentsController],
})
export class TenancyApiModule {}
