import { Module } from '@nestjs/common';
import { CrossTeamModule } from '#libs/cross-team';
import { RequestCoreModule } from '#libs/requests';
import { CrossTeamController } from './cross-team.controller.js';
import { InboxController } from './inbox.controller.js';

/** The routes of cross-team requests. Registered before the routes of requests: /requests/inbox must not match /requests/:id. */
@Module({
  imports: [CrossTeamModule, RequestCoreModule],
  controllers: [InboxController, CrossTeamController],
})
export class CrossTeamApiModule {}
