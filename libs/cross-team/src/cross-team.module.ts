import { Module } from '@nestjs/common';
import { PoliciesModule } from '#libs/policies';
import { ConnectionsModule } from '#libs/providers';
import { RequestCoreModule } from '#libs/requests';
import { TenancyModule } from '#libs/tenancy';
import { WrapsModule } from '#libs/wraps';
import { CrossTeamActions } from './cross-team-actions.js';
import { CrossTeamGate } from './cross-team-gate.js';
import { CrossTeamKind } from './cross-team-kind.js';
import { CrossTeamSubmission } from './cross-team-submission.service.js';
import { FillSealing } from './fill-sealing.js';
import { FillService } from './fill.service.js';
import { InboxReadModel } from './inbox.read-model.js';
import { SourceProjects } from './source-projects.js';
import { VerificationService } from './verification.service.js';

const EXPORTED = [CrossTeamSubmission, FillService, VerificationService, InboxReadModel];

/** Cross-team requests. Requires the api's authentication and the key service. */
@Module({
  imports: [TenancyModule, PoliciesModule, ConnectionsModule, WrapsModule, RequestCoreModule],
  providers: [...EXPORTED, CrossTeamKind, CrossTeamActions, CrossTeamGate, SourceProjects, FillSealing],
  exports: EXPORTED,
})
export class CrossTeamModule {}
