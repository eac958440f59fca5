import { Module } from '@nestjs/common';
import { CrossTeamModule } from '#libs/cross-team';
import { RequestCoreModule } from '#libs/requests';
import { CrossTeamController } from './cross-team.controller.js';
import { InboxController } from './inbox.controller.js';

/** Comes before the requests' own routes: /requests/inbox is no request's id. */
@Module({
  imports: [CrossTeamModule, RequestCoreModule],
  controllers: [InboxController, CrossTeamController],
})
export class CrossTeamApiModule {}
